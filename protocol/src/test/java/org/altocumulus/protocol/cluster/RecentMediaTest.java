package org.altocumulus.protocol.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

class RecentMediaTest {
    private static final Publication A = new Publication(new StreamKey("live", "a"), "e1-1");
    private static final Publication B = new Publication(new StreamKey("live", "b"), "e1-2");

    private final RecentMedia recent = new RecentMedia();

    private void add(Publication publication, long sequence, int size, long now) {
        recent.add(
                publication,
                new MediaFrame(
                        publication.stream(), sequence, 9, 0, MediaKind.INTER, new byte[size]),
                now);
    }

    private Object[] after(Publication publication, long sequence) {
        return recent.after(publication, sequence).stream().map(MediaFrame::sequence).toArray();
    }

    @Test
    void whatCameBehindAMessageIsGivenInOrderAndOnce() {
        add(A, 10, 1, 0);
        add(B, 7, 1, 0);
        add(A, 11, 1, 0);
        add(A, 10, 1, 0);
        add(A, 11, 1, 0);
        add(A, 12, 1, 0);
        assertThat(after(A, 9)).containsExactly(10L, 11L, 12L);
        assertThat(after(A, 11)).containsExactly(12L);
        assertThat(after(A, 12)).isEmpty();
        assertThat(recent.after(A, 8)).isNull();
        assertThat(recent.after(new Publication(A.stream(), "e1-3"), 12)).isNull();
    }

    @Test
    void aMessageIsForgottenAfterFiveSeconds() {
        add(A, 1, 1, 0);
        add(A, 2, 1, RecentMedia.MAX_AGE);
        assertThat(after(A, 0)).containsExactly(1L, 2L);
        recent.tick(RecentMedia.MAX_AGE + 1);
        assertThat(recent.after(A, 0)).isNull();
        assertThat(after(A, 1)).containsExactly(2L);
        recent.tick(2 * RecentMedia.MAX_AGE + 1);
        assertThat(recent.after(A, 1)).isNull();
        assertThat(recent.bytes()).isZero();
    }

    @Test
    void allStreamsTogetherTakeNoMoreThanTheBound() {
        add(B, 0, 1, 0);
        for (int i = 0; i < 100; i++) {
            add(A, i, 1 << 20, i);
            assertThat(recent.bytes()).isLessThanOrEqualTo(RecentMedia.MAX_BYTES);
        }
        assertThat(recent.after(B, -1)).isNull();
        assertThat(after(A, 80)).hasSize(19);
    }
}
