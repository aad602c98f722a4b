package org.altocumulus.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void itHasItsStartAndNotItsEnd() {
        Window window = new Window(100, 50);
        assertThat(window.contains(99)).isFalse();
        assertThat(window.contains(100)).isTrue();
        assertThat(window.contains(149)).isTrue();
        assertThat(window.contains(150)).isFalse();
        assertThat(window.seconds()).isEqualTo(50e-9);
    }

    /** The clock of a machine starts anywhere and may run over. */
    @Test
    void itMayBeWhereTheClockRunsOver() {
        Window window = new Window(Long.MAX_VALUE - 10, 50);
        assertThat(window.contains(Long.MAX_VALUE)).isTrue();
        assertThat(window.contains(Long.MIN_VALUE + 5)).isTrue();
        assertThat(window.contains(Long.MIN_VALUE + 50)).isFalse();
    }

    @Test
    void aCutEndsItEarlierAndNeverLater() {
        Window window = new Window(100, 50);
        window.cut(160);
        assertThat(window.end()).isEqualTo(150);
        window.cut(120);
        assertThat(window.contains(119)).isTrue();
        assertThat(window.contains(120)).isFalse();
        window.cut(90);
        assertThat(window.seconds()).isZero();
    }
}
