package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Brings streams back to the direct way that an origin relays only because their publisher's edge
 * could not be reached, or did not answer, when that was tried. That edge is tried again after
 * pauses that grow to half a minute, and at once when the relayed stream stalls; after longer
 * pauses if the direct way has worked and failed again soon. The relay goes on until the direct
 * stream has started, so that players notice nothing.
 *
 * <p>However many streams of one edge are relayed, that edge is dialled once for all of them, and
 * asked for {@link PullConnection#WINDOW} of them at a time.
 */
final class DirectRetries {
    /** The first pause is drawn from the upper half of this. */
    static final long FIRST = TimeUnit.SECONDS.toNanos(4);

    /** So are all later ones from the upper half of up to this. */
    static final long LONGEST = TimeUnit.SECONDS.toNanos(30);

    /** A relayed stream of which nothing came for so long has stalled. */
    static final long STALLED = TimeUnit.SECONDS.toNanos(1);

    /** Between two looks for stalled streams. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * An attempt for a stalled stream begins at least so long after the one before; twice as long
     * each time, as a stream may be one of few messages.
     */
    static final long REST = TimeUnit.SECONDS.toNanos(2);

    /** A direct way that fails sooner than this did not last: the next attempts come later. */
    static final long LASTING = TimeUnit.SECONDS.toNanos(30);

    /** The longest pause after a direct way that did not last. */
    static final long LONGEST_AFTER_RELAPSE = TimeUnit.MINUTES.toNanos(5);

    /** For how long it is remembered that an edge was tried. */
    private static final long MEMORY = 2 * LONGEST_AFTER_RELAPSE;

    private final LinkTiming timing;
    private final RandomGenerator random;
    private final PullClient client;
    private final Map<StreamKey, Relayed> streams = new HashMap<>();
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private long nextLook;

    /** A stream that is relayed and could be pulled. */
    private static final class Relayed {
        final Publication publication;
        final Node node;

        /** When something of it came last. */
        long heard;

        /** The node was asked for it in this attempt. */
        boolean wished;

        Relayed(Publication publication, Node node, long heard) {
            this.publication = publication;
            this.node = node;
            this.heard = heard;
        }
    }

    /** An edge that publishes such streams, or did lately. */
    private static final class Node {
        final String name;
        final Backoff backoff;
        final Backoff relapse;
        final Set<Relayed> streams = new HashSet<>();
        InetSocketAddress address;

        /** When the next attempt begins. */
        long due;

        /** When the last one began, if there was any. */
        long tried;

        boolean everTried;

        /** The next attempt begins early, as a stream has stalled. */
        boolean hurried;

        /** How long after the last attempt it may begin then. */
        long rest = REST;

        /** When the direct way worked last, if it has since a pause was made for its end. */
        long succeeded;

        boolean hasSucceeded;

        /** An attempt is going on, until this time. */
        boolean trying;

        long until;

        Node(String name, RandomGenerator random) {
            this.name = name;
            backoff = new Backoff(random, FIRST, LONGEST);
            relapse = new Backoff(random, LONGEST, LONGEST_AFTER_RELAPSE);
        }

        /** The first of its streams is relayed from now on. */
        void begin(long now) {
            boolean lasted = !hasSucceeded || now - succeeded >= LASTING;
            if (lasted) {
                relapse.reset();
            }
            hasSucceeded = false;
            due = now + (lasted ? backoff : relapse).next();
        }
    }

    /**
     * Nothing is relayed yet.
     *
     * @param random for the jitter of pauses; need not be strong
     */
    DirectRetries(LinkTiming timing, RandomGenerator random, PullClient client) {
        this.timing = timing;
        this.random = random;
        this.client = client;
    }

    /**
     * A stream is relayed from now on.
     *
     * @param name the edge that publishes it
     * @param address where that edge is pulled from
     */
    void add(Publication publication, String name, InetSocketAddress address, long now) {
        forget(publication.stream(), now);
        if (streams.isEmpty()) {
            nextLook = now + LOOK;
        }
        nodes.values().removeIf(node -> node.streams.isEmpty() && now - node.tried >= MEMORY);
        Node node = nodes.computeIfAbsent(name, key -> new Node(key, random));
        if (node.streams.isEmpty()) {
            node.begin(now);
        }
        node.address = address;
        Relayed relayed = new Relayed(publication, node, now);
        node.streams.add(relayed);
        streams.put(publication.stream(), relayed);
    }

    /** The stream is not relayed any more, or not played: there is nothing to be tried. */
    void forget(StreamKey stream, long now) {
        Relayed relayed = streams.remove(stream);
        if (relayed == null) {
            return;
        }
        Node node = relayed.node;
        node.streams.remove(relayed);
        takeBack(relayed, now);
        if (node.streams.isEmpty()) {
            node.trying = false;
            if (!node.everTried) {
                nodes.remove(node.name);
            }
            client.endIfIdle(node.name, now);
        }
    }

    /** The relay has told which publication there is, null for none: others are not tried. */
    void current(StreamKey stream, String token, long now) {
        Relayed relayed = streams.get(stream);
        if (relayed != null && !relayed.publication.token().equals(token)) {
            forget(stream, now);
        }
    }

    /** The publication is over. */
    void ended(Publication publication, long now) {
        Relayed relayed = streams.get(publication.stream());
        if (relayed != null && relayed.publication.equals(publication)) {
            forget(publication.stream(), now);
        }
    }

    /** Something of a stream came through an origin. */
    void heard(StreamKey stream, long now) {
        Relayed relayed = streams.isEmpty() ? null : streams.get(stream);
        if (relayed != null) {
            relayed.heard = now;
        }
    }

    /**
     * The direct way of a stream works: its relay is not needed any more.
     *
     * @return false if it was not relayed
     */
    boolean succeeded(StreamKey stream, long now) {
        Relayed relayed = streams.get(stream);
        if (relayed == null) {
            return false;
        }
        Node node = relayed.node;
        node.backoff.reset();
        node.succeeded = now;
        node.hasSucceeded = true;
        forget(stream, now);
        if (node.trying) {
            askFor(node, now);
        }
        return true;
    }

    /** Whether that publication was asked for there, by what is going on now. */
    boolean expects(String name, Publication publication) {
        Relayed relayed = streams.get(publication.stream());
        return relayed != null
                && relayed.wished
                && relayed.node.name.equals(name)
                && relayed.publication.equals(publication);
    }

    /** Whether a connection to that edge is of use though nothing flows on it. */
    boolean keeps(String name) {
        Node node = nodes.get(name);
        return node != null && node.trying;
    }

    /** A connection to an edge is open. */
    void opened(String name, long now) {
        Node node = nodes.get(name);
        if (node != null && node.trying) {
            askFor(node, now);
        }
    }

    /** A connection to an edge ended, or could not be made. */
    void lost(String name, long now) {
        Node node = nodes.get(name);
        if (node != null && node.trying) {
            giveUp(node, now);
        }
    }

    void tick(long now) {
        if (streams.isEmpty()) {
            return;
        }
        if (now - nextLook >= 0) {
            nextLook = now + LOOK;
            streams.values().forEach(relayed -> look(relayed, now));
        }
        for (Node node : List.copyOf(nodes.values())) {
            if (node.streams.isEmpty()) {
                continue;
            }
            if (node.trying && now - node.until >= 0) {
                giveUp(node, now);
                client.endIfIdle(node.name, now);
            } else if (!node.trying && now - node.due >= 0) {
                attempt(node, now);
            }
        }
    }

    /** Nanoseconds until {@link #tick} has something to do. */
    long delay(long now) {
        long delay = streams.isEmpty() ? Long.MAX_VALUE : nextLook - now;
        for (Node node : nodes.values()) {
            if (!node.streams.isEmpty()) {
                delay = Math.min(delay, (node.trying ? node.until : node.due) - now);
            }
        }
        return delay;
    }

    private static void look(Relayed relayed, long now) {
        Node node = relayed.node;
        if (node.trying || now - relayed.heard < STALLED) {
            return;
        }
        if (node.everTried && now - node.tried >= LONGEST) {
            node.rest = REST;
        }
        long soonest =
                node.everTried && node.tried + node.rest - now > 0 ? node.tried + node.rest : now;
        if (node.due - soonest > 0) {
            node.due = soonest;
            node.hurried = true;
        }
    }

    private void attempt(Node node, long now) {
        node.trying = true;
        node.everTried = true;
        node.tried = now;
        if (node.hurried) {
            node.hurried = false;
            node.rest = Math.min(2 * node.rest, LONGEST);
        }
        node.until = now + timing.retryMax() + timing.request();
        if (client.reached(node.name) != null) {
            askFor(node, now);
        } else if (!client.isReaching(node.name)) {
            client.reach(node.name, node.address);
        }
    }

    /** Has the edge send what is relayed, some of it at a time; the rest follows what has begun. */
    private void askFor(Node node, long now) {
        PullConnection connection = client.reached(node.name);
        if (connection == null) {
            return;
        }
        long free = PullConnection.WINDOW - node.streams.stream().filter(one -> one.wished).count();
        for (Relayed relayed : List.copyOf(node.streams)) {
            if (free > 0 && !relayed.wished && !client.has(relayed.publication.stream())) {
                relayed.wished = true;
                connection.wish(relayed.publication.stream(), now);
                free--;
            }
        }
    }

    private void giveUp(Node node, long now) {
        node.trying = false;
        node.due = now + node.backoff.next();
        node.streams.forEach(relayed -> takeBack(relayed, now));
    }

    private void takeBack(Relayed relayed, long now) {
        StreamKey stream = relayed.publication.stream();
        PullConnection connection = client.reached(relayed.node.name);
        if (relayed.wished && connection != null && !client.isSought(stream)) {
            connection.unwish(stream, now);
        }
        relayed.wished = false;
    }
}
