package org.altocumulus.cli.command;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The commands, as a process in which a second passes from each signal to the next, however soon it
 * comes: so the second one is never taken for the first.
 */
public final class SignalsSecondsApart {
    private SignalsSecondsApart() {}

    /** As that of {@link Altocumulus}. */
    public static void main(String[] args) {
        AtomicLong clock = new AtomicLong();
        Altocumulus.main(args, () -> clock.addAndGet(TimeUnit.SECONDS.toNanos(1)));
    }
}
