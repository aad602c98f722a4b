package org.altocumulus.protocol.session;

import java.util.concurrent.Callable;

/**
 * Computes key agreements away from the event loop, in a queue with a bound (RFC 7425 §4; a modular
 * exponentiation takes longer than a hundred packets).
 */
public interface KeyWorker {
    /**
     * Runs {@code work} on another thread and then hands its result to {@code then} on this loop.
     *
     * @return false, and neither will run, if too much waits already
     */
    <T> boolean submit(Callable<T> work, Completion<T> then);

    /** Takes the outcome on the loop. */
    @FunctionalInterface
    interface Completion<T> {
        /**
         * The work is done.
         *
         * @param now the time on the loop
         * @param result what the work returned, or null if it threw
         * @param failure what it threw, or null
         */
        void done(long now, T result, Exception failure);
    }
}
