package org.altocumulus.edge.server;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Lets a message through when it differs from the last one, and the same again after a while. */
final class RepeatFilter {
    private final LongSupplier clock;
    private final long reminder;
    private String last = "";
    private long admittedAt;

    /**
     * A filter that has seen nothing.
     *
     * @param clock nanoseconds of a monotonic clock
     * @param reminder after how long a message that goes on is let through again
     */
    RepeatFilter(LongSupplier clock, Duration reminder) {
        this.clock = clock;
        this.reminder = reminder.toNanos();
    }

    boolean admits(String message) {
        long now = clock.getAsLong();
        if (message.equals(last) && now - admittedAt < reminder) {
            return false;
        }
        last = message;
        admittedAt = now;
        return true;
    }
}
