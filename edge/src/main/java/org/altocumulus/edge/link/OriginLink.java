package org.altocumulus.edge.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.altocumulus.edge.tcp.LinkChannel;
import org.altocumulus.edge.tcp.LinkHost;
import org.altocumulus.protocol.cluster.EdgeLink;
import org.altocumulus.protocol.cluster.EdgeLinkListener;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkRole;
import org.altocumulus.protocol.cluster.LinkSecurity;
import org.altocumulus.protocol.wire.HostPort;

/**
 * An {@link EdgeLink} on a thread and sockets of its own, so that neither media nor clients delay a
 * heartbeat. May be used from any thread.
 */
public final class OriginLink implements AutoCloseable {
    private static final int DEFAULT_PORT = 1936;
    private static final long COUNT_MILLIS = 100;
    private static final long CLOSE_SECONDS = 2;

    private final List<HostPort> origins;
    private final LongSupplier clock;
    private final IntSupplier clients;
    private final int dialTimeoutMillis;
    private final EventLoopGroup group;
    private final EventLoop loop;
    private final EdgeLink link;
    private ScheduledFuture<?> counting;
    private ScheduledFuture<?> ticking;
    private int current;

    /**
     * A link that is not started yet.
     *
     * @param origins where the origins listen; names are looked up at every attempt
     * @param clock nanoseconds of a monotonic clock
     * @param clients how many sessions are open; asked often, from the thread of the link
     * @param listener told of everything on the thread of the link
     */
    public OriginLink(
            List<HostPort> origins,
            EdgeLinkSettings settings,
            LinkSecurity security,
            RandomGenerator random,
            LongSupplier clock,
            IntSupplier clients,
            EdgeLinkListener listener) {
        this.origins = List.copyOf(origins);
        this.clock = clock;
        this.clients = clients;
        this.dialTimeoutMillis = (int) TimeUnit.NANOSECONDS.toMillis(settings.timing().retryMax());
        this.group =
                new MultiThreadIoEventLoopGroup(
                        1, new DefaultThreadFactory("link", true), NioIoHandler.newFactory());
        this.loop = group.next();
        this.link =
                new EdgeLink(settings, security, random, this::dial, listener, clock.getAsLong());
    }

    /** Begins to dial. */
    public void start() {
        execute(EdgeLink::start);
        counting =
                loop.scheduleAtFixedRate(
                        () -> execute((edge, now) -> edge.clients(clients.getAsInt(), now)),
                        0,
                        COUNT_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    /** Runs {@code action} with the link and the time, on the thread of the link. */
    public void execute(BiConsumer<EdgeLink, Long> action) {
        try {
            loop.execute(
                    () -> {
                        action.accept(link, clock.getAsLong());
                        reschedule();
                    });
        } catch (RejectedExecutionException e) {
            // The link has ended, and with it whatever was to be done.
            return;
        }
    }

    /** The address of the origin that is dialled or connected. */
    public HostPort origin() {
        return origins.get(current);
    }

    /**
     * Dials the next origin from now on; what is connected stays. On the thread of the link, such
     * as when its listener is told that it ended.
     */
    public void next() {
        current = (current + 1) % origins.size();
    }

    private void reschedule() {
        if (ticking != null) {
            ticking.cancel(false);
        }
        ticking =
                loop.schedule(
                        () -> {
                            link.tick(clock.getAsLong());
                            reschedule();
                        },
                        link.delay(clock.getAsLong()),
                        TimeUnit.NANOSECONDS);
    }

    private void dial(LinkRole role) {
        InetSocketAddress address;
        try {
            // Looked up by the JDK on this thread: it waits for nothing else but the link.
            address = origin().resolve(DEFAULT_PORT);
        } catch (UnknownHostException e) {
            dialFailed(role, "cannot look up " + origin().host());
            return;
        }
        ChannelFuture dialled =
                new Bootstrap()
                        .group(loop)
                        .channel(NioSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, dialTimeoutMillis)
                        .handler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        channel.pipeline().addLast(new LinkChannel(new Host(role)));
                                    }
                                })
                        .connect(address);
        dialled.addListener(
                future -> {
                    if (!future.isSuccess()) {
                        dialFailed(role, future.cause().getMessage());
                    }
                });
    }

    private void dialFailed(LinkRole role, String why) {
        loop.execute(
                () -> {
                    link.dialFailed(role, "TCP " + origin() + ": " + why, clock.getAsLong());
                    reschedule();
                });
    }

    /**
     * Tells the origin that the edge stops, and ends the thread, from which it must not be called.
     */
    @Override
    public void close() {
        counting.cancel(false);
        // A loop that shuts down closes its channels before it runs what waits.
        loop.submit(() -> link.close(clock.getAsLong()))
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        group.shutdownGracefully(100, 1000, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }

    private final class Host implements LinkHost {
        private final LinkRole role;

        Host(LinkRole role) {
            this.role = role;
        }

        @Override
        public long now() {
            return clock.getAsLong();
        }

        @Override
        public LinkConnection connected(boolean loopback) {
            return link.connected(role, loopback, now());
        }

        @Override
        public void driven() {
            reschedule();
        }
    }
}
