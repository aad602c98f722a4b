package org.altocumulus.protocol.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WantedStreamsTest {
    private static final StreamKey A = new StreamKey("live", "a");
    private static final Publication FIRST = new Publication(A, "e-1");
    private static final Publication SECOND = new Publication(A, "e-2");

    private final RecordingListener listener = new RecordingListener();
    private final WantedStreams wanted = new WantedStreams(listener);

    @BeforeEach
    void want() {
        assertThat(wanted.want(A)).isTrue();
        assertThat(wanted.want(A)).isFalse();
    }

    private void frame(long sequence, MediaKind kind) {
        wanted.received(new MediaFrame(A, sequence, 9, 0, kind, new byte[0]));
    }

    private Object[] received() {
        return listener.frames.stream().map(MediaFrame::sequence).toArray();
    }

    @Test
    void mediaBeforeAStartOrOfAnUnwantedStreamArePassedOver() {
        frame(1, MediaKind.KEY);
        wanted.received(new StreamStart(FIRST));
        assertThat(wanted.unwant(A)).isTrue();
        frame(2, MediaKind.KEY);
        assertThat(listener.frames).isEmpty();
        assertThat(listener.calls).containsExactly("started " + FIRST);
    }

    @Test
    void whatGoesOnWithoutARepetitionHasNoGapThoughAConfigurationIsTheFirst() {
        assertThat(wanted.position(A)).isNull();
        wanted.received(new StreamStart(FIRST));
        frame(0, MediaKind.VIDEO_CONFIG);
        assertThat(wanted.position(A)).isNull();
        frame(1, MediaKind.KEY);
        frame(2, MediaKind.INTER);
        assertThat(wanted.position(A)).isEqualTo(new StreamPosition("e-1", 2));
        wanted.received(new StreamStart(FIRST));
        assertThat(wanted.position(A)).isEqualTo(new StreamPosition("e-1", 2));
        frame(3, MediaKind.VIDEO_CONFIG);
        frame(4, MediaKind.KEY);
        assertThat(wanted.lost()).isZero();
        assertThat(received()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void aPrefaceOfOldMessagesIsNoLossAndAGapBehindItIs() {
        wanted.received(new StreamStart(FIRST));
        frame(0, MediaKind.METADATA);
        frame(2, MediaKind.VIDEO_CONFIG);
        frame(500, MediaKind.KEY);
        frame(501, MediaKind.INTER);
        assertThat(wanted.lost()).isZero();
        frame(504, MediaKind.KEY);
        assertThat(wanted.lost()).isEqualTo(2);
        assertThat(received()).containsExactly(0L, 2L, 500L, 501L, 504L);
    }

    @Test
    void aSecondStartOfThePublicationBringsOnlyWhatIsNew() {
        wanted.received(new StreamStart(FIRST));
        frame(0, MediaKind.METADATA);
        frame(10, MediaKind.KEY);
        frame(11, MediaKind.INTER);
        wanted.received(new StreamStart(FIRST));
        frame(0, MediaKind.METADATA);
        frame(10, MediaKind.KEY);
        frame(11, MediaKind.INTER);
        frame(12, MediaKind.INTER);
        assertThat(received()).containsExactly(0L, 10L, 11L, 12L);
        assertThat(listener.calls).containsExactly("started " + FIRST);
        assertThat(wanted.lost()).isZero();

        wanted.received(new StreamStart(FIRST));
        frame(0, MediaKind.METADATA);
        frame(20, MediaKind.KEY);
        assertThat(wanted.lost()).isEqualTo(7);
    }

    @Test
    void aSecondStartBehindAPrefaceAloneIsNoLoss() {
        wanted.received(new StreamStart(FIRST));
        frame(0, MediaKind.METADATA);
        wanted.received(new StreamStart(FIRST));
        frame(0, MediaKind.METADATA);
        frame(500, MediaKind.KEY);
        assertThat(received()).containsExactly(0L, 500L);
        assertThat(wanted.lost()).isZero();
    }

    @Test
    void anotherPublicationEndsTheFirst() {
        wanted.received(new StreamStart(FIRST));
        frame(7, MediaKind.KEY);
        wanted.received(new StreamStart(SECOND));
        frame(0, MediaKind.KEY);
        wanted.received(new StreamEnd(FIRST));
        wanted.received(new StreamEnd(SECOND));
        wanted.received(new StreamEnd(SECOND));
        assertThat(listener.calls)
                .containsExactly(
                        "started " + FIRST,
                        "ended " + FIRST,
                        "started " + SECOND,
                        "ended " + SECOND);
        assertThat(received()).containsExactly(7L, 0L);
    }

    @Test
    void anOriginThatKnowsOfNoSuchPublicationEndsIt() {
        wanted.current(A, null);
        wanted.received(new StreamStart(FIRST));
        wanted.current(A, FIRST.token());
        assertThat(listener.calls).containsExactly("started " + FIRST);
        wanted.current(A, null);
        assertThat(listener.calls).containsExactly("started " + FIRST, "ended " + FIRST);
    }

    private void past(long sequence, MediaKind kind) {
        wanted.received(new MediaFrame(A, sequence, 9, 0, kind, new byte[0]).asPast());
    }

    private Object[] pastOnes() {
        return listener.frames.stream()
                .filter(MediaFrame::isPast)
                .map(MediaFrame::sequence)
                .toArray();
    }

    /** Who had the stream before an interruption has missed what others join late for. */
    @Test
    void whatIsPastForWhoJoinsIsNotForWhoWasThere() {
        wanted.received(new StreamStart(FIRST));
        frame(0, MediaKind.METADATA);
        past(10, MediaKind.KEY);
        frame(11, MediaKind.INTER);
        wanted.received(new StreamStart(FIRST));
        past(10, MediaKind.KEY);
        past(11, MediaKind.INTER);
        past(12, MediaKind.DATA);
        frame(13, MediaKind.INTER);
        assertThat(received()).containsExactly(0L, 10L, 11L, 12L, 13L);
        assertThat(pastOnes()).containsExactly(10L);
        wanted.received(new StreamStart(SECOND));
        past(5, MediaKind.KEY);
        assertThat(pastOnes()).containsExactly(10L, 5L);
    }
}
