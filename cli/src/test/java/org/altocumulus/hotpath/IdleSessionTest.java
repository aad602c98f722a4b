package org.altocumulus.hotpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Bounds what a session holds whose client has connected and does nothing, so that more shows
 * without many sessions. Only what the session and its connection have of their own: {@code
 * docs/performance.md} says what the tables of the node add. A figure that falls well below its
 * bound fails too: the bound then has to follow it.
 */
class IdleSessionTest {
    /** Bytes; object headers of 12 bytes, references of 4. JDK 17 and 25 differ by some ten. */
    private static final int BOUND = 2_810;

    private static final int MARGIN = 48;

    @Test
    void anIdleSessionHoldsNoMoreThanItDid() throws Exception {
        List<String> figures = Figures.of(IdleFigures.class, "-XX:+UseSerialGC");
        int total = Integer.parseInt(figures.get(0).substring("total ".length()));
        assertThat(total)
                .as("bytes of an idle session; %d were allowed%n%s", BOUND, figures)
                .isBetween(BOUND - 2 * MARGIN, BOUND + MARGIN);
        assertThat(figures)
                .as("ciphers of a session at rest")
                .noneMatch(line -> line.startsWith("javax.crypto."));
    }
}
