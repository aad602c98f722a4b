package org.altocumulus.edge.link;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.altocumulus.edge.loop.Failures;
import org.altocumulus.edge.loop.LoopTimer;
import org.altocumulus.edge.tcp.LinkDial;
import org.altocumulus.edge.tcp.LinkHost;
import org.altocumulus.edge.tcp.LinkLoop;
import org.altocumulus.edge.tcp.LinkTls;
import org.altocumulus.edge.tcp.RefusalLog;
import org.altocumulus.protocol.cluster.EdgeLinkListener;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.cluster.EdgeLinks;
import org.altocumulus.protocol.cluster.EdgePulls;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkRole;
import org.altocumulus.protocol.cluster.LinkSecurity;
import org.altocumulus.protocol.cluster.PullDial;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The {@link EdgeLinks} of an edge on a thread and sockets of their own, so that neither media nor
 * clients delay a heartbeat. May be used from any thread.
 */
public final class LinkClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LinkClient.class);
    private static final long COUNT_MILLIS = 100;
    private static final long CLOSE_SECONDS = 2;

    private final List<HostPort> origins;
    private final LongSupplier clock;
    private final IntSupplier clients;
    private final HostLoad host;
    private final long reportNanos;
    private final EventLoop loop;
    private final LinkDial dial;
    private final DialWarnings pullWarnings = new DialWarnings();
    private final EdgeLinks links;
    private final LoopTimer ticking;

    /** Null without direct pulls. */
    private PullPorts pullPorts;

    private ScheduledFuture<?> counting;
    private ScheduledFuture<?> measuring;

    /**
     * Links that are not started yet.
     *
     * @param linkLoop whose thread is that of the links
     * @param origins where the origins listen; names are looked up at every attempt
     * @param tls below the links, if wanted
     * @param clock nanoseconds of a monotonic clock
     * @param clients how many sessions are open; asked often, from the thread of the links
     * @param host asked once in the time between two reports
     * @param listener told of everything on the thread of the links
     */
    public LinkClient(
            LinkLoop linkLoop,
            List<HostPort> origins,
            EdgeLinkSettings settings,
            LinkSecurity security,
            Optional<LinkTls> tls,
            RandomGenerator random,
            LongSupplier clock,
            IntSupplier clients,
            HostLoad host,
            EdgeLinkListener listener) {
        this.origins = List.copyOf(origins);
        this.clock = clock;
        this.clients = clients;
        this.host = host;
        this.reportNanos = settings.timing().report();
        this.loop = linkLoop.eventLoop();
        this.ticking = new LoopTimer(loop, () -> turn(EdgeLinks::tick));
        this.dial =
                new LinkDial(
                        linkLoop,
                        (int) TimeUnit.NANOSECONDS.toMillis(settings.timing().retryMax()),
                        tls);
        this.links =
                new EdgeLinks(
                        settings,
                        security,
                        random,
                        origins.size(),
                        this::dial,
                        listener,
                        clock.getAsLong());
    }

    /**
     * Lets streams come straight from other edges, and go to them. Before {@link #start}.
     *
     * @param ports where others dial this edge
     */
    public void direct(PullPorts ports) {
        EdgePulls pulls = links.direct(this::dial);
        RefusalLog refusals = new RefusalLog("connection for direct pulls", clock);
        pulls.onRejected(refusals::refused);
        ports.open(
                () -> new Host((loopback, far) -> pulls.accept(loopback, far, clock.getAsLong())));
        pullPorts = ports;
    }

    private void dial(PullDial pull) {
        HostPort address = HostPort.parse(HostPort.format(pull.address()));
        dial.dial(
                address,
                new Host(
                        (loopback, far) -> {
                            pullWarnings.reached(address);
                            return pull.connected(loopback, clock.getAsLong());
                        }),
                why -> {
                    Level level =
                            pullWarnings.isDue(address, clock.getAsLong())
                                    ? Level.WARN
                                    : Level.DEBUG;
                    LOG.atLevel(level)
                            .log("TCP {} of another edge, for direct pulls: {}", address, why);
                    turn((edge, now) -> pull.failed(now));
                });
    }

    /** Begins to dial. */
    public void start() {
        execute(EdgeLinks::start);
        counting =
                loop.scheduleAtFixedRate(
                        () -> execute((edge, now) -> edge.clients(clients.getAsInt(), now)),
                        0,
                        COUNT_MILLIS,
                        TimeUnit.MILLISECONDS);
        measuring =
                loop.scheduleAtFixedRate(
                        () -> execute((edge, now) -> edge.host(host.cpu(), host.out())),
                        0,
                        reportNanos,
                        TimeUnit.NANOSECONDS);
    }

    /** Runs {@code action} with the links and the time, on the thread of the links. */
    public void execute(BiConsumer<EdgeLinks, Long> action) {
        try {
            loop.execute(() -> turn(action));
        } catch (RejectedExecutionException e) {
            // The links have ended, and with them whatever was to be done.
            return;
        }
    }

    /** How the link to each origin is. */
    public CompletableFuture<List<EdgeLinkStatus>> status() {
        CompletableFuture<List<EdgeLinkStatus>> status = new CompletableFuture<>();
        execute((edge, now) -> status.complete(edge.status(now)));
        return status;
    }

    /**
     * An internal error in one action is no reason to miss the next heartbeat or report: with the
     * last tick the node would be up and lost to its origins for good.
     */
    private void turn(BiConsumer<EdgeLinks, Long> action) {
        long pause = 0;
        try {
            action.accept(links, clock.getAsLong());
        } catch (RuntimeException | Error e) {
            Failures.handle(LOG, "links", e);
            pause = TimeUnit.MILLISECONDS.toNanos(COUNT_MILLIS);
        }
        schedule(pause);
    }

    private void schedule(long pause) {
        long now = clock.getAsLong();
        ticking.by(now + Math.max(pause, links.delay(now)), now);
    }

    private void dial(int origin, LinkRole role) {
        dial.dial(
                origins.get(origin),
                new Host(
                        (loopback, far) ->
                                links.connected(origin, role, loopback, clock.getAsLong())) {
                    @Override
                    public void near(InetSocketAddress local) {
                        if (role == LinkRole.CONTROL && pullPorts != null) {
                            pullPorts.connected(
                                    origin, local, address -> links.pullAt(origin, address));
                        }
                    }
                },
                why -> turn((edge, now) -> edge.dialFailed(origin, role, why, now)));
    }

    /**
     * Tells the origins that the edge stops, and does nothing more. Not to be called from the
     * thread of the links, whose loop has to be closed after this.
     */
    @Override
    public void close() {
        if (counting != null) {
            counting.cancel(false);
            measuring.cancel(false);
        }
        dial.close();
        // A loop that shuts down closes its channels before it runs what waits.
        loop.submit(() -> links.close(clock.getAsLong()))
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }

    private class Host implements LinkHost {
        private final BiFunction<Boolean, InetSocketAddress, LinkConnection> begin;

        /**
         * @param begin gets whether both ends of the connection are loopback addresses, and the
         *     address of the other end
         */
        Host(BiFunction<Boolean, InetSocketAddress, LinkConnection> begin) {
            this.begin = begin;
        }

        @Override
        public long now() {
            return clock.getAsLong();
        }

        @Override
        public LinkConnection connected(boolean loopback) {
            return connected(loopback, null);
        }

        @Override
        public LinkConnection connected(boolean loopback, InetSocketAddress far) {
            return begin.apply(loopback, far);
        }

        @Override
        public void driven() {
            schedule(0);
        }
    }
}
