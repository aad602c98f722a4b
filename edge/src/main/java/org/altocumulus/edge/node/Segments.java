package org.altocumulus.edge.node;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;
import java.net.InetSocketAddress;

/**
 * Datagrams of one socket to one destination that follow each other: all of one size but the last,
 * which may be smaller. Belongs to one loop.
 */
final class Segments {
    /** The kernel takes 128. */
    private static final int MOST = 64;

    /** It takes what fits into one datagram of IPv4. */
    private static final int MOST_BYTES = 65_000;

    private final byte[] bytes = new byte[MOST_BYTES];
    private Segmentation socket;
    private InetSocketAddress destination;
    private int length;
    private int count;
    private int size;
    private boolean complete;

    /** Adds a datagram to those there are; false if it is none of them. */
    boolean add(Segmentation from, byte[] datagram, int datagramLength, InetSocketAddress to) {
        if (complete
                || from != socket
                || datagramLength > size
                || count == MOST
                || length + datagramLength > MOST_BYTES
                || !to.equals(destination)) {
            return false;
        }
        append(datagram, datagramLength);
        return true;
    }

    /** The first datagram, when what was there is written. */
    void begin(Segmentation from, byte[] datagram, int datagramLength, InetSocketAddress to) {
        socket = from;
        destination = to;
        size = datagramLength;
        complete = !from.isOn();
        append(datagram, datagramLength);
    }

    private void append(byte[] datagram, int datagramLength) {
        System.arraycopy(datagram, 0, bytes, length, datagramLength);
        length += datagramLength;
        count++;
        complete |= datagramLength < size;
    }

    /** Writes what there is; returns the channel that is to be flushed, or null. */
    Channel write() {
        if (count == 0) {
            return null;
        }
        Channel channel = socket.channel();
        ByteBuf buffer = channel.alloc().directBuffer(length).writeBytes(bytes, 0, length);
        if (count == 1) {
            // A failure concerns this datagram alone and reaches the handler of the channel.
            var unused =
                    channel.write(new DatagramPacket(buffer, destination), channel.voidPromise());
        } else {
            var unused =
                    channel.write(
                            new SegmentedDatagramPacket(buffer, size, destination),
                            socket.promise());
        }
        socket = null;
        destination = null;
        length = 0;
        count = 0;
        return channel;
    }
}
