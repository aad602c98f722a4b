package org.altocumulus.edge.admin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.stream.ChunkedWriteHandler;
import io.netty.handler.timeout.WriteTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.altocumulus.protocol.wire.SocketErrors;

/**
 * The admin port: HTTP/1.1 on a thread of its own. What a connection can take of the process is
 * bounded: one answer in flight, in pieces of 16 KiB; the rest of what it sends stays in its
 * socket.
 */
public final class AdminServer implements AutoCloseable {
    /** What is read at a time, and so what may wait of requests that were sent ahead. */
    private static final int READ = 1024;

    private static final int MAX_LINE = 4096;
    private static final int MAX_HEAD = 8192;

    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(
                    1, new DefaultThreadFactory("admin", true), NioIoHandler.newFactory());
    private final AdminConnections connections = new AdminConnections();
    private final AdminWork work;
    private final AdminRouter router;
    private final AdminTimes times;
    private volatile InetSocketAddress bound;

    /**
     * A server that is not bound yet.
     *
     * @param site asked on threads of the server
     * @param access who may use it
     * @param clock nanoseconds of a monotonic clock
     */
    public AdminServer(AdminSite site, AdminAccess access, LongSupplier clock) {
        this(site, access, AdminTimes.DEFAULT, clock);
    }

    /** As the other constructor, with other times than the usual ones. */
    public AdminServer(AdminSite site, AdminAccess access, AdminTimes times, LongSupplier clock) {
        this.times = times;
        this.work = AdminWork.onThreads(site, clock);
        this.router = new AdminRouter(work, new AdminGuard(access, clock));
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
                        // Read when the handler wants it, and little at a time.
                        .childOption(ChannelOption.AUTO_READ, false)
                        .childOption(
                                ChannelOption.RECVBUF_ALLOCATOR,
                                new FixedRecvByteBufAllocator(READ).maxMessagesPerRead(1))
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        init(channel);
                                    }
                                })
                        .bind(address)
                        .awaitUninterruptibly();
        if (!future.isSuccess()) {
            throw SocketErrors.cannotBind("TCP", address, "the admin port", future.cause());
        }
        bound = (InetSocketAddress) future.channel().localAddress();
    }

    private void init(SocketChannel channel) {
        RequestClock clock = new RequestClock(times);
        channel.pipeline()
                .addLast(clock)
                .addLast(
                        new HttpServerCodec(
                                new HttpDecoderConfig()
                                        .setMaxInitialLineLength(MAX_LINE)
                                        .setMaxHeaderSize(MAX_HEAD)))
                .addLast(new ChunkedWriteHandler())
                // Behind the pieces: the time is for the whole of an answer.
                .addLast(new WriteTimeoutHandler(times.answer().toMillis(), TimeUnit.MILLISECONDS))
                .addLast(new AdminHandler(router, connections, clock));
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return bound;
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(1, TimeUnit.SECONDS);
        work.close();
    }
}
