package org.altocumulus.edge.stream;

/** Takes what the cluster says to a wish to publish. Called from any thread, exactly once. */
public interface PublishAnswer {
    /** The stream is published here and nowhere else. */
    void accepted();

    /**
     * It cannot be published here.
     *
     * @param reason for the client to read
     */
    void refused(String reason);
}
