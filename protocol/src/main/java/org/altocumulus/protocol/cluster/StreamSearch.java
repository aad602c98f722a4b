package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Looks for streams among the other edges, while no origin answers for them. What origins have told
 * of other edges is kept when they go. As long as anything is looked for there is one connection to
 * each of those edges, over which it is told of all wishes; a wish stands there until it is taken
 * back, so that a stream that begins later is found at once.
 */
final class StreamSearch {
    /** Other edges that are kept. */
    static final int MAX_EDGES = 256;

    private final LinkTiming timing;
    private final RandomGenerator random;
    private final PullClient client;
    private final Map<String, Other> others = new LinkedHashMap<>();
    private final Set<StreamKey> wishes = new LinkedHashSet<>();

    private static final class Other {
        final String node;
        final Backoff backoff;

        /** Where it is pulled from, by each origin that told so. */
        final Map<EdgeLink, InetSocketAddress> addresses = new LinkedHashMap<>();

        /** Origins that told so before they went, and not yet since. */
        final Set<EdgeLink> stale = new HashSet<>();

        /** Which of the addresses is dialled next. */
        int attempts;

        /** When it may be dialled. */
        long due;

        Other(String node, Backoff backoff, long now) {
            this.node = node;
            this.backoff = backoff;
            this.due = now;
        }

        InetSocketAddress next() {
            List<InetSocketAddress> all = List.copyOf(addresses.values());
            return all.get(Math.floorMod(attempts++, all.size()));
        }
    }

    /**
     * Nothing is looked for yet.
     *
     * @param random for the jitter of retries; need not be strong
     */
    StreamSearch(LinkTiming timing, RandomGenerator random, PullClient client) {
        this.timing = timing;
        this.random = random;
        this.client = client;
    }

    /**
     * An origin tells of another edge.
     *
     * @return whether it is the first of which anything is known
     */
    boolean told(EdgeLink link, OtherEdge edge, long now) {
        Other other = others.get(edge.node());
        if (edge.pull() == null) {
            if (other != null) {
                other.addresses.remove(link);
                forgetIfNowhere(other, now);
            }
            return false;
        }
        boolean first = others.isEmpty();
        if (other == null && others.size() < MAX_EDGES) {
            other = new Other(edge.node(), new Backoff(random, timing.retryMin(), slowest()), now);
            others.put(edge.node(), other);
        }
        if (other != null) {
            other.stale.remove(link);
            if (!edge.pull().equals(other.addresses.put(link, edge.pull()))) {
                other.due = now;
            }
        }
        return first;
    }

    private long slowest() {
        return 4 * timing.retryMax();
    }

    private void forgetIfNowhere(Other other, long now) {
        if (other.addresses.isEmpty()) {
            others.remove(other.node);
            client.endIfIdle(other.node, now);
        }
    }

    /**
     * An origin is gone; what it told is kept.
     *
     * @param settled whether it had been there for long enough to tell of all edges: what it told
     *     in an earlier life and not in this one is forgotten
     */
    void left(EdgeLink link, boolean settled, long now) {
        for (Other other : List.copyOf(others.values())) {
            if (settled && other.stale.remove(link)) {
                other.addresses.remove(link);
                forgetIfNowhere(other, now);
            } else if (other.addresses.containsKey(link)) {
                other.stale.add(link);
            }
        }
    }

    /** Whether any other edge is known. */
    boolean knowsEdges() {
        return !others.isEmpty();
    }

    /** Looks for a stream until {@link #unwish}; asks everybody once more if it did so before. */
    void wish(StreamKey stream, long now) {
        if (wishes.size() < PullServer.MAX_WISHES || wishes.contains(stream)) {
            wishes.add(stream);
            for (Other other : others.values()) {
                PullConnection connection = client.reached(other.node);
                if (connection != null) {
                    connection.wish(stream, now);
                }
            }
        }
    }

    /** Looks for it no more; what was found flows on. */
    void unwish(StreamKey stream, long now) {
        if (!wishes.remove(stream)) {
            return;
        }
        for (Other other : List.copyOf(others.values())) {
            PullConnection connection = client.reached(other.node);
            if (connection != null) {
                connection.unwish(stream, now);
            }
            if (wishes.isEmpty()) {
                client.endIfIdle(other.node, now);
            }
        }
    }

    boolean isWished(StreamKey stream) {
        return wishes.contains(stream);
    }

    /** Whether a connection to that edge is of use though nothing flows on it. */
    boolean keeps(String node) {
        return !wishes.isEmpty() && others.containsKey(node);
    }

    /** A connection to an edge is open. */
    void opened(String node, long now) {
        Other other = others.get(node);
        PullConnection connection = client.reached(node);
        if (other != null && connection != null) {
            other.backoff.reset();
            wishes.forEach(stream -> connection.wish(stream, now));
        }
    }

    /** A connection to an edge ended, or could not be made. */
    void lost(String node, long now) {
        Other other = others.get(node);
        if (other != null) {
            other.due = now + other.backoff.next();
        }
    }

    /** Dials those that are to be asked and not connected. */
    void tick(long now) {
        if (wishes.isEmpty()) {
            return;
        }
        for (Other other : List.copyOf(others.values())) {
            if (now - other.due >= 0 && !client.isReaching(other.node)) {
                client.reach(other.node, other.next());
            }
        }
    }

    /** Nanoseconds until {@link #tick} has something to do. */
    long delay(long now) {
        long delay = Long.MAX_VALUE;
        if (!wishes.isEmpty()) {
            for (Other other : others.values()) {
                if (!client.isReaching(other.node)) {
                    delay = Math.min(delay, other.due - now);
                }
            }
        }
        return delay;
    }
}
