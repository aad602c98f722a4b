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
 * #flush}. Datagrams that follow each other to one destination leave as one, which the kernel
 * divides, where it can.
 */
final class LoopSockets implements DatagramSink {
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Channel> unflushed = new ArrayList<>();
    private final TransportCounters counters;
    private final Runnable sent;
    private final Segments segments = new Segments();
    private int selected;

    /**
     * A socket.
     *
     * @param near the address that it was bound to
     */
    private record Socket(
            Channel channel, InetAddress near, Division division, Segmentation segmentation) {
        /** By its family; the wildcard of IPv6 is both. */
        boolean reaches(InetAddress far) {
            return near instanceof Inet6Address == far instanceof Inet6Address
                    || (near instanceof Inet6Address && near.isAnyLocalAddress());
        }
    }

    /**
     * None yet.
     *
     * @param sent told of each datagram
     */
    LoopSockets(TransportCounters counters, Runnable sent) {
        this.counters = counters;
        this.sent = sent;
    }

    /**
     * Takes in a socket and says which one it is.
     *
     * @param near the address that it was bound to
     */
    int add(Channel channel, InetAddress near) {
        Socket socket =
                new Socket(channel, near, new Division(channel, near), new Segmentation(channel));
        int free = sockets.indexOf(null);
        if (free >= 0) {
            sockets.set(free, socket);
            return free;
        }
        sockets.add(socket);
        return sockets.size() - 1;
    }

    /** Sends what is written, and closes one socket. */
    void remove(int socket) {
        Channel channel = sockets.set(socket, null).channel;
        writeSegments();
        channel.flush();
        var unused = channel.close();
    }

    /** Chooses the socket that packets leave from. */
    void select(int socket) {
        selected = socket;
    }

    /**
     * Chooses the first socket that can reach {@code destination}.
     *
     * @return whether there is one
     */
    boolean selectFor(InetSocketAddress destination) {
        for (int i = 0; i < sockets.size(); i++) {
            if (sockets.get(i) != null && sockets.get(i).reaches(destination.getAddress())) {
                selected = i;
                return true;
            }
        }
        return false;
    }

    /** Whether packets of one socket can get to {@code destination}, by its family. */
    boolean reaches(int socket, InetSocketAddress destination) {
        return sockets.get(socket).reaches(destination.getAddress());
    }

    int selected() {
        return selected;
    }

    @Override
    public void send(byte[] datagram, int length, InetSocketAddress destination) {
        Socket socket = sockets.get(selected);
        if (!socket.reaches(destination.getAddress())) {
            // Netty would cut the address down to one of the other family; it is as good as lost.
            return;
        }
        count(length);
        if (!segments.add(socket.segmentation, datagram, length, destination)) {
            writeSegments();
            segments.begin(socket.segmentation, datagram, length, destination);
        }
    }

    private void count(int length) {
        counters.sent.increment();
        counters.sentBytes.add(length);
        sent.run();
    }

    private void writeSegments() {
        Channel channel = segments.write();
        if (channel != null
                && (unflushed.isEmpty() || unflushed.get(unflushed.size() - 1) != channel)) {
            unflushed.add(channel);
        }
    }

    @Override
    public void sendProbe(byte[] datagram, int length, InetSocketAddress destination) {
        Socket socket = sockets.get(selected);
        if (divides(socket, destination)) {
            writeSegments();
            socket.division.send(
                    packet(socket.channel, datagram, length, destination), Division.FORBIDDEN);
        }
    }

    @Override
    public void sendDivisible(byte[] datagram, int length, InetSocketAddress destination) {
        Socket socket = sockets.get(selected);
        if (divides(socket, destination)) {
            writeSegments();
            socket.division.send(
                    packet(socket.channel, datagram, length, destination), Division.ALLOWED);
        } else {
            send(datagram, length, destination);
        }
    }

    private static boolean divides(Socket socket, InetSocketAddress destination) {
        InetAddress far = destination.getAddress();
        return socket.reaches(far) && socket.division.isKnownFor(far);
    }

    private DatagramPacket packet(
            Channel channel, byte[] datagram, int length, InetSocketAddress destination) {
        count(length);
        ByteBuf buffer = channel.alloc().directBuffer(length).writeBytes(datagram, 0, length);
        return new DatagramPacket(buffer, destination);
    }

    void flush() {
        writeSegments();
        unflushed.forEach(Channel::flush);
        unflushed.clear();
    }

    /** Begins to take datagrams. */
    void read() {
        open().forEach(channel -> channel.config().setAutoRead(true));
    }

    void close() {
        writeSegments();
        segments.close();
        for (Channel channel : open()) {
            var unused = channel.close();
        }
    }

    private List<Channel> open() {
        return sockets.stream().filter(Objects::nonNull).map(Socket::channel).toList();
    }
}
