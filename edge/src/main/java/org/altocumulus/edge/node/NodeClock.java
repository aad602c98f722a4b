package org.altocumulus.edge.node;

/** The clocks of a node. */
public interface NodeClock {
    /** Nanoseconds since a moment in the past; monotonic and never negative. */
    long nanos();

    /** The time of day in milliseconds since 1970. */
    long wallMillis();

    /** The clocks of this machine. */
    static NodeClock system() {
        long start = System.nanoTime();
        return new NodeClock() {
            @Override
            public long nanos() {
                return System.nanoTime() - start;
            }

            @Override
            public long wallMillis() {
                return System.currentTimeMillis();
            }
        };
    }
}
