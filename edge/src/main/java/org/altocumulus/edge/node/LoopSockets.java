package org.altocumulus.edge.node;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.DatagramPacket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.session.DatagramSink;
import org.altocumulus.protocol.session.TransportCounters;

/**
 * The sockets of one loop, one for each address of the node. What is sent goes out on the selected
 * one and leaves with {@link #flush}.
 */
final class LoopSockets implements DatagramSink {
    private final List<Channel> channels = new ArrayList<>();
    private final TransportCounters counters;
    private int selected;
    private boolean unflushed;

    LoopSockets(TransportCounters counters) {
        this.counters = counters;
    }

    void add(Channel channel) {
        channels.add(channel);
    }

    /** Chooses the socket that packets leave from. */
    void select(int socket) {
        selected = socket;
    }

    /** Chooses the first socket that can reach {@code destination}, if there is one. */
    void selectFor(InetSocketAddress destination) {
        boolean inet6 = destination.getAddress() instanceof Inet6Address;
        for (int i = 0; i < channels.size(); i++) {
            InetAddress near = ((InetSocketAddress) channels.get(i).localAddress()).getAddress();
            if (near instanceof Inet6Address == inet6 || near.isAnyLocalAddress()) {
                selected = i;
                return;
            }
        }
    }

    int selected() {
        return selected;
    }

    @Override
    public void send(byte[] datagram, int length, InetSocketAddress destination) {
        Channel channel = channels.get(selected);
        ByteBuf buffer = channel.alloc().directBuffer(length).writeBytes(datagram, 0, length);
        // A failure concerns this datagram alone and reaches the handler of the channel.
        var unused = channel.write(new DatagramPacket(buffer, destination), channel.voidPromise());
        counters.sent.increment();
        counters.sentBytes.add(length);
        unflushed = true;
    }

    void flush() {
        if (unflushed) {
            unflushed = false;
            channels.forEach(Channel::flush);
        }
    }

    /** Begins to take datagrams. */
    void read() {
        channels.forEach(channel -> channel.config().setAutoRead(true));
    }

    void close() {
        for (Channel channel : channels) {
            var unused = channel.close();
        }
    }
}
