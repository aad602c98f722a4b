package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Streams that this edge pulls straight from the edge that publishes them, over one connection for
 * each such edge. A pull that does not begin in time, or is lost, is given back to the origin.
 *
 * <p>An origin says where to pull a stream, or it is found over a connection that a {@link
 * StreamSearch} or {@link DirectRetries} keep. One that flows is left alone until it ends, whoever
 * says what.
 *
 * <pre>
 *   source ─▶ CONNECTING ──WANT──▶ ASKED ──START──▶ FLOWING ──END──▶
 *                 └─────refused, late, lost──┴──lost───┴──────▶ RELAY
 * </pre>
 */
final class PullClient {
    private static final long AVOID = TimeUnit.SECONDS.toNanos(30);
    private static final int MAX_AVOIDED = 1000;

    /** How long an answer to PING takes at most, where nothing is wrong. */
    private static final long ANSWER = TimeUnit.SECONDS.toNanos(1);

    private final EdgeLinkSettings settings;

    /** One for all: an edge that knows only the other secret is relayed once. */
    private final EdgeProver prover;

    private final Consumer<PullDial> dialer;
    private final Host host;
    private final Map<StreamKey, Pull> pulls = new LinkedHashMap<>();
    private final Map<String, Publisher> publishers = new HashMap<>();

    /** Addresses at which no edge was found, and until when they are not tried again. */
    private final Map<InetSocketAddress, Long> avoided = new LinkedHashMap<>();

    /** Who looks for streams among the other edges, or null. */
    private StreamSearch search;

    /** Who tries again what is relayed; null with {@link #search}. */
    private DirectRetries retries;

    /** The link that the streams belong to. */
    interface Host {
        /** START, MEDIA or END of a stream that is pulled. */
        void received(StreamEvent event, long now);

        /** The stream is pulled no more: the origin is to send what there is of it. */
        void relay(Publication publication, long now);

        /**
         * {@link #relay} follows, only because the edge that publishes is not reached, or does not
         * send: it may be tried again later.
         */
        void failed(Publication publication, String node, InetSocketAddress address, long now);

        /** A stream that was looked for has been found, and flows. */
        void found(Publication publication, long now);

        /** The stream is over or lost, and an origin has said before where another one is. */
        void renew(StreamKey stream, long now);

        /** One that was found among the edges is over: the origin may have another one. */
        void askOrigin(StreamKey stream, long now);

        /** How far the stream has come, on whatever way, or null. */
        StreamPosition position(StreamKey stream);
    }

    private static final class Pull {
        final Publication publication;
        final Publisher publisher;

        /** What the origin said, or null if it has not. */
        PullSource source;

        final long due;
        boolean asked;
        boolean flowing;

        /** Another publication of the stream began at the origin, and was passed over. */
        boolean passedOver;

        /** The origin has named another publication of the stream, which waits for the end. */
        boolean renewed;

        /** Its edge has given up the name, and its end is on its way. */
        boolean givenUp;

        Pull(Publication publication, PullSource source, Publisher publisher, long due) {
            this.publication = publication;
            this.source = source;
            this.publisher = publisher;
            this.due = due;
        }
    }

    PullClient(
            EdgeLinkSettings settings,
            LinkSecurity security,
            Consumer<PullDial> dialer,
            Host host) {
        this.settings = settings;
        this.prover = new EdgeProver(security);
        this.dialer = dialer;
        this.host = host;
    }

    /** Streams are looked for as well, and tried again. */
    void search(StreamSearch newSearch, DirectRetries newRetries) {
        search = newSearch;
        retries = newRetries;
    }

    /** The origin says from where to pull a stream that is wanted. */
    void source(PullSource source, long now) {
        Pull before = pulls.get(source.publication().stream());
        if (before != null && goesOn(before, source)) {
            return;
        }
        if (before != null) {
            forget(before, now);
        }
        Long until = avoided.get(source.from());
        if (until != null && now - until < 0) {
            host.failed(source.publication(), source.node(), source.from(), now);
            host.relay(source.publication(), now);
        } else {
            begin(source, now);
        }
        if (before != null) {
            before.publisher.endIfIdle(now);
        }
    }

    private static boolean goesOn(Pull pull, PullSource source) {
        if (pull.publication.equals(source.publication())) {
            boolean same = pull.publisher.isAt(source);
            if (same || (pull.flowing && pull.publisher.node.equals(source.node()))) {
                pull.source = source;
                return true;
            }
        } else if (pull.flowing && pull.source == null) {
            // The origin may know less than this edge, and was not asked about what flows.
            pull.renewed = true;
            return true;
        }
        return false;
    }

    private void begin(PullSource source, long now) {
        Publisher publisher = publishers.get(source.node());
        if (publisher != null && !publisher.isAt(source) && !publisher.isAlive(now)) {
            publisher.end(now);
            publisher = null;
        }
        if (publisher == null) {
            publisher = new Publisher(source.node(), source.from());
            publishers.put(source.node(), publisher);
        }
        long due = now + settings.timing().request();
        Pull pull = new Pull(source.publication(), source, publisher, due);
        pulls.put(source.publication().stream(), pull);
        publisher.ask(pull, now);
    }

    /** Nobody here plays the stream any more. */
    void unwant(StreamKey stream, long now) {
        Pull pull = pulls.get(stream);
        if (pull != null) {
            drop(pull, now);
        }
    }

    /** Whether that publication flows without an origin having named it. */
    boolean isFound(Publication publication) {
        Pull pull = pulls.get(publication.stream());
        return pull != null && pull.source == null && pull.publication.equals(publication);
    }

    /** Whether the stream flows without an origin having named what does. */
    boolean isFound(StreamKey stream) {
        Pull pull = pulls.get(stream);
        return pull != null && pull.source == null;
    }

    /** The edge from which the stream flows, or null if it does not. */
    String flowsFrom(StreamKey stream) {
        Pull pull = pulls.get(stream);
        return pull != null && pull.flowing && !pull.givenUp ? pull.publisher.node : null;
    }

    /**
     * Has the edge from which a stream flows check its publisher, as a client of this edge wants
     * the name; false if it cannot be asked.
     */
    boolean check(PublisherCheck wanted, CheckAnswer answer, long now) {
        Pull pull = pulls.get(wanted.publication().stream());
        if (pull == null || !pull.flowing || !pull.publisher.open) {
            return false;
        }
        return pull.publisher.connection.check(
                new PublisherCheck(pull.publication, wanted.peer()),
                (free, at) -> {
                    pull.givenUp |= free;
                    answer.answered(free, at);
                },
                now);
    }

    /** Whether there is, or is about to be, a connection to that edge. */
    boolean isReaching(String node) {
        return publishers.containsKey(node);
    }

    /** The open connection to that edge, if it takes wishes, or null. */
    PullConnection reached(String node) {
        Publisher publisher = publishers.get(node);
        return publisher != null && publisher.open && publisher.connection.takesWishes()
                ? publisher.connection
                : null;
    }

    /** Dials an edge, for a search. */
    void reach(String node, InetSocketAddress address) {
        Publisher publisher = new Publisher(node, address);
        publishers.put(node, publisher);
        publisher.dial();
    }

    /** Ends the connection to an edge that is of no use any more. */
    void endIfIdle(String node, long now) {
        Publisher publisher = publishers.get(node);
        if (publisher != null) {
            publisher.endIfIdle(now);
        }
    }

    /** Whether the stream is looked for among all edges. */
    boolean isSought(StreamKey stream) {
        return search != null && search.isWished(stream);
    }

    /** Whether the stream is, or is about to be, pulled from its publisher. */
    boolean has(StreamKey stream) {
        return pulls.containsKey(stream);
    }

    /** Something of a pulled stream came from the origin: nothing of it is taken meanwhile. */
    void passOver(StreamEvent event) {
        Pull pull = pulls.get(event.stream());
        if (pull != null && event instanceof StreamStart start) {
            pull.passedOver |= !start.publication().equals(pull.publication);
        }
    }

    /** Streams that flow. */
    int flowing() {
        return (int) pulls.values().stream().filter(pull -> pull.flowing).count();
    }

    void tick(long now) {
        for (Publisher publisher : List.copyOf(publishers.values())) {
            if (publisher.connection != null) {
                publisher.connection.tick(now);
            }
        }
        for (Pull pull : List.copyOf(pulls.values())) {
            if (!pull.flowing && now - pull.due >= 0 && isCurrent(pull)) {
                late(pull, now);
            }
        }
    }

    long delay(long now) {
        long delay = Long.MAX_VALUE;
        for (Publisher publisher : publishers.values()) {
            if (publisher.connection != null) {
                delay = Math.min(delay, publisher.connection.delay(now));
            }
        }
        for (Pull pull : pulls.values()) {
            delay = pull.flowing ? delay : Math.min(delay, pull.due - now);
        }
        return delay;
    }

    void close(long now) {
        pulls.clear();
        List.copyOf(publishers.values()).forEach(publisher -> publisher.end(now));
    }

    private boolean isCurrent(Pull pull) {
        return pulls.get(pull.publication.stream()) == pull;
    }

    private void late(Pull pull, long now) {
        if (pull.asked) {
            drop(pull, now);
            giveBackFailed(pull, now);
        } else {
            avoid(pull.publisher.address, now);
            pull.publisher.end(now);
        }
    }

    /** Has the origin see to a stream that is not pulled any more. */
    private void giveBack(Pull pull, long now) {
        if (pull.renewed) {
            host.renew(pull.publication.stream(), now);
        } else {
            host.relay(pull.publication, now);
        }
    }

    /** As {@link #giveBack}, as its publisher's edge does not send it. */
    private void giveBackFailed(Pull pull, long now) {
        if (!pull.renewed && !pull.passedOver) {
            host.failed(pull.publication, pull.publisher.node, pull.publisher.address, now);
        }
        giveBack(pull, now);
    }

    private void avoid(InetSocketAddress address, long now) {
        if (avoided.size() >= MAX_AVOIDED) {
            avoided.clear();
        }
        avoided.put(address, now + AVOID);
    }

    /** Ends a pull without telling the origin. */
    private void drop(Pull pull, long now) {
        forget(pull, now);
        pull.publisher.endIfIdle(now);
    }

    private void forget(Pull pull, long now) {
        pulls.remove(pull.publication.stream(), pull);
        if (pull.asked && pull.publisher.connection != null) {
            pull.publisher.connection.unwant(pull.publication, now);
        }
    }

    /** Another edge, and the connection to it, which is made for the first stream. */
    private final class Publisher implements PullDial, PullConnection.Handler {
        private final String node;
        private final InetSocketAddress address;
        private PullConnection connection;
        private boolean dialling;
        private boolean open;
        private boolean ending;

        Publisher(String node, InetSocketAddress address) {
            this.node = node;
            this.address = address;
        }

        boolean isAt(PullSource source) {
            return node.equals(source.node()) && address.equals(source.from());
        }

        void ask(Pull pull, long now) {
            if (open) {
                pull.asked = true;
                connection.want(pull.source, now);
            } else {
                dial();
            }
        }

        void dial() {
            if (connection == null && !dialling) {
                dialling = true;
                dialer.accept(this);
            }
        }

        /** Whether the edge has said something on its connection lately. */
        boolean isAlive(long now) {
            return open && connection.silence(now) < settings.timing().ping() + ANSWER;
        }

        private List<Pull> own() {
            return pulls.values().stream().filter(pull -> pull.publisher == this).toList();
        }

        /** Ends the connection; what it carried is given back to the origin. */
        void end(long now) {
            ending = true;
            if (connection != null) {
                connection.close(Reason.SHUTDOWN, "nothing is pulled any more", now);
            } else {
                lost(now);
            }
        }

        void endIfIdle(long now) {
            boolean kept = search != null && (search.keeps(node) || retries.keeps(node));
            if (!kept && own().isEmpty()) {
                end(now);
            }
        }

        private void lost(long now) {
            publishers.remove(node, this);
            connection = null;
            open = false;
            List<Pull> lost = own();
            lost.forEach(pull -> pulls.remove(pull.publication.stream()));
            if (search != null) {
                search.lost(node, now);
                retries.lost(node, now);
            }
            lost.forEach(pull -> giveBackFailed(pull, now));
        }

        @Override
        public InetSocketAddress address() {
            return address;
        }

        @Override
        public LinkConnection connected(boolean loopback, long now) {
            dialling = false;
            if (publishers.get(node) != this) {
                return null;
            }
            PullConnection made = new PullConnection(settings, prover, loopback, this, now);
            connection = made;
            made.begin(now);
            return made;
        }

        @Override
        public void failed(long now) {
            dialling = false;
            if (publishers.get(node) == this) {
                avoid(address, now);
                lost(now);
            }
        }

        @Override
        public void pullOpened(NodeIdentity publisher, long now) {
            if (!publisher.node().equals(node)) {
                connection.close(Reason.UNEXPECTED, "node " + node + " was expected", now);
                return;
            }
            open = true;
            avoided.remove(address);
            own().forEach(pull -> ask(pull, now));
            if (search != null) {
                search.opened(node, now);
                retries.opened(node, now);
                endIfIdle(now);
            }
        }

        @Override
        public void received(StreamEvent event, long now) {
            Pull pull = pulls.get(event.stream());
            if (event instanceof StreamStart start && !isOf(pull, start.publication())) {
                found(pull, start, now);
                return;
            }
            if (pull == null || pull.publisher != this) {
                return;
            }
            Publication publication = pull.publication;
            if (event instanceof StreamStart) {
                pull.flowing = true;
                host.received(event, now);
            } else if (event instanceof MediaFrame && pull.flowing) {
                host.received(event, now);
            } else if (event instanceof StreamEnd end && end.publication().equals(publication)) {
                pulls.remove(event.stream());
                host.received(event, now);
                if (pull.passedOver || pull.renewed) {
                    giveBack(pull, now);
                } else if (pull.source == null) {
                    // It may have taken the place of what the origin sends and knows nothing of it.
                    host.askOrigin(event.stream(), now);
                }
                endIfIdle(now);
            }
        }

        private boolean isOf(Pull pull, Publication publication) {
            return pull != null && pull.publisher == this && pull.publication.equals(publication);
        }

        /** What was not asked for with a ticket begins here: it is taken, if it is looked for. */
        private void found(Pull before, StreamStart start, long now) {
            Publication publication = start.publication();
            boolean wished =
                    search != null
                            && (search.isWished(publication.stream())
                                    || retries.expects(node, publication));
            if (!wished || (before != null && before.flowing)) {
                connection.unwant(publication, now);
                return;
            }
            Pull pull = new Pull(publication, null, this, now);
            pull.asked = true;
            pull.flowing = true;
            if (before != null) {
                pull.renewed = true;
                forget(before, now);
            }
            pulls.put(publication.stream(), pull);
            if (before != null) {
                before.publisher.endIfIdle(now);
            }
            host.found(publication, now);
            host.received(start, now);
        }

        @Override
        public void refused(Publication publication, long now) {
            Pull pull = pulls.get(publication.stream());
            if (pull != null
                    && pull.publisher == this
                    && pull.publication.equals(publication)
                    && !pull.flowing) {
                pulls.remove(publication.stream());
                giveBackFailed(pull, now);
                endIfIdle(now);
            }
        }

        @Override
        public StreamPosition position(StreamKey stream) {
            return host.position(stream);
        }

        @Override
        public void pullEnded(long now) {
            if (!open && !ending) {
                avoid(address, now);
            }
            lost(now);
        }
    }
}
