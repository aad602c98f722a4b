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
 * <pre>
 *   source ─▶ CONNECTING ──WANT──▶ ASKED ──START──▶ FLOWING ──END──▶
 *                 └─────refused, late, lost──┴──lost───┴──────▶ RELAY
 * </pre>
 */
final class PullClient {
    private static final long AVOID = TimeUnit.SECONDS.toNanos(30);
    private static final int MAX_AVOIDED = 1000;

    private final EdgeLinkSettings settings;

    /** One for all: an edge that knows only the other secret is relayed once. */
    private final EdgeProver prover;

    private final Consumer<PullDial> dialer;
    private final Host host;
    private final Map<StreamKey, Pull> pulls = new LinkedHashMap<>();
    private final Map<String, Publisher> publishers = new HashMap<>();

    /** Addresses at which no edge was found, and until when they are not tried again. */
    private final Map<InetSocketAddress, Long> avoided = new LinkedHashMap<>();

    /** The link that the streams belong to. */
    interface Host {
        /** START, MEDIA or END of a stream that is pulled. */
        void received(StreamEvent event, long now);

        /** The stream is pulled no more: the origin is to send what there is of it. */
        void relay(Publication publication, long now);
    }

    private static final class Pull {
        final PullSource source;
        final Publisher publisher;
        final long due;
        boolean asked;
        boolean flowing;

        /** Another publication of the stream began at the origin, and was passed over. */
        boolean passedOver;

        Pull(PullSource source, Publisher publisher, long due) {
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

    /** The origin says from where to pull a stream that is wanted. */
    void source(PullSource source, long now) {
        Pull before = pulls.get(source.publication().stream());
        if (before != null
                && before.source.publication().equals(source.publication())
                && before.publisher.isAt(source)) {
            return;
        }
        if (before != null) {
            forget(before, now);
        }
        Long until = avoided.get(source.from());
        if (until != null && now - until < 0) {
            host.relay(source.publication(), now);
        } else {
            begin(source, now);
        }
        if (before != null) {
            before.publisher.endIfIdle(now);
        }
    }

    private void begin(PullSource source, long now) {
        Publisher publisher = publishers.get(source.node());
        if (publisher != null && !publisher.isAt(source)) {
            publisher.end(now);
            publisher = null;
        }
        if (publisher == null) {
            publisher = new Publisher(source.node(), source.from());
            publishers.put(source.node(), publisher);
        }
        long due = now + settings.timing().request();
        Pull pull = new Pull(source, publisher, due);
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

    /** Whether the stream is, or is about to be, pulled from its publisher. */
    boolean has(StreamKey stream) {
        return pulls.containsKey(stream);
    }

    /** Something of a pulled stream came from the origin: nothing of it is taken meanwhile. */
    void passOver(StreamEvent event) {
        Pull pull = pulls.get(event.stream());
        if (pull != null && event instanceof StreamStart start) {
            pull.passedOver |= !start.publication().equals(pull.source.publication());
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
        return pulls.get(pull.source.publication().stream()) == pull;
    }

    private void late(Pull pull, long now) {
        if (pull.asked) {
            drop(pull, now);
            host.relay(pull.source.publication(), now);
        } else {
            avoid(pull.publisher.address, now);
            pull.publisher.end(now);
        }
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
        pulls.remove(pull.source.publication().stream(), pull);
        if (pull.asked && pull.publisher.connection != null) {
            pull.publisher.connection.unwant(pull.source.publication(), now);
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
            } else if (connection == null && !dialling) {
                dialling = true;
                dialer.accept(this);
            }
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
            if (own().isEmpty()) {
                end(now);
            }
        }

        private void lost(long now) {
            publishers.remove(node, this);
            connection = null;
            open = false;
            List<Pull> lost = own();
            lost.forEach(pull -> pulls.remove(pull.source.publication().stream()));
            lost.forEach(pull -> host.relay(pull.source.publication(), now));
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
        }

        @Override
        public void received(StreamEvent event, long now) {
            Pull pull = pulls.get(event.stream());
            if (pull == null || pull.publisher != this) {
                return;
            }
            Publication publication = pull.source.publication();
            if (event instanceof StreamStart start && start.publication().equals(publication)) {
                pull.flowing = true;
                host.received(event, now);
            } else if (event instanceof MediaFrame && pull.flowing) {
                host.received(event, now);
            } else if (event instanceof StreamEnd end && end.publication().equals(publication)) {
                pulls.remove(event.stream());
                host.received(event, now);
                if (pull.passedOver) {
                    host.relay(publication, now);
                }
                endIfIdle(now);
            }
        }

        @Override
        public void refused(Publication publication, long now) {
            Pull pull = pulls.get(publication.stream());
            if (pull != null
                    && pull.publisher == this
                    && pull.source.publication().equals(publication)) {
                pulls.remove(publication.stream());
                host.relay(publication, now);
                endIfIdle(now);
            }
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
