package org.altocumulus.edge.link;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import org.altocumulus.edge.tcp.LinkChannel;
import org.altocumulus.edge.tcp.LinkHost;
import org.altocumulus.edge.tcp.LinkLoop;
import org.altocumulus.edge.tcp.LinkTls;
import org.altocumulus.protocol.wire.HostPort;

/**
 * The TCP address at which other edges pull streams from this one. It is bound first, as an origin
 * is told of it, and {@linkplain #open opened} when there is a link. The loop closes it.
 */
public final class PullPort {
    private final Channel channel;
    private final Optional<LinkTls> tls;

    /** Who gets the connections; set before the first is accepted, and read on the loop. */
    private Supplier<LinkHost> hosts;

    /**
     * Binds without accepting.
     *
     * @param tls below the connections, if wanted
     * @throws IOException that names the address, if it cannot be bound
     */
    public PullPort(LinkLoop loop, InetSocketAddress address, Optional<LinkTls> tls)
            throws IOException {
        this.tls = tls;
        ChannelFuture bound =
                loop.listening()
                        .option(ChannelOption.AUTO_READ, false)
                        .childHandler(new Accepted())
                        .bind(address)
                        .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            String why = bound.cause().getMessage();
            throw new IOException(
                    "cannot bind TCP " + HostPort.format(address) + " for direct pulls: " + why,
                    bound.cause());
        }
        channel = bound.channel();
    }

    /** A connection from another edge. */
    private final class Accepted extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel accepted) {
            accepted.pipeline().addLast(new LinkChannel(hosts.get()));
            tls.ifPresent(below -> below.accept(accepted));
        }
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    /** Begins to accept connections. */
    void open(Supplier<LinkHost> newHosts) {
        channel.eventLoop()
                .execute(
                        () -> {
                            hosts = newHosts;
                            channel.config().setAutoRead(true);
                        });
    }
}
