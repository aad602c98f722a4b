package org.altocumulus.protocol.cluster;

/** Receives what became of the question whether a publisher is still there. */
public interface CheckAnswer {
    /**
     * The answer, given once.
     *
     * @param free whether the name is free now
     */
    void answered(boolean free, long now);
}
