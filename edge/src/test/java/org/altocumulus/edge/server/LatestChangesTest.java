package org.altocumulus.edge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatestChangesTest {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();
    private final LatestChanges<String, Integer> changes =
            new LatestChanges<>(
                    tasks::add, (key, value) -> told.add(key + ' ' + value.orElse(null)));

    private List<String> run() {
        told.clear();
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
        return told;
    }

    @Test
    void onlyTheLatestOfAKeyIsTold() {
        changes.put("a", 1);
        changes.put("a", 2);
        assertThat(run()).containsExactly("a 2");
        assertThat(changes.remove("a")).isTrue();
        changes.put("a", 3);
        assertThat(run()).containsExactly("a 3");
        assertThat(changes.remove("a")).isTrue();
        assertThat(run()).containsExactly("a null");
        assertThat(changes.remove("a")).isFalse();
        assertThat(run()).isEmpty();
    }

    @Test
    void whatIsTakenBackBeforeItWasToldVanishes() {
        for (int i = 0; i < 100_000; i++) {
            changes.put("name " + i, i);
            assertThat(changes.remove("name " + i)).isFalse();
        }
        assertThat(changes.size()).isZero();
        assertThat(tasks).hasSize(1);
        assertThat(run()).isEmpty();
    }

    @Test
    void oneTaskTakesABatchAndTheRestFollows() {
        for (int i = 0; i < 3 * LatestChanges.MAX_BATCH; i++) {
            changes.put("name " + i, i);
        }
        assertThat(tasks).hasSize(1);
        tasks.remove().run();
        assertThat(told).hasSize(LatestChanges.MAX_BATCH);
        assertThat(tasks).hasSize(1);
        assertThat(run()).hasSize(2 * LatestChanges.MAX_BATCH);
    }

    @Test
    void aChangeThatFailsHoldsUpNoOther() {
        List<String> taken = new ArrayList<>();
        LatestChanges<String, Integer> failing =
                new LatestChanges<>(
                        tasks::add,
                        (key, value) -> {
                            taken.add(key);
                            if (taken.size() == 1) {
                                throw new IllegalStateException("a deliberate fault");
                            }
                        });
        failing.put("a", 1);
        failing.put("b", 1);
        while (!tasks.isEmpty()) {
            try {
                tasks.remove().run();
            } catch (IllegalStateException e) {
                assertThat(taken).hasSize(1);
            }
        }
        assertThat(taken).containsExactlyInAnyOrder("a", "b");
    }

    /** Each key is changed by one thread, as clients are by their loops. */
    @Test
    void afterManyChangesFromManyThreadsTheOtherKnowsTheTruth() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        ExecutorService loops = Executors.newFixedThreadPool(3);
        Map<Integer, Integer> known = new ConcurrentHashMap<>();
        LatestChanges<Integer, Integer> shared =
                new LatestChanges<>(
                        other::execute,
                        (key, value) ->
                                value.ifPresentOrElse(
                                        v -> known.put(key, v), () -> known.remove(key)));
        for (int thread = 0; thread < 3; thread++) {
            int first = thread;
            loops.execute(
                    () -> {
                        for (int i = 0; i < 30_000; i++) {
                            int key = first + 3 * (i % 50);
                            if (i % 7 < 4) {
                                shared.put(key, i);
                            } else {
                                shared.remove(key);
                            }
                        }
                        for (int key = first; key < 150; key += 3) {
                            if (key % 2 == 0) {
                                shared.put(key, -1);
                            } else {
                                shared.remove(key);
                            }
                        }
                    });
        }
        loops.shutdown();
        assertThat(loops.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 10 && shared.size() > 0; i++) {
            other.submit(() -> {}).get(60, TimeUnit.SECONDS);
        }
        other.submit(() -> {}).get(60, TimeUnit.SECONDS);
        other.shutdown();
        assertThat(known).hasSize(75).allSatisfy((key, v) -> assertThat(key % 2).isZero());
        assertThat(known.values()).containsOnly(-1);
    }
}
