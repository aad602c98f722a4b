package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.LivePublisher;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.relay.LinkConditions;
import org.altocumulus.relay.LinkCounters;
import org.altocumulus.relay.RelaySettings;
import org.altocumulus.relay.UdpRelay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A publisher and a player whose ways to the server are bad: what each sends crosses the relay, so
 * that a message of the stream is exposed to it twice.
 */
@Tag("long")
@Timeout(240)
class LossyPathTest {
    private static final boolean LONG = Boolean.getBoolean("altocumulus.test.long");
    private static final int FRAMES_PER_SECOND = 25;
    private static final int SECONDS = LONG ? 60 : 8;
    private static final long SEED = 3;

    /**
     * What a node has unless it is configured, as other tests send faster than real time; and loops
     * to which the kernel may give the packets of a client that moved.
     */
    private static final String SETTINGS =
            """
            node.event-loops = 3
            media { queue.time = 5s, deadline { audio = 2s, inter-frame = 1s, key-frame = 5s } }
            """;

    private static final String LOSSY = "loss=3% delay=50ms jitter=10ms reorder=5%";
    private static final String LATE = "delay=50ms jitter=10ms reorder=5%";

    private TestCluster cluster;
    private UdpRelay relay;
    private ClientConnection publishing;
    private ClientConnection playing;

    private void connectThrough(String conditions) throws Exception {
        LinkConditions both = LinkConditions.parse(conditions);
        cluster = TestCluster.of(0, SETTINGS);
        relay = UdpRelay.open(RelaySettings.before(cluster.originAddress(), both, SEED));
        publishing = cluster.connect(relay.address());
        playing = cluster.connect(relay.address());
    }

    @AfterEach
    void close() {
        if (cluster != null) {
            cluster.close();
        }
        if (relay != null) {
            relay.close();
        }
    }

    @Test
    void aLiveStreamLosesNoAudioThroughLossDelayAndReordering() throws Exception {
        connectThrough(LOSSY);
        List<RtmpMessage> sent = TestMedia.generated(11, SECONDS * FRAMES_PER_SECOND);
        TestStream player = TestStream.playing(playing, "lossy");
        LivePublisher publisher = new LivePublisher();
        publisher.run(
                Await.result(publishing.createStream(publisher)), "lossy", TestMedia.source(sent));
        player.awaitStatus(StatusCode.PLAY_UNPUBLISH_NOTIFY, 1);
        assertArrived(sent, player);
        assertImpaired(relay.toTarget());
        assertImpaired(relay.toClients());
        assertSameSessions();
    }

    @Test
    void aLiveStreamGoesOnWhenItsClientsMoveToOtherPorts() throws Exception {
        connectThrough(LATE);
        List<RtmpMessage> sent = TestMedia.generated(12, SECONDS * FRAMES_PER_SECOND);
        TestStream player = TestStream.playing(playing, "moving");
        LivePublisher publisher = new LivePublisher(movingAt(sent.size() / 3));
        publisher.run(
                Await.result(publishing.createStream(publisher)), "moving", TestMedia.source(sent));
        player.awaitStatus(StatusCode.PLAY_UNPUBLISH_NOTIFY, 1);
        assertArrived(sent, player);
        assertThat(relay.rebinds()).as("two moves of two clients").isEqualTo(4);
        assertThat(relay.followedRebinds()).isEqualTo(4);
        assertSameSessions();
    }

    /** Moves both clients each time that so many messages are sent, twice. */
    private LivePublisher.SentListener movingAt(int messages) {
        return new LivePublisher.SentListener() {
            private int sent;

            @Override
            public void onSent(RtmpMessage message, long nanos) {
                sent++;
                if (sent == messages || sent == 2 * messages) {
                    assertThat(relay.rebind()).isEqualTo(2);
                }
            }
        };
    }

    /** All audio in order; of video what is there in order, once and unchanged. */
    private static void assertArrived(List<RtmpMessage> sent, TestStream player) {
        assertThat(player.received(MediaKind::isAudio))
                .as("audio, %d gaps", player.gaps())
                .isEqualTo(TestStream.hex(sent, MediaKind::isAudio));
        Iterator<String> published = TestStream.hex(sent, MediaKind::isVideo).iterator();
        List<String> video = player.received(MediaKind::isVideo);
        for (String frame : video) {
            assertThat(isAmong(published, frame))
                    .as("in order, once, unchanged: %s", frame)
                    .isTrue();
        }
        assertThat(video).as("video").hasSizeGreaterThan(SECONDS * FRAMES_PER_SECOND / 2);
    }

    /** Whether {@code wanted} is one of those that remain, which are passed over up to it. */
    private static boolean isAmong(Iterator<String> remaining, String wanted) {
        while (remaining.hasNext()) {
            if (remaining.next().equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    private static void assertImpaired(LinkCounters counters) {
        assertThat(counters.lost.sum()).as("lost of %s", counters).isPositive();
        assertThat(counters.heldBack.sum()).as("held back of %s", counters).isPositive();
    }

    private void assertSameSessions() {
        MediaNode node = cluster.origin().server().node();
        assertThat(publishing.closed()).isNotDone();
        assertThat(playing.closed()).isNotDone();
        assertThat(node.sessions()).isEqualTo(2);
        assertThat(node.counters().sessionsOpened.sum()).isEqualTo(2);
    }
}
