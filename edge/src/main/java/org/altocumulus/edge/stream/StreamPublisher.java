package org.altocumulus.edge.stream;

import java.util.function.Consumer;

/**
 * Whoever publishes a stream, by whatever protocol: a client, a file that is played. It owns a
 * {@link Publication}, which calls it on the loop of both. Nothing is called after {@link
 * Publication#release}.
 */
public interface StreamPublisher {
    /** The stream is published. */
    void onPublished();

    /** The claim was refused, or the name was taken away later. */
    void onPublicationEnded(String reason);

    /** Who it is. Any thread; it does not change. */
    PublisherIdentity identity();

    /**
     * Another publisher wants the name: finds out whether this one is still there. On its loop.
     *
     * @param alive to be told once, on that loop, after at most {@link Publication#SILENCE}
     */
    void checkAlive(Consumer<Boolean> alive);
}
