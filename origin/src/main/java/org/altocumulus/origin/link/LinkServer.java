package org.altocumulus.origin.link;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.altocumulus.edge.tcp.LinkChannel;
import org.altocumulus.edge.tcp.LinkDial;
import org.altocumulus.edge.tcp.LinkHost;
import org.altocumulus.edge.tcp.LinkTls;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port that edges dial, on a thread of its own, to which the {@link OriginLinks} belong. Its
 * methods may be called from any thread.
 */
public final class LinkServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LinkServer.class);
    private static final int BACKLOG = 256;
    private static final long SHUTDOWN_SECONDS = 2;
    private static final long ERROR_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final LongSupplier clock;
    private final Optional<LinkTls> tls;
    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(
                    1, new DefaultThreadFactory("links", true), NioIoHandler.newFactory());
    private final EventLoop loop = group.next();
    private OriginLinks links;
    private Turns turns = new Turns() {};
    private ScheduledFuture<?> ticking;
    private InetSocketAddress bound;

    /** Something else that lives on the thread of the links. */
    public interface Turns {
        /** The thread has done something: do what is due. */
        default void turn(long now) {}

        /** Nanoseconds until something is due. */
        default long delay(long now) {
            return Long.MAX_VALUE;
        }
    }

    /**
     * A server that is not bound yet.
     *
     * @param clock nanoseconds of a monotonic clock
     * @param tls below the links, if wanted
     */
    public LinkServer(LongSupplier clock, Optional<LinkTls> tls) {
        this.clock = clock;
        this.tls = tls;
    }

    /**
     * Listens.
     *
     * @param originLinks driven by this server from now on
     * @param others called on the same thread
     * @throws IOException that names the address, if it cannot be bound
     */
    public void start(InetSocketAddress address, OriginLinks originLinks, Turns others)
            throws IOException {
        links = originLinks;
        turns = others;
        ChannelFuture future =
                new ServerBootstrap()
                        .group(loop)
                        .channel(NioServerSocketChannel.class)
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        channel.pipeline().addLast(new LinkChannel(new Host()));
                                        tls.ifPresent(below -> below.accept(channel));
                                    }
                                })
                        .bind(address)
                        .awaitUninterruptibly();
        if (!future.isSuccess()) {
            throw new IOException(
                    "cannot bind TCP "
                            + HostPort.format(address)
                            + " for the link: "
                            + future.cause().getMessage(),
                    future.cause());
        }
        bound = (InetSocketAddress) future.channel().localAddress();
        execute(now -> {});
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return bound;
    }

    /** Runs {@code action} with the time on the thread of the links. */
    public void execute(LongConsumer action) {
        try {
            loop.execute(() -> turn(action));
        } catch (RejectedExecutionException e) {
            LOG.debug("the links have ended, an action is dropped");
        }
    }

    /** A connection on the thread of the links was driven: what is due next can have changed. */
    public void driven() {
        turn(now -> {});
    }

    /** Nanoseconds of the clock. */
    public long now() {
        return clock.getAsLong();
    }

    /** Dials other origins on the thread of the links. */
    public LinkDial dial(int timeoutMillis) {
        return new LinkDial(loop, timeoutMillis, tls);
    }

    /** Does one thing; whatever is thrown in it is no reason to miss the next heartbeat. */
    private void turn(LongConsumer action) {
        long pause = 0;
        try {
            action.accept(now());
            turns.turn(now());
        } catch (RuntimeException | Error e) {
            LOG.error("links: an error of ours", e);
            pause = ERROR_PAUSE;
        }
        schedule(pause);
    }

    private void schedule(long pause) {
        if (ticking != null) {
            ticking.cancel(false);
        }
        long delay = Math.min(links.delay(now()), turns.delay(now()));
        ticking =
                loop.schedule(
                        () -> turn(links::tick),
                        Math.max(pause, Math.min(delay, TimeUnit.MINUTES.toNanos(1))),
                        TimeUnit.NANOSECONDS);
    }

    /** Says goodbye to the edges, and ends the thread, from which it must not be called. */
    @Override
    public void close() {
        if (links != null) {
            // A loop that shuts down closes its channels before it runs what waits.
            loop.submit(() -> links.close(now()))
                    .awaitUninterruptibly(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
        }
        group.shutdownGracefully(100, 1000, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    }

    private final class Host implements LinkHost {
        @Override
        public long now() {
            return LinkServer.this.now();
        }

        @Override
        public LinkConnection connected(boolean loopback) {
            return links.accept(loopback, now());
        }

        @Override
        public LinkConnection connected(boolean loopback, InetSocketAddress far) {
            return links.accept(loopback, far, now());
        }

        @Override
        public void driven() {
            LinkServer.this.driven();
        }
    }
}
