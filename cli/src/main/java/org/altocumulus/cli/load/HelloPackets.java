package org.altocumulus.cli.load;

import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.chunk.Redirect;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.OpenResult;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.packet.PacketMode;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Hellos that differ in their tags and timestamps only, and what answers them. A tag is {@code run
 * 32 | slot 32 | count 64}. Belongs to one loop.
 */
final class HelloPackets {
    /** Bytes of the largest datagram that is looked at. */
    static final int MAX_DATAGRAM = 2048;

    private static final int TAG_SIZE = 16;
    private static final int TICK_MILLIS = 4;
    private static final int TIMESTAMP_AT = PacketSealer.HEADROOM + 1;

    private final int run;
    private final PacketSealer sealer = StartupKeys.newSealer();
    private final PacketOpener opener = StartupKeys.newOpener();
    private final ChunkCursor chunks = new ChunkCursor();
    private final byte[] plain;
    private final int end;
    private final byte[] sealed;
    private final byte[] opened = new byte[MAX_DATAGRAM];
    private final WireReader reader = new WireReader(opened);
    private int slot;
    private long count;

    /** What a datagram is. */
    enum Answer {
        REDIRECT,
        RHELLO,
        /** No answer to a hello of this run. */
        NONE
    }

    /**
     * @param run any number that other runs hardly have
     * @param url in all hellos
     */
    HelloPackets(int run, String url) {
        this.run = run;
        PacketHeader header = PacketHeader.startup(0);
        IHello hello = new IHello(EndpointDiscriminator.ofUri(url).encoded(), new byte[TAG_SIZE]);
        int size = header.size() + hello.size();
        plain = new byte[PacketSealer.HEADROOM + size + PacketSealer.TAILROOM];
        WireWriter writer = new WireWriter(plain, PacketSealer.HEADROOM, size);
        header.write(writer);
        hello.write(writer);
        end = PacketSealer.HEADROOM + size;
        sealed = new byte[plain.length + PacketSealer.TAILROOM];
    }

    /** The datagram that {@link #seal} wrote. */
    byte[] sealed() {
        return sealed;
    }

    /**
     * Makes a hello.
     *
     * @param now nanoseconds, for the timestamp
     * @return bytes of {@link #sealed}
     */
    int seal(int ofSlot, long ofCount, long now) {
        int timestamp = (int) (TimeUnit.NANOSECONDS.toMillis(now) / TICK_MILLIS);
        plain[TIMESTAMP_AT] = (byte) (timestamp >>> Byte.SIZE);
        plain[TIMESTAMP_AT + 1] = (byte) timestamp;
        new WireWriter(plain, end - TAG_SIZE, TAG_SIZE)
                .i32(run)
                .i32(ofSlot)
                .i32((int) (ofCount >>> Integer.SIZE))
                .i32((int) ofCount);
        return sealer.seal(0, plain, PacketSealer.HEADROOM, end, sealed, 0);
    }

    /**
     * Reads a datagram; if it is an answer, {@link #slot} and {@link #count} say to which hello.
     */
    Answer open(byte[] datagram, int length) {
        if (opener.open(datagram, 0, length, opened) != OpenResult.OPENED) {
            return Answer.NONE;
        }
        reader.wrap(opened, opener.packetOffset(), opener.packetLength());
        try {
            if (PacketHeader.read(reader).mode() != PacketMode.STARTUP) {
                return Answer.NONE;
            }
            chunks.wrap(reader);
            return chunks.next() ? read(chunks.type(), chunks.payload()) : Answer.NONE;
        } catch (WireException e) {
            return Answer.NONE;
        }
    }

    private Answer read(int type, WireReader payload) throws WireException {
        if ((type != Redirect.TYPE && type != RHello.TYPE)
                || payload.vlu() != TAG_SIZE
                || payload.remaining() < TAG_SIZE
                || payload.i32() != run) {
            return Answer.NONE;
        }
        slot = payload.i32();
        long high = payload.i32();
        count = high << Integer.SIZE | Integer.toUnsignedLong(payload.i32());
        return type == Redirect.TYPE ? Answer.REDIRECT : Answer.RHELLO;
    }

    int slot() {
        return slot;
    }

    long count() {
        return count;
    }
}
