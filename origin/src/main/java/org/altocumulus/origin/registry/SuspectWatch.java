package org.altocumulus.origin.registry;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Notices edges that become suspect and those that are heard again: the registry knows how an edge
 * is when it is asked, and tells nobody. Not thread-safe.
 */
public final class SuspectWatch {
    private static final long PERIOD = TimeUnit.SECONDS.toNanos(1);

    private final EdgeRegistry registry;
    private final Listener listener;
    private final Set<String> suspects = new HashSet<>();
    private long checkedAt;

    /** Told once of each change. */
    public interface Listener {
        /** Nothing was heard of the edge for a while, or no report came. */
        void suspect(EdgeView edge);

        /** A suspect edge was heard again. */
        void recovered(EdgeView edge);
    }

    /** A watch that knows of no suspects. */
    public SuspectWatch(EdgeRegistry registry, Listener listener, long now) {
        this.registry = registry;
        this.listener = listener;
        this.checkedAt = now;
    }

    /** Looks at all edges, if it is time for that. */
    public void check(long now) {
        if (delay(now) > 0) {
            return;
        }
        checkedAt = now;
        for (EdgeView edge : registry.view(now)) {
            String node = edge.identity().node();
            if (edge.state() == EdgeState.SUSPECT) {
                if (suspects.add(node)) {
                    listener.suspect(edge);
                }
            } else if (suspects.remove(node) && edge.state() == EdgeState.READY) {
                listener.recovered(edge);
            }
        }
    }

    /** Nanoseconds until the next look, 0 or more. */
    public long delay(long now) {
        return Math.max(0, PERIOD - (now - checkedAt));
    }
}
