package org.altocumulus.edge.admin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.wire.HostPort;

/** The admin port: HTTP/1.1 on a thread of its own, without access control. */
public final class AdminServer implements AutoCloseable {
    private static final int MAX_REQUEST = 16 << 10;
    private static final int IDLE_SECONDS = 30;

    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(
                    1, new DefaultThreadFactory("admin", true), NioIoHandler.newFactory());
    private final AdminSite site;
    private volatile InetSocketAddress bound;

    /**
     * A server that is not bound yet.
     *
     * @param site asked on the server's thread
     */
    public AdminServer(AdminSite site) {
        this.site = site;
    }

    /**
     * Listens.
     *
     * @throws IOException that names the address, if it cannot be bound
     */
    public void start(InetSocketAddress address) throws IOException {
        ChannelFuture future =
                new ServerBootstrap()
                        .group(group)
                        .channel(NioServerSocketChannel.class)
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        channel.pipeline()
                                                .addLast(new ReadTimeoutHandler(IDLE_SECONDS))
                                                .addLast(new HttpServerCodec())
                                                .addLast(new HttpObjectAggregator(MAX_REQUEST))
                                                .addLast(new AdminHandler(site));
                                    }
                                })
                        .bind(address)
                        .awaitUninterruptibly();
        if (!future.isSuccess()) {
            throw new IOException(
                    "cannot bind TCP "
                            + HostPort.format(address)
                            + " for the admin port: "
                            + future.cause().getMessage(),
                    future.cause());
        }
        bound = (InetSocketAddress) future.channel().localAddress();
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return bound;
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(1, TimeUnit.SECONDS);
    }
}
