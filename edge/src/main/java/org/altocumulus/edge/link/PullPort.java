package org.altocumulus.edge.link;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import org.altocumulus.edge.loop.Failures;
import org.altocumulus.edge.tcp.LinkChannel;
import org.altocumulus.edge.tcp.LinkHost;
import org.altocumulus.edge.tcp.LinkLoop;
import org.altocumulus.edge.tcp.LinkTls;
import org.altocumulus.protocol.wire.SocketErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP address at which other edges pull streams from this one. It is bound first, as an origin is
 * told of it, and {@linkplain #open opened} when there is a link. The loop closes it.
 */
final class PullPort {
    private static final Logger LOG = LoggerFactory.getLogger(PullPort.class);

    private final InetSocketAddress wanted;
    private final Optional<LinkTls> tls;
    private final ChannelFuture bound;

    /** Who gets the connections; set before the first is accepted, and read on the loop. */
    private Supplier<LinkHost> hosts;

    /**
     * Begins to bind, without accepting.
     *
     * @param tls below the connections, if wanted
     */
    PullPort(LinkLoop loop, InetSocketAddress address, Optional<LinkTls> tls) {
        this.wanted = address;
        this.tls = tls;
        bound =
                loop.listening()
                        .option(ChannelOption.AUTO_READ, false)
                        .childHandler(new Accepted())
                        .bind(address);
    }

    /**
     * Waits until it is bound; not on the thread of the loop.
     *
     * @throws IOException that names the address, if it cannot be bound
     */
    void await() throws IOException {
        if (!bound.awaitUninterruptibly().isSuccess()) {
            throw failure();
        }
    }

    /** Has {@code task} called on the loop, later, when it is bound or cannot be. */
    void whenBound(Runnable task) {
        bound.addListener(future -> Failures.run(LOG, "port for direct pulls", task));
    }

    boolean isBound() {
        return bound.isSuccess();
    }

    /** Whether it cannot be bound. */
    boolean hasFailed() {
        return bound.isDone() && !bound.isSuccess();
    }

    /** Why it cannot be bound, with the address. */
    String problem() {
        return failure().getMessage();
    }

    private IOException failure() {
        return SocketErrors.cannotBind("TCP", wanted, "direct pulls", bound.cause());
    }

    /** A connection from another edge. */
    private final class Accepted extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel accepted) {
            accepted.pipeline().addLast(new LinkChannel(hosts.get()));
            tls.ifPresent(below -> below.accept(accepted));
        }
    }

    /** Where it listens, with the real port; once it is bound. */
    InetSocketAddress address() {
        return (InetSocketAddress) bound.channel().localAddress();
    }

    /** Begins to accept connections; once it is bound. */
    void open(Supplier<LinkHost> newHosts) {
        bound.channel()
                .eventLoop()
                .execute(
                        () -> {
                            hosts = newHosts;
                            bound.channel().config().setAutoRead(true);
                        });
    }

    /** Accepts no more connections; those that there are go on. */
    void close() {
        var unused = bound.channel().close();
    }
}
