package org.altocumulus.edge.server;

import java.util.function.BiConsumer;
import org.altocumulus.protocol.cluster.EdgeLink;

/** The one thread that a node's {@link EdgeLink} belongs to. */
@FunctionalInterface
public interface LinkThread {
    /** Runs {@code action} with the link and the time on that thread, in the order of the calls. */
    void execute(BiConsumer<EdgeLink, Long> action);
}
