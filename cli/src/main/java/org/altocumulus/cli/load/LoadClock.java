package org.altocumulus.cli.load;

/** The clock of a measurement. */
@FunctionalInterface
public interface LoadClock {
    /** Nanoseconds since any moment, as {@link System#nanoTime}. */
    long nanos();

    /** The clock of this machine. */
    static LoadClock system() {
        return System::nanoTime;
    }
}
