package org.altocumulus.edge.node;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;
import java.net.InetSocketAddress;

/**
 * Datagrams of one socket to one destination that follow each other: all of one size but the last,
 * which may be smaller. They are copied once, into a block that is used again when all that was in
 * it has left. Belongs to one loop.
 */
final class Segments {
    /** The kernel takes 128. */
    private static final int MOST = 64;

    /** It takes what fits into one datagram of IPv4. */
    private static final int MOST_BYTES = 65_000;

    /** What a loop writes in one turn fits, unless it has very much to send. */
    private static final int BLOCK = 1 << 18;

    /** Holds what is not written yet, from {@code start} on, and before that what has not left. */
    private ByteBuf block;

    private int start;
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
                || datagramLength > block.writableBytes()
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
        complete = !from.beginsPiece();
        makeRoom(from.channel(), datagramLength);
        start = block.writerIndex();
        append(datagram, datagramLength);
    }

    private void makeRoom(Channel channel, int datagramLength) {
        if (block != null && block.refCnt() == 1) {
            block.clear();
        } else if (block != null && block.writableBytes() < datagramLength) {
            close();
        }
        if (block == null) {
            block = channel.alloc().directBuffer(BLOCK, BLOCK);
        }
    }

    private void append(byte[] datagram, int datagramLength) {
        block.writeBytes(datagram, 0, datagramLength);
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
        ByteBuf buffer = block.retainedSlice(start, length);
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

    /** Gives the block back, when all is written. */
    void close() {
        if (block != null) {
            block.release();
            block = null;
        }
    }
}
