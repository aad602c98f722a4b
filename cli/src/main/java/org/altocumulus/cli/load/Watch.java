package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits, and tells once a second how it goes. {@link #stop} may come from any thread. */
final class Watch {
    private static final long POLL = MILLISECONDS.toNanos(10);
    private static final long PERIOD = SECONDS.toNanos(1);

    private final LoadClock clock;
    private final Supplier<String> progress;
    private final Consumer<String> out;
    private long nextLine;
    private volatile boolean stopped;

    /**
     * @param progress how it goes
     * @param out gets a line a second
     */
    Watch(LoadClock clock, Supplier<String> progress, Consumer<String> out) {
        this.clock = clock;
        this.progress = progress;
        this.out = out;
        this.nextLine = clock.nanos() + PERIOD;
    }

    /** Ends all waiting, now and later, but for that {@link #settle} does. */
    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Waits until then. */
    void until(long time) throws InterruptedException {
        until(time, () -> false);
    }

    /** Waits until {@code done}, at most until then; whether it was. */
    boolean until(long time, BooleanSupplier done) throws InterruptedException {
        return await(time, () -> stopped || done.getAsBoolean()) && done.getAsBoolean();
    }

    /** As {@link #until}, and a stop does not end it: for what is short and completes a report. */
    boolean settle(long nanos, BooleanSupplier done) throws InterruptedException {
        return await(clock.nanos() + nanos, done);
    }

    private boolean await(long time, BooleanSupplier done) throws InterruptedException {
        while (!done.getAsBoolean()) {
            long now = clock.nanos();
            if (now - nextLine >= 0) {
                nextLine = now + PERIOD;
                out.accept(progress.get());
            }
            if (now - time >= 0) {
                return done.getAsBoolean();
            }
            NANOSECONDS.sleep(Math.min(POLL, time - now));
        }
        return true;
    }
}
