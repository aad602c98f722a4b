package org.altocumulus.edge.node;

import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.unix.UnixChannelOption;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.spi.SelectorProvider;
import java.util.function.Function;

/**
 * How sockets are driven: by the kernel's epoll directly, or by the selector of the JDK.
 *
 * @param name for people
 * @param handlers makes what drives the sockets of a loop; gets who decides how it waits
 * @param channels makes a socket for the address that it will be bound to: one for IPv4 alone if
 *     that is an IPv4 address, even the wildcard, otherwise one for both
 * @param forbidsDivision whether it can be said that IP may not divide a datagram
 * @param takesBatches whether one system call can take several datagrams (recvmmsg)
 * @param reusePort whether several sockets may share a port, each for a loop of its own; the option
 *     that says so, or null
 */
record Transport(
        String name,
        Function<SelectStrategyFactory, IoHandlerFactory> handlers,
        Function<InetAddress, DatagramChannel> channels,
        boolean forbidsDivision,
        boolean takesBatches,
        ChannelOption<Boolean> reusePort) {
    /** As many events at once as there are. */
    private static final int GROWING = 0;

    /** Epoll if it is wanted and there, otherwise NIO. */
    static Transport choose(boolean nativeTransport) {
        if (nativeTransport && Epoll.isAvailable()) {
            return new Transport(
                    "epoll",
                    waiting -> EpollIoHandler.newFactory(GROWING, waiting),
                    address ->
                            address instanceof Inet4Address
                                    ? new EpollDatagramChannel(SocketProtocolFamily.INET)
                                    : new EpollDatagramChannel(),
                    true,
                    true,
                    UnixChannelOption.SO_REUSEPORT);
        }
        return new Transport(
                "nio",
                waiting -> NioIoHandler.newFactory(SelectorProvider.provider(), waiting),
                address ->
                        address instanceof Inet4Address
                                ? new NioDatagramChannel(SocketProtocolFamily.INET)
                                : new NioDatagramChannel(),
                false,
                false,
                nioReusePort());
    }

    private static ChannelOption<Boolean> nioReusePort() {
        try (java.nio.channels.DatagramChannel probe = java.nio.channels.DatagramChannel.open()) {
            return probe.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT)
                    ? NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT)
                    : null;
        } catch (IOException e) {
            return null;
        }
    }
}
