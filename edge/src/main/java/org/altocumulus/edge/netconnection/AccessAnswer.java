package org.altocumulus.edge.netconnection;

/** Takes what the policy says to a client's wish. From any thread; the first call counts. */
public interface AccessAnswer {
    /** The client may. */
    void accepted();

    /**
     * It may not.
     *
     * @param reason for the client to read
     */
    void refused(String reason);
}
