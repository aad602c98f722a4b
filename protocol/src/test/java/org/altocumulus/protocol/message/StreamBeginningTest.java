package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamBeginningTest {
    private final StreamBeginning<Piece> beginning = new StreamBeginning<>(100);

    private record Piece(int size) implements LateJoinCache.Message<Piece> {
        @Override
        public MediaKind kind() {
            return MediaKind.AUDIO;
        }

        @Override
        public String frame() {
            return null;
        }

        @Override
        public boolean clears() {
            return false;
        }

        @Override
        public long timestamp() {
            return 0;
        }

        @Override
        public boolean hasContentOf(Piece other) {
            return equals(other);
        }
    }

    private void add(long number, int size, long now) {
        beginning.add(new Piece(size), number, now);
    }

    @Test
    void keepsAllInItsOrder() {
        assertThat(beginning.messages(0)).isEmpty();
        add(0, 1, 50);
        add(1, 2, 50);
        add(2, 3, 60 + StreamBeginning.TIME / 2);
        assertThat(beginning.messages(50 + StreamBeginning.TIME))
                .containsExactly(new Piece(1), new Piece(2), new Piece(3));
    }

    @Test
    void isForgottenAfterItsTimeWhetherSomethingComesOrNot() {
        add(0, 1, 50);
        assertThat(beginning.messages(51 + StreamBeginning.TIME)).isEmpty();
        assertThat(beginning.messages(50)).isEmpty();
        StreamBeginning<Piece> other = new StreamBeginning<>(100);
        other.add(new Piece(1), 0, 50);
        other.add(new Piece(1), 1, 51 + StreamBeginning.TIME);
        assertThat(other.messages(50)).isEmpty();
    }

    @Test
    void theTimeBeginsWithTheFirstMessage() {
        add(0, 1, 10 * StreamBeginning.TIME);
        add(1, 1, 11 * StreamBeginning.TIME);
        assertThat(beginning.messages(11 * StreamBeginning.TIME)).hasSize(2);
    }

    @Test
    void tooManyBytesOfItAreNotKept() {
        add(0, 60, 0);
        add(1, 40, 0);
        assertThat(beginning.messages(0)).hasSize(2);
        add(2, 1, 0);
        assertThat(beginning.messages(0)).isEmpty();
    }

    @Test
    void nothingIsKeptIfAMessageIsMissing() {
        add(0, 1, 0);
        add(2, 1, 0);
        add(3, 1, 0);
        assertThat(beginning.messages(0)).isEmpty();
        StreamBeginning<Piece> late = new StreamBeginning<>(100);
        late.add(new Piece(1), 5, 0);
        assertThat(late.messages(0)).isEmpty();
    }

    @Test
    void whatItGaveDoesNotChange() {
        add(0, 1, 0);
        var given = beginning.messages(0);
        add(1, 1, 0);
        assertThat(given).hasSize(1);
    }
}
