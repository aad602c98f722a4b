package org.altocumulus.edge.link;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.Optional;
import java.util.function.Supplier;
import org.altocumulus.edge.tcp.LinkChannel;
import org.altocumulus.edge.tcp.LinkHost;
import org.altocumulus.edge.tcp.LinkTls;
import org.altocumulus.protocol.wire.HostPort;

/**
 * The TCP address at which other edges pull streams from this one. It is bound first, as an origin
 * is told of it, and {@linkplain #open opened} when there is a link.
 */
public final class PullPort implements AutoCloseable {
    private static final int BACKLOG = 256;

    private final ServerSocketChannel channel;
    private final InetSocketAddress address;

    private PullPort(ServerSocketChannel channel) throws IOException {
        this.channel = channel;
        this.address = (InetSocketAddress) channel.getLocalAddress();
    }

    /**
     * Binds without accepting.
     *
     * @throws IOException that names the address, if it cannot be bound
     */
    public static PullPort bind(InetSocketAddress address) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, BACKLOG);
            return new PullPort(channel);
        } catch (IOException e) {
            channel.close();
            throw new IOException(
                    "cannot bind TCP "
                            + HostPort.format(address)
                            + " for direct pulls: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Accepts connections on that loop, which closes the port when it ends.
     *
     * @param tls below them, if wanted
     */
    void open(EventLoop loop, Optional<LinkTls> tls, Supplier<LinkHost> hosts) {
        new ServerBootstrap()
                .group(loop)
                .channelFactory(() -> new NioServerSocketChannel(channel))
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(
                        new ChannelInitializer<SocketChannel>() {
                            @Override
                            protected void initChannel(SocketChannel accepted) {
                                accepted.pipeline().addLast(new LinkChannel(hosts.get()));
                                tls.ifPresent(below -> below.accept(accepted));
                            }
                        })
                .register()
                .syncUninterruptibly();
    }

    /** Frees the address. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
