package org.altocumulus.edge.server;

import java.util.function.BiConsumer;
import org.altocumulus.protocol.cluster.EdgeLinks;

/** The one thread that a node's {@link EdgeLinks} belong to. */
@FunctionalInterface
public interface LinkThread {
    /**
     * Runs {@code action} with the links and the time on that thread, in the order of the calls.
     */
    void execute(BiConsumer<EdgeLinks, Long> action);
}
