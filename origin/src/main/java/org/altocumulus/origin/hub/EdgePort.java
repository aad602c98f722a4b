package org.altocumulus.origin.hub;

import org.altocumulus.protocol.cluster.StreamEvent;
import org.altocumulus.protocol.message.StreamKey;

/** The way to one edge. */
public interface EdgePort {
    /** Queues an event; one object goes to all edges. */
    void forward(StreamEvent event, long now);

    /** Takes out the messages that are queued of a stream that the edge no longer wants. */
    void discard(StreamKey stream);
}
