package org.altocumulus.edge.node;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.IntegerUnixChannelOption;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says for single datagrams of a socket whether IP may divide them, where that can be said: on
 * Linux with native epoll. The options are those of the whole socket (ip(7), ipv6(7)), so they are
 * set for the one datagram and then set back. Belongs to the loop of its socket.
 */
final class Division {
    /** IP_PMTUDISC_DONT: whoever has to may divide. */
    static final int ALLOWED = 0;

    /** IP_PMTUDISC_PROBE: nobody may, and what the kernel knows of the path does not matter. */
    static final int FORBIDDEN = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Division.class);
    private static final ChannelOption<Integer> IPV4 =
            new IntegerUnixChannelOption("IP_MTU_DISCOVER", 0, 10);
    private static final ChannelOption<Integer> IPV6 =
            new IntegerUnixChannelOption("IPV6_MTU_DISCOVER", 41, 23);
    private static final int UNKNOWN = -1;

    private final Channel channel;
    private final int usualIpv4;
    private final int usualIpv6;

    /**
     * For a socket.
     *
     * @param near the address that it was bound to
     */
    Division(Channel channel, InetAddress near) {
        this.channel = channel;
        boolean ipv6 = near instanceof Inet6Address;
        this.usualIpv4 = ipv6 && !near.isAnyLocalAddress() ? UNKNOWN : usual(IPV4);
        this.usualIpv6 = ipv6 ? usual(IPV6) : UNKNOWN;
    }

    private int usual(ChannelOption<Integer> option) {
        if (!(channel instanceof EpollDatagramChannel)) {
            return UNKNOWN;
        }
        try {
            Integer value = channel.config().getOption(option);
            return value == null ? UNKNOWN : value;
        } catch (ChannelException e) {
            LOG.debug("{} cannot be read: {}", option, e.getMessage());
            return UNKNOWN;
        }
    }

    /** Whether something can be said for datagrams to that address. */
    boolean isKnownFor(InetAddress far) {
        return (far instanceof Inet4Address ? usualIpv4 : usualIpv6) != UNKNOWN;
    }

    /**
     * Sends a datagram at once.
     *
     * @param packet released in any case
     * @param mode {@link #ALLOWED} or {@link #FORBIDDEN}
     */
    void send(DatagramPacket packet, int mode) {
        boolean ipv4 = packet.recipient().getAddress() instanceof Inet4Address;
        ChannelOption<Integer> option = ipv4 ? IPV4 : IPV6;
        // What was written before is not meant.
        channel.flush();
        try {
            channel.config().setOption(option, mode);
        } catch (ChannelException e) {
            packet.release();
            LOG.debug("{} cannot be set: {}", option, e.getMessage());
            return;
        }
        // What leaves with it, because the kernel had no room before, is sent in that mode as well.
        var unused =
                channel.writeAndFlush(packet)
                        .addListener(done -> setBack(option, ipv4 ? usualIpv4 : usualIpv6));
    }

    private void setBack(ChannelOption<Integer> option, int usual) {
        try {
            channel.config().setOption(option, usual);
        } catch (ChannelException e) {
            LOG.debug("{} cannot be set back: {}", option, e.getMessage());
        }
    }
}
