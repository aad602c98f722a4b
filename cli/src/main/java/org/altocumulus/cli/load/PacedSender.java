package org.altocumulus.cli.load;

import org.altocumulus.protocol.message.RtmpMessage;

/**
 * Sends the messages of a source, each at its time, or as soon after it as it gets to it: what is
 * late keeps the time at which it was meant to be sent. Belongs to one loop.
 */
final class PacedSender {
    private final LoadClock clock;
    private final Timers timers;
    private final Programme.Source source;
    private final Outlet outlet;
    private final long start;
    private final long end;
    private volatile boolean stopped;

    /** Takes the messages. */
    @FunctionalInterface
    interface Outlet {
        /**
         * Sends a message.
         *
         * @param intended when that was meant to be
         */
        void send(RtmpMessage message, long intended);
    }

    /**
     * @param timers run their tasks on the loop
     * @param start when the source begins
     * @param end nothing is sent whose time is later than that
     */
    PacedSender(
            LoadClock clock,
            Timers timers,
            Programme.Source source,
            Outlet outlet,
            long start,
            long end) {
        this.clock = clock;
        this.timers = timers;
        this.source = source;
        this.outlet = outlet;
        this.start = start;
        this.end = end;
    }

    /** Sends what is due now, and the rest in its time. */
    void run() {
        while (!stopped) {
            long intended = start + source.due();
            if (intended - end >= 0) {
                return;
            }
            long left = intended - clock.nanos();
            if (left > 0) {
                timers.after(left, this::run);
                return;
            }
            outlet.send(source.next(intended), intended);
        }
    }

    /** Sends no more; from any thread. */
    void stop() {
        stopped = true;
    }
}
