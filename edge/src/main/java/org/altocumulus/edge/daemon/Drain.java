package org.altocumulus.edge.daemon;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.altocumulus.edge.ops.Plural;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empties a node. Its clients are told that it goes away: not before the origins know that they
 * shall send nobody here, and a few at a time, as each comes to another node at once and costs a
 * key agreement there. Any thread.
 */
final class Drain {
    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

    /** How long origins are waited for that do not answer. */
    private static final long AHEAD_MILLIS = 2000;

    private static final long STEP_MILLIS = 50;
    private static final int STEPS = 40;
    private static final int LEAST_OF_STEP = 10;
    private static final long POLL_MILLIS = 20;

    private final IntSupplier clients;
    private final IntConsumer tell;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean stopped;

    /**
     * Nothing is drained yet.
     *
     * @param clients how many sessions there are
     * @param tell tells so many clients more, of each loop
     */
    Drain(IntSupplier clients, IntConsumer tell) {
        this.clients = clients;
        this.tell = tell;
    }

    /**
     * Begins to tell the clients; without effect the second time.
     *
     * @param known done when the origins know
     */
    void begin(Future<?> known) {
        if (!begun.getAndSet(true)) {
            Thread thread = new Thread(() -> tellAll(known), "drain");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Whether it has begun. */
    boolean hasBegun() {
        return begun.get();
    }

    private void tellAll(Future<?> known) {
        try {
            await(known);
            int most = Math.max(LEAST_OF_STEP, clients.getAsInt() / STEPS);
            for (int i = 0; i < STEPS && clients.getAsInt() > 0 && !stopped; i++) {
                tell.accept(most);
                TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
            }
            if (!stopped) {
                tell.accept(Integer.MAX_VALUE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(Future<?> known) throws InterruptedException {
        try {
            known.get(AHEAD_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.info("not all origins have answered that they know of the drain");
        }
    }

    /** Waits until there are no clients, at most for {@code cap}. */
    void await(Duration cap) throws InterruptedException {
        int before = clients.getAsInt();
        if (before > 0) {
            LOG.info(
                    "waiting for {} to leave, at most {} s",
                    Plural.of(before, "client"),
                    cap.toSeconds());
        }
        long deadline = System.nanoTime() + cap.toNanos();
        while (clients.getAsInt() > 0 && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        int left = clients.getAsInt();
        if (left > 0) {
            LOG.info("{} left: closing their sessions", Plural.of(left, "client"));
        }
    }

    /** Tells nobody any more. */
    void stop() {
        stopped = true;
    }
}
