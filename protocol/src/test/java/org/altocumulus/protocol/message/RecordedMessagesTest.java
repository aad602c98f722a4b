package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.junit.jupiter.api.Test;

class RecordedMessagesTest {
    @Test
    void everyRecordedCommandIsReadAndMostAreWrittenByteForByte() throws WireException {
        TreeSet<String> written = new TreeSet<>();
        TreeSet<String> otherwise = new TreeSet<>();
        for (RtmpMessage message :
                RecordedMessages.ofTypes(MessageType.COMMAND_AMF0, MessageType.COMMAND_AMF3)) {
            Command command = Command.parse(message);
            RtmpMessage again = command.encode(message.timestamp());
            assertThat(again.type()).isEqualTo(MessageType.COMMAND_AMF0);
            assertThat(Command.parse(again)).isEqualTo(command);
            if (Arrays.equals(again.payload().rest(), body(message))) {
                written.add(command.name());
            } else {
                otherwise.add(command.name());
            }
        }
        assertThat(written)
                .containsExactly(
                        "_result",
                        "closeStream",
                        "connect",
                        "createStream",
                        "deleteStream",
                        "onStatus",
                        "play",
                        "publish",
                        "setPeerInfo");
        // Without null (setPeerInfo, createStream), or with AMF3 in it (publish), of one client.
        assertThat(otherwise).containsExactly("createStream", "publish", "setPeerInfo");
    }

    @Test
    void everyRecordedDataMessageIsReadAndWritten() throws WireException {
        List<String> handlers = new ArrayList<>();
        for (RtmpMessage message :
                RecordedMessages.ofTypes(MessageType.DATA_AMF0, MessageType.DATA_AMF3)) {
            DataMessage data = DataMessage.parse(message);
            handlers.add(data.handler());
            assertThat(DataMessage.handlerOf(message)).isEqualTo(data.handler());
            assertThat(DataMessage.parse(data.encode(0))).isEqualTo(data);
            if (data.isInstruction()) {
                assertThat(data.encode(message.timestamp()).encoded()).isEqualTo(message.encoded());
            }
        }
        assertThat(handlers).contains("@setDataFrame", "onMetaData", "|RtmpSampleAccess");
    }

    @Test
    void everyRecordedUserControlMessageIsKnownAndWrittenByteForByte() throws WireException {
        for (RtmpMessage message : RecordedMessages.ofTypes(MessageType.USER_CONTROL)) {
            UserControl event = UserControl.parse(message);
            assertThat(event).isNotInstanceOf(UserControl.Other.class);
            assertThat(event.encode(message.timestamp()).encoded()).isEqualTo(message.encoded());
        }
    }

    @Test
    void theFirstMediaOfEveryPublisherIsItsConfiguration() throws WireException {
        List<MediaKind> kinds =
                RecordedMessages.all().stream()
                        .map(MediaKind::of)
                        .filter(MediaKind::isMedia)
                        .toList();
        assertThat(kinds)
                .startsWith(
                        MediaKind.AUDIO_CONFIGURATION,
                        MediaKind.AUDIO,
                        MediaKind.VIDEO_CONFIGURATION)
                .contains(MediaKind.KEY_FRAME, MediaKind.INTER_FRAME)
                .doesNotContain(MediaKind.AUDIO_EMPTY, MediaKind.VIDEO_EMPTY);
    }

    @Test
    void damagedMessagesAreReadOrRefused() throws WireException {
        List<byte[]> samples = new ArrayList<>();
        for (RtmpMessage message : RecordedMessages.all()) {
            if (message.payloadLength() < 600) {
                samples.add(message.encoded());
            }
        }
        Mutations.mutateAll(samples, RecordedMessagesTest::readAll);
        for (byte[] sample : samples.subList(0, 40)) {
            Mutations.truncateEverywhere(sample, RecordedMessagesTest::readAll);
        }
    }

    private static void readAll(byte[] bytes) throws WireException {
        RtmpMessage message = RtmpMessage.parse(bytes);
        assertThat(MediaKind.of(message)).isNotNull();
        switch (message.type()) {
            case MessageType.USER_CONTROL -> UserControl.parse(message).encode(0);
            case MessageType.DATA_AMF0, MessageType.DATA_AMF3 -> {
                DataMessage data = DataMessage.parse(message);
                assertThat(DataMessage.parse(data.encode(1))).isEqualTo(data);
                data.unwrap();
            }
            default -> {
                Command command = Command.parse(message);
                assertThat(Command.parse(command.encode(1))).isEqualTo(command);
                assertThat(PeerInfo.of(command).addresses()).hasSizeLessThanOrEqualTo(7);
                assertThat(Status.in(command)).isNotNull();
            }
        }
    }

    private static byte[] body(RtmpMessage message) throws WireException {
        WireReader payload = message.payload();
        payload.skip(message.type() == MessageType.COMMAND_AMF3 ? 1 : 0);
        return payload.rest();
    }
}
