package org.altocumulus.origin.link;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.altocumulus.edge.loop.Failures;
import org.altocumulus.edge.loop.LoopTimer;
import org.altocumulus.edge.tcp.LinkChannel;
import org.altocumulus.edge.tcp.LinkDial;
import org.altocumulus.edge.tcp.LinkHost;
import org.altocumulus.edge.tcp.LinkLoop;
import org.altocumulus.edge.tcp.LinkTls;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.wire.SocketErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port that edges dial, on a thread of its own, to which the {@link OriginLinks} belong. Its
 * methods may be called from any thread.
 */
public final class LinkServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LinkServer.class);
    private static final long SHUTDOWN_SECONDS = 2;
    private static final long ERROR_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_DELAY = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier clock;
    private final Optional<LinkTls> tls;
    private final LinkLoop linkLoop;
    private final EventLoop loop;
    private final LoopTimer ticking;
    private OriginLinks links;
    private Turns turns = new Turns() {};
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
     * @param nativeTransport whether to use epoll where it exists
     */
    public LinkServer(LongSupplier clock, Optional<LinkTls> tls, boolean nativeTransport) {
        this.linkLoop = new LinkLoop("links", nativeTransport);
        this.loop = linkLoop.eventLoop();
        this.ticking = new LoopTimer(loop, () -> turn(links::tick));
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
                linkLoop.listening()
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
            throw SocketErrors.cannotBind("TCP", address, "the link", future.cause());
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
        return new LinkDial(linkLoop, timeoutMillis, tls);
    }

    /** Does one thing; whatever is thrown in it is no reason to miss the next heartbeat. */
    private void turn(LongConsumer action) {
        long pause = 0;
        try {
            action.accept(now());
            turns.turn(now());
        } catch (RuntimeException | Error e) {
            Failures.handle(LOG, "links", e);
            pause = ERROR_PAUSE;
        }
        schedule(pause);
    }

    private void schedule(long pause) {
        long now = now();
        long delay = Math.min(links.delay(now), turns.delay(now));
        ticking.by(now + Math.max(pause, Math.min(delay, LONGEST_DELAY)), now);
    }

    /** Says goodbye to the edges, and ends the thread, from which it must not be called. */
    @Override
    public void close() {
        if (links != null) {
            // A loop that shuts down closes its channels before it runs what waits.
            loop.submit(() -> links.close(now()))
                    .awaitUninterruptibly(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
        }
        linkLoop.close();
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
