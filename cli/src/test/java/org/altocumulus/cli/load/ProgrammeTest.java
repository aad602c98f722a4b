package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgrammeTest {
    private static final long MILLI = MILLISECONDS.toNanos(1);

    @Test
    void videoHasItsSizeNumbersAndKeyFrames() {
        Programme.Source source = new EvenProgramme(MessageType.VIDEO, 1000, 50, 3).source(0, 1);
        for (int i = 0; i < 10; i++) {
            assertThat(source.due()).isEqualTo(20L * i * MILLI);
            RtmpMessage message = source.next(5 + i);
            assertThat(message.payloadLength()).isEqualTo(1000);
            assertThat(message.timestamp()).isEqualTo(20L * i);
            assertThat(MediaKind.of(message))
                    .isEqualTo(i % 3 == 0 ? MediaKind.KEY_FRAME : MediaKind.INTER_FRAME);
            assertThat(source.isStamped()).isTrue();
            assertThat(Stamp.number(message.encoded())).isEqualTo(i);
            assertThat(Stamp.nanos(message.encoded())).isEqualTo(5 + i);
        }
    }

    @Test
    void publishersAreEvenlyOutOfStep() {
        Programme programme = new EvenProgramme(MessageType.VIDEO, 100, 50, 1);
        List<Long> first = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            first.add(programme.source(i, 4).due());
        }
        assertThat(first).containsExactly(0L, 5 * MILLI, 10 * MILLI, 15 * MILLI);
    }

    @Test
    void audioIsAudio() {
        RtmpMessage message = new EvenProgramme(MessageType.AUDIO, 50, 1, 1).source(0, 1).next(0);
        assertThat(MediaKind.of(message)).isEqualTo(MediaKind.AUDIO);
    }

    @ParameterizedTest
    @ValueSource(ints = {EvenProgramme.MIN_SIZE, 1000, 70_000})
    void dataCanBeRead(int size) throws WireException {
        RtmpMessage message =
                new EvenProgramme(MessageType.DATA_AMF0, size, 1, 1).source(0, 1).next(0);
        assertThat(message.payloadLength()).isEqualTo(size);
        DataMessage data = DataMessage.parse(RtmpMessage.parse(message.encoded()));
        assertThat(data.handler()).isEqualTo("load");
        assertThat(data.arguments()).hasSize(1);
    }

    @Test
    void aFileIsRepeatedWithTimesThatGoOn() {
        RtmpMessage configuration = video(0, 0x17, 0, 0, 0, 0, 1);
        RtmpMessage key = video(0, 0x17, 1, 2);
        RtmpMessage inter = video(60, 0x27, 1, 3);
        Programme.Source source = new FlvProgramme(List.of(configuration, key, inter)).source(0, 1);

        long[] due = {0, 0, 60, 100, 100, 160, 200};
        for (int i = 0; i < due.length; i++) {
            assertThat(source.due()).isEqualTo(due[i] * MILLI);
            RtmpMessage original = List.of(configuration, key, inter).get(i % 3);
            RtmpMessage sent = source.next(9);
            assertThat(sent.timestamp()).isEqualTo(due[i]);
            assertThat(source.isStamped()).isEqualTo(i % 3 != 0);
            assertThat(Stamp.isOn(sent.encoded(), RtmpMessage.HEADER_SIZE)).isEqualTo(i % 3 != 0);
            assertThat(payload(sent)).startsWith(payload(original));
            if (i % 3 != 0) {
                assertThat(Stamp.number(sent.encoded())).isEqualTo(i - 1 - i / 3);
            }
        }
    }

    private static RtmpMessage video(long timestamp, int... bytes) {
        byte[] payload = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            payload[i] = (byte) bytes[i];
        }
        return RtmpMessage.of(MessageType.VIDEO, timestamp, payload);
    }

    private static byte[] payload(RtmpMessage message) {
        byte[] encoded = message.encoded();
        return Arrays.copyOfRange(encoded, RtmpMessage.HEADER_SIZE, encoded.length);
    }
}
