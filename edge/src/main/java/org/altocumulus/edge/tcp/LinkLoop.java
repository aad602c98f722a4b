package org.altocumulus.edge.tcp;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The one thread of a node's links, and how it drives their sockets: by the kernel's epoll
 * directly, or by the selector of the JDK. May be used from any thread.
 */
public final class LinkLoop implements AutoCloseable {
    private static final int BACKLOG = 256;
    private static final long CLOSE_SECONDS = 2;

    private final boolean epoll;
    private final EventLoopGroup group;
    private final EventLoop eventLoop;

    /**
     * A loop whose thread begins with the first task.
     *
     * @param name of the thread
     * @param nativeTransport whether to use epoll where it exists
     */
    public LinkLoop(String name, boolean nativeTransport) {
        this.epoll = nativeTransport && Epoll.isAvailable();
        this.group =
                new MultiThreadIoEventLoopGroup(
                        1,
                        new DefaultThreadFactory(name, true),
                        epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        this.eventLoop = group.next();
    }

    /** For tasks. */
    public EventLoop eventLoop() {
        return eventLoop;
    }

    /** For a port that takes connections; lacks a handler for them. */
    public ServerBootstrap listening() {
        return new ServerBootstrap()
                .group(eventLoop)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true);
    }

    /** For a connection from here; lacks a handler. */
    Bootstrap dialling() {
        return new Bootstrap()
                .group(eventLoop)
                .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true);
    }

    /** Closes all connections and ports, and ends the thread, from which it must not be called. */
    @Override
    public void close() {
        group.shutdownGracefully(100, 1000, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
