package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Turns are taken by the test, in place of the threads, except in the last test. */
class KeyExchangeTest {
    private final Deque<String> idleWork = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();

    @Test
    void idleWorkIsDoneWhenNothingWaits() {
        KeyExchange exchange = new KeyExchange(1, 8, this::idle);
        idleWork.addAll(List.of("idle 1", "idle 2", "idle 3"));
        assertThat(exchange.turn()).isTrue();
        exchange.submit(() -> done.add("handshake 1"));
        exchange.submit(() -> done.add("handshake 2"));
        while (exchange.turn()) {
            assertThat(done).hasSizeLessThan(6);
        }
        assertThat(done)
                .containsExactly("idle 1", "handshake 1", "handshake 2", "idle 2", "idle 3");
    }

    @Test
    void noMoreWaitsThanTheQueueHolds() {
        KeyExchange exchange = new KeyExchange(1, 2, this::idle);
        assertThat(exchange.submit(() -> done.add("1"))).isTrue();
        assertThat(exchange.submit(() -> done.add("2"))).isTrue();
        assertThat(exchange.submit(() -> done.add("3"))).isFalse();
        exchange.turn();
        assertThat(exchange.submit(() -> done.add("4"))).isTrue();
        while (exchange.turn()) {
            assertThat(done).hasSizeLessThan(4);
        }
        assertThat(done).containsExactly("1", "2", "4");
    }

    @Test
    void whatWaitsAtTheEndIsDropped() {
        KeyExchange exchange = new KeyExchange(1, 2, this::idle);
        exchange.submit(() -> done.add("1"));
        exchange.close();
        assertThat(exchange.turn()).isFalse();
        assertThat(exchange.submit(() -> done.add("2"))).isFalse();
        assertThat(done).isEmpty();
    }

    @Test
    void aThreadSurvivesWorkThatFailsAndWakesForTheNext() throws InterruptedException {
        CountDownLatch idle = new CountDownLatch(1);
        try (KeyExchange exchange =
                new KeyExchange(
                        1,
                        8,
                        () -> {
                            idle.countDown();
                            return false;
                        })) {
            exchange.start();
            assertThat(idle.await(30, TimeUnit.SECONDS)).isTrue();
            CountDownLatch ran = new CountDownLatch(1);
            exchange.submit(
                    () -> {
                        throw new IllegalStateException("expected in the log of this test");
                    });
            exchange.submit(
                    () -> {
                        throw new NoClassDefFoundError("expected in the log of this test");
                    });
            exchange.submit(
                    () -> {
                        throw new StackOverflowError("expected in the log of this test");
                    });
            exchange.submit(ran::countDown);
            assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private boolean idle() {
        String work = idleWork.poll();
        if (work != null) {
            done.add(work);
        }
        return work != null;
    }
}
