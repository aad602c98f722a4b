package org.altocumulus.protocol.congestion;

/** The controllers to choose from. */
public enum CongestionAlgorithm {
    /** Appendix A: grows until something is lost, and gets its share beside the TCPs of others. */
    WINDOW,
    /** Keeps queues short and yields to what fills them. */
    DELAY;

    /**
     * Makes a controller in its initial state.
     *
     * @param maxSegment the most user data that one packet carries, in bytes
     */
    public CongestionController create(int maxSegment) {
        return switch (this) {
            case WINDOW -> new AppendixAController(maxSegment);
            case DELAY -> new DelayController(maxSegment);
        };
    }
}
