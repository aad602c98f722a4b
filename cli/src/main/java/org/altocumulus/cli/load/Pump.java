package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CompletableFuture;

/**
 * Starts pieces of work: each at its time, or the next as soon as one has ended; never more at a
 * time than are allowed. What is late because of that is started as soon as there is room, and
 * learns when it was meant to begin. Any thread.
 */
final class Pump {
    private static final long NOTHING = -1;
    private static final long PAUSE = MILLISECONDS.toNanos(10);

    private final Timers timers;
    private final LoadClock clock;
    private final Schedule schedule;
    private final int atOnce;
    private final long total;
    private final Task task;
    private boolean stopped;
    private long started;
    private int inFlight;

    /** A piece of work. */
    @FunctionalInterface
    interface Task {
        /**
         * Starts it.
         *
         * @param index from 0
         * @param intended when it was meant to begin
         * @return completes when it has ended, with a failure or without
         */
        CompletableFuture<?> start(long index, long intended);
    }

    /**
     * @param timers any thread may use them
     * @param schedule null for no rate
     * @param atOnce how many there may be at a time
     * @param total how many there will be
     */
    Pump(Timers timers, LoadClock clock, Schedule schedule, int atOnce, long total, Task task) {
        this.timers = timers;
        this.clock = clock;
        this.schedule = schedule;
        this.atOnce = atOnce;
        this.total = total;
        this.task = task;
    }

    /** Starts what is due now, and the rest in its time. */
    void start() {
        startDue();
        long next = nextDelay();
        if (next != NOTHING) {
            timers.after(next, this::start);
        }
    }

    /** Starts no more. */
    synchronized void stop() {
        stopped = true;
    }

    /** Pieces of work that have begun and not ended. */
    synchronized int inFlight() {
        return inFlight;
    }

    /** Pieces of work that have begun. */
    synchronized long started() {
        return started;
    }

    /** Whether all have begun and ended. */
    synchronized boolean isDone() {
        return started == total && inFlight == 0;
    }

    private void startDue() {
        for (long index = claim(); index != NOTHING; index = claim()) {
            long intended = schedule == null ? clock.nanos() : schedule.at(index);
            var unused =
                    task.start(index, intended).whenComplete((done, failure) -> ended(failure));
        }
    }

    private synchronized long claim() {
        boolean due =
                !stopped
                        && started < total
                        && inFlight < atOnce
                        && (schedule == null || schedule.at(started) - clock.nanos() <= 0);
        if (!due) {
            return NOTHING;
        }
        inFlight++;
        return started++;
    }

    /** Until the next one is due, or nothing if the end of one that runs has to come first. */
    private synchronized long nextDelay() {
        if (schedule == null || stopped || started == total) {
            return NOTHING;
        }
        long until = schedule.at(started) - clock.nanos();
        // Without room there is no use in coming back at once.
        return inFlight < atOnce ? Math.max(0, until) : Math.max(PAUSE, until);
    }

    private void ended(Throwable failure) {
        if (failure == null) {
            release();
            startDue();
        } else {
            // What fails at once would otherwise be tried again without end.
            timers.after(
                    PAUSE,
                    () -> {
                        release();
                        startDue();
                    });
        }
    }

    private synchronized void release() {
        inFlight--;
    }
}
