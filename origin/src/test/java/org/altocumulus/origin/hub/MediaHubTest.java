package org.altocumulus.origin.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.origin.directory.PublishedStream;
import org.altocumulus.origin.directory.StreamDirectory;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.MediaKind;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.StreamEnd;
import org.altocumulus.protocol.cluster.StreamEvent;
import org.altocumulus.protocol.cluster.StreamStart;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MediaHubTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final StreamKey A = new StreamKey("live", "a");
    private static final Publication P1 = new Publication(A, "p1");
    private static final Publication P2 = new Publication(A, "p2");
    private static final PublishedStream AT_1 = new PublishedStream("e1", P1, 0);
    private static final PublishedStream AT_2 = new PublishedStream("e2", P2, 0);

    private final StreamDirectory directory = new StreamDirectory(10);
    private final MediaHub hub = new MediaHub(directory, 1000, 10_000);
    private final Port port1 = new Port();
    private final Port port2 = new Port();
    private final Port port3 = new Port();

    private static final class Port implements EdgePort {
        final List<StreamEvent> events = new ArrayList<>();

        @Override
        public void forward(StreamEvent event, long now) {
            events.add(event);
        }

        @Override
        public void discard(StreamKey stream) {
            events.removeIf(event -> event instanceof MediaFrame && event.stream().equals(stream));
        }
    }

    @BeforeEach
    void attach() throws LinkRefusal {
        hub.attach("e1", port1, 0);
        hub.attach("e2", port2, 0);
        hub.attach("e3", port3, 0);
        directory.want("e1", A);
        directory.want("e2", A);
    }

    private static MediaFrame frame(long sequence, MediaKind kind) {
        return new MediaFrame(A, sequence, 9, 0, kind, new byte[100]);
    }

    private void flow() {
        hub.expect(AT_1);
        hub.received("e1", new StreamStart(P1), 0);
        hub.received("e1", frame(0, MediaKind.METADATA), 0);
        hub.received("e1", frame(1, MediaKind.KEY), 0);
    }

    @Test
    void oneAndTheSameMessageGoesToEachEdgeThatWantsItAndNotBack() throws LinkRefusal {
        directory.want("e3", A);
        flow();
        assertThat(port2.events)
                .containsExactly(
                        new StreamStart(P1), frame(0, MediaKind.METADATA), frame(1, MediaKind.KEY));
        assertThat(port3.events).isEqualTo(port2.events);
        assertThat(port3.events.get(2)).isSameAs(port2.events.get(2));
        assertThat(port1.events).isEmpty();
    }

    @Test
    void whatWasNotAskedForIsIgnored() {
        hub.received("e1", new StreamStart(P1), 0);
        hub.received("e1", frame(0, MediaKind.KEY), 0);
        hub.expect(AT_1);
        hub.received("e1", frame(1, MediaKind.KEY), 0);
        hub.received("e3", new StreamStart(P1), 0);
        hub.received("e1", new StreamStart(P2), 0);
        hub.received("e1", new StreamEnd(P1), 0);
        assertThat(port2.events).isEmpty();
        assertThat(hub.ignored()).isEqualTo(6);
    }

    @Test
    void aLateEdgeBeginsWithTheKeyFrame() throws LinkRefusal {
        flow();
        hub.received("e1", frame(2, MediaKind.INTER), 0);
        directory.want("e3", A);
        hub.join("e3", A, 3 * SECOND);
        assertThat(port3.events)
                .containsExactly(
                        new StreamStart(P1),
                        frame(0, MediaKind.METADATA),
                        frame(1, MediaKind.KEY).asPast(),
                        frame(2, MediaKind.INTER).asPast());
    }

    /** Its players may have waited, and get what players of the first edge got. */
    @Test
    void anEdgeThatComesMomentsAfterTheBeginningGetsAllOfIt() throws LinkRefusal {
        hub.expect(AT_1);
        hub.received("e1", new StreamStart(P1), 0);
        List<MediaFrame> all =
                List.of(
                        frame(0, MediaKind.AUDIO_CONFIG),
                        frame(1, MediaKind.AUDIO),
                        frame(2, MediaKind.VIDEO_CONFIG),
                        frame(3, MediaKind.KEY),
                        frame(4, MediaKind.AUDIO));
        all.forEach(frame -> hub.received("e1", frame, 0));
        directory.want("e3", A);
        hub.join("e3", A, SECOND);
        assertThat(port3.events.subList(1, port3.events.size())).isEqualTo(all);
    }

    @Test
    void whatWasAskedForLateHasNoBeginning() throws LinkRefusal {
        hub.expect(AT_1);
        hub.received("e1", new StreamStart(P1), 0);
        hub.received("e1", frame(7, MediaKind.AUDIO_CONFIG), 0);
        hub.received("e1", frame(8, MediaKind.AUDIO), 0);
        directory.want("e3", A);
        hub.join("e3", A, SECOND);
        assertThat(port3.events)
                .containsExactly(new StreamStart(P1), frame(7, MediaKind.AUDIO_CONFIG));
    }

    @Test
    void anEdgeThatLeavesGetsAnEndBehindWhatIsUnderWay() {
        flow();
        directory.unwant("e2", A);
        hub.leave("e2", A, 0);
        hub.leave("e3", new StreamKey("live", "b"), 0);
        hub.received("e1", frame(2, MediaKind.INTER), 0);
        assertThat(port2.events).containsExactly(new StreamStart(P1), new StreamEnd(P1));
        assertThat(port3.events).isEmpty();
    }

    @Test
    void anEdgeWithANewMediaConnectionGetsAllThatItWants() {
        flow();
        hub.detach("e2");
        hub.received("e1", frame(2, MediaKind.INTER), 0);
        Port again = new Port();
        hub.attach("e2", again, 0);
        assertThat(again.events).hasSize(4).startsWith(new StreamStart(P1));
    }

    @Test
    void theLastMessagesAreForwardedAfterTheStreamIsUnpublished() {
        flow();
        hub.ending(AT_1, 0);
        hub.received("e1", frame(2, MediaKind.INTER), 0);
        hub.received("e1", new StreamEnd(P1), 0);
        hub.received("e1", frame(3, MediaKind.INTER), 0);
        assertThat(port2.events).endsWith(frame(2, MediaKind.INTER), new StreamEnd(P1)).hasSize(5);
        assertThat(hub.flowing()).isEmpty();
        assertThat(hub.delay(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anEndThatDoesNotComeIsMade() {
        flow();
        hub.ending(AT_1, 0);
        assertThat(hub.delay(SECOND)).isEqualTo(4 * SECOND);
        hub.tick(5 * SECOND - 1);
        assertThat(port2.events).doesNotContain(new StreamEnd(P1));
        hub.tick(5 * SECOND);
        assertThat(port2.events).endsWith(new StreamEnd(P1));
    }

    @Test
    void theNextPublicationEndsTheOneBefore() {
        flow();
        hub.ending(AT_1, 0);
        hub.expect(AT_2);
        hub.received("e1", frame(2, MediaKind.INTER), 0);
        hub.received("e2", new StreamStart(P2), 0);
        hub.received("e1", frame(3, MediaKind.INTER), 0);
        hub.tick(6 * SECOND);
        assertThat(port2.events).endsWith(frame(2, MediaKind.INTER), new StreamEnd(P1));
        assertThat(port1.events).containsExactly(new StreamStart(P2));
        assertThat(hub.flowing()).containsExactly(AT_2);
    }

    @Test
    void aPublicationThatIsGoneEndsAtOnce() {
        flow();
        hub.stop(AT_1, 0);
        hub.stop(AT_1, 0);
        assertThat(port2.events).endsWith(new StreamEnd(P1)).hasSize(4);
    }

    @Test
    void anEndIsToldEvenIfTheStartHadNotCome() {
        hub.expect(AT_1);
        hub.ending(AT_1, 0);
        assertThat(port2.events).containsExactly(new StreamEnd(P1));
        assertThat(port1.events).isEmpty();
        hub.received("e1", new StreamStart(P1), 0);
        assertThat(hub.ignored()).isEqualTo(1);
    }
}
