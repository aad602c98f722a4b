package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpeningsTest {
    private final Openings openings = new Openings();

    @Test
    void aSessionIsFoundByItsSocketUntilItIsTakenOut() {
        Slot one = new Slot(null, 1, 5, () -> {});
        Slot sharing = new Slot(null, 2, 5, () -> {});
        Slot elsewhere = new Slot(null, 3, 6, () -> {});
        openings.add(one);
        openings.add(sharing);
        openings.add(elsewhere);
        assertThat(openings.at(5)).containsExactly(one, sharing);
        assertThat(openings.at(6)).containsExactly(elsewhere);
        assertThat(openings.at(7)).isEmpty();

        openings.remove(one);
        openings.remove(one);
        assertThat(openings.at(5)).containsExactly(sharing);
        openings.remove(sharing);
        assertThat(openings.at(5)).isEmpty();
        assertThat(openings.at(6)).containsExactly(elsewhere);
    }
}
