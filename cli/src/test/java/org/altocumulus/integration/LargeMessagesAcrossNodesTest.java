package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Field case 103: what is as large as {@code session.max-message} crosses edges, straight and
 * through the origin, and what is larger is refused by a status.
 */
@Tag("long")
@Timeout(240)
class LargeMessagesAcrossNodesTest {
    private static final int KEY = 0x17;
    private static final int INTER = 0x27;

    @ParameterizedTest
    @CsvSource({"64KiB, 65536", "2MiB, 2097152", "4MiB, 4194304"})
    void whatIsAsLargeAsTheLimitArrivesWholeAndWhatIsLargerIsRefused(String setting, int limit)
            throws Exception {
        String settings = "session { max-message = %s, receive-window = 4MiB }\n";
        try (TestCluster cluster = TestCluster.of(2, settings.formatted(setting))) {
            cluster.addEdge("link.direct = off");
            cluster.awaitReady(3);
            List<TestStream> players = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                ClientConnection at = cluster.connect(cluster.address(cluster.edge(i)));
                players.add(TestStream.playing(at, "large"));
            }
            TestStream publisher =
                    TestStream.publishing(
                            cluster.connect(cluster.address(cluster.edge(0))), "large");
            List<RtmpMessage> sent = new ArrayList<>();
            sent.add(video(0, KEY, 1000));
            publisher.send(sent);
            for (TestStream player : players) {
                player.awaitMessages(MessageType.VIDEO, 1);
            }
            for (RtmpMessage large :
                    List.of(video(40, KEY, limit), video(80, INTER, 500), video(120, KEY, limit))) {
                publisher.send(List.of(large));
                sent.add(large);
                // Queues hold one message however large: a frame behind it may take its place.
                for (TestStream player : players) {
                    player.awaitMessages(MessageType.VIDEO, sent.size());
                }
            }
            RtmpMessage data = data(160, limit);
            publisher.send(List.of(data));
            for (TestStream player : players) {
                player.awaitMessages(MessageType.VIDEO, sent.size());
                assertThat(encoded(player.messages(MessageType.VIDEO)).equals(encoded(sent)))
                        .as("byte for byte")
                        .isTrue();
                // Players are also told by the server what access they have to the media.
                player.awaitMessages(MessageType.DATA_AMF0, 2);
                assertThat(largest(player).encoded()).isEqualTo(data.encoded());
                assertThat(player.gaps()).isZero();
            }
            assertThat(cluster.origin().relayedBytes()).isGreaterThan(3L * limit);

            publisher.send(video(200, KEY, limit + 1));
            publisher.awaitStatus(StatusCode.STREAM_FAILED, 1);
            assertThat(publisher.statuses())
                    .filteredOn(status -> status.is(StatusCode.STREAM_FAILED))
                    .extracting(Status::description)
                    .singleElement()
                    .asString()
                    .matches(
                            "a message of [0-9]+ bytes or more was not taken: at most "
                                    + limit
                                    + " \\(session.max-message\\)");
            RtmpMessage audio = message(MessageType.AUDIO, 240, 0xaf, 300);
            publisher.send(audio);
            for (TestStream player : players) {
                player.awaitMessages(MessageType.AUDIO, 1);
                assertThat(player.isClosed()).isFalse();
                assertThat(player.count(StatusCode.PLAY_UNPUBLISH_NOTIFY)).isZero();
            }
        }
    }

    private static List<ByteBuffer> encoded(List<RtmpMessage> messages) {
        return messages.stream().map(message -> ByteBuffer.wrap(message.encoded())).toList();
    }

    private static RtmpMessage largest(TestStream player) {
        return player.messages(MessageType.DATA_AMF0).stream()
                .reduce((a, b) -> a.encoded().length > b.encoded().length ? a : b)
                .orElseThrow();
    }

    /** As long as that with its header. */
    private static RtmpMessage video(long time, int first, int length) {
        return message(MessageType.VIDEO, time, first, length);
    }

    private static RtmpMessage message(int type, long time, int first, int length) {
        byte[] payload = new byte[length - RtmpMessage.HEADER_SIZE];
        new Random(time).nextBytes(payload);
        payload[0] = (byte) first;
        payload[1] = 1;
        return RtmpMessage.of(type, time, payload);
    }

    /** As long as that, or two bytes shorter. */
    private static RtmpMessage data(long time, int length) {
        int around = data("").encode(time).encoded().length + 2;
        return data("x".repeat(length - around)).encode(time);
    }

    private static DataMessage data(String text) {
        return new DataMessage("onBlob", List.of(AmfValue.of(text)));
    }
}
