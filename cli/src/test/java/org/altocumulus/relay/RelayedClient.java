package org.altocumulus.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** A client of the relay, and the socket that the target knows it by. Not thread-safe. */
final class RelayedClient {
    private static final int SOCKET_BUFFER = 4 << 20;

    /** A check of the new address is a datagram or two; whoever believes in it sends more. */
    private static final int FOLLOWED = 5;

    private final InetSocketAddress address;
    private final InetSocketAddress target;
    private final Selector selector;
    private DatagramChannel upstream;
    private int answers;
    private boolean toMove;
    private boolean moved;

    RelayedClient(InetSocketAddress address, InetSocketAddress target, Selector selector)
            throws IOException {
        this.address = address;
        this.target = target;
        this.selector = selector;
        this.upstream = open();
    }

    private DatagramChannel open() throws IOException {
        DatagramChannel channel = channel(null);
        channel.connect(target);
        channel.register(selector, SelectionKey.OP_READ, this);
        return channel;
    }

    /**
     * A socket as the relay needs it.
     *
     * @param bind null for whatever the way to the target needs
     */
    static DatagramChannel channel(InetSocketAddress bind) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
        channel.bind(bind);
        channel.configureBlocking(false);
        return channel;
    }

    InetSocketAddress address() {
        return address;
    }

    /** The port that the target sees. */
    int port() {
        return upstream.socket().getLocalPort();
    }

    void moveSoon() {
        toMove = true;
    }

    boolean isToMove() {
        return toMove;
    }

    /** Takes another port; what the target sends to the old one is lost from now on. */
    void move() throws IOException {
        toMove = false;
        DatagramChannel old = upstream;
        upstream = open();
        old.close();
        moved = true;
        answers = 0;
    }

    /**
     * Takes note of a datagram of the target.
     *
     * @return whether this shows that the target has followed the last move, once for each
     */
    boolean onAnswer() {
        boolean followed = moved && ++answers == FOLLOWED;
        moved &= !followed;
        return followed;
    }

    boolean send(ByteBuffer datagram) throws IOException {
        int length = datagram.remaining();
        return upstream.write(datagram) == length;
    }

    void close() throws IOException {
        upstream.close();
    }
}
