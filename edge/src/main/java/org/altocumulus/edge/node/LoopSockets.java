package org.altocumulus.edge.node;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.DatagramPacket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.altocumulus.protocol.session.DatagramSink;
import org.altocumulus.protocol.session.TransportCounters;

/**
 * The sockets of one loop: one for each address of a node that serves, one for each session of a
 * node that only opens them. What is sent goes out on the selected one and leaves with {@link
 * #flush}.
 */
final class LoopSockets implements DatagramSink {
    private final List<Channel> channels = new ArrayList<>();
    private final List<Channel> unflushed = new ArrayList<>();
    private final TransportCounters counters;
    private int selected;

    LoopSockets(TransportCounters counters) {
        this.counters = counters;
    }

    /** Takes in a socket and says which one it is. */
    int add(Channel channel) {
        int free = channels.indexOf(null);
        if (free >= 0) {
            channels.set(free, channel);
            return free;
        }
        channels.add(channel);
        return channels.size() - 1;
    }

    /** Sends what is written, and closes one socket. */
    void remove(int socket) {
        Channel channel = channels.set(socket, null);
        channel.flush();
        var unused = channel.close();
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
        if (unflushed.isEmpty() || unflushed.get(unflushed.size() - 1) != channel) {
            unflushed.add(channel);
        }
    }

    void flush() {
        unflushed.forEach(Channel::flush);
        unflushed.clear();
    }

    /** Begins to take datagrams. */
    void read() {
        open().forEach(channel -> channel.config().setAutoRead(true));
    }

    void close() {
        for (Channel channel : open()) {
            var unused = channel.close();
        }
    }

    private List<Channel> open() {
        return channels.stream().filter(Objects::nonNull).toList();
    }
}
