package org.altocumulus.origin.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.altocumulus.origin.link.RandomPublishers.Happening;
import org.altocumulus.protocol.sim.SeededRuns;
import org.junit.jupiter.api.Test;

class RandomPublishersTest {
    private static final int ROUNDS = 12;

    @Test
    void playersGetFramesAgainWithinABoundWhateverBecomesOfPublishers() {
        Map<Happening, Long> longest = new EnumMap<>(Happening.class);
        AtomicInteger twoAtOnce = new AtomicInteger();
        int runs =
                SeededRuns.of(
                        RandomPublishersTest.class,
                        25,
                        5000,
                        seed -> {
                            RandomPublishers publishers = new RandomPublishers(seed);
                            for (int i = 0; i < ROUNDS; i++) {
                                publishers.happen();
                            }
                            publishers.longest.forEach(
                                    (w, time) -> longest.merge(w, time, Math::max));
                            twoAtOnce.addAndGet(publishers.twoAtOnce);
                        });
        if (runs > 1) {
            assertThat(longest).containsOnlyKeys(Happening.values());
            assertThat(twoAtOnce.get()).isGreaterThan(3);
        }
    }
}
