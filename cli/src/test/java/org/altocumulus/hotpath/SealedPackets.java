package org.altocumulus.hotpath;

import org.altocumulus.protocol.chunk.AckWriter;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.crypto.OpenResult;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.packet.PacketMode;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * A packet that is sealed, and its datagram that is opened, again and again.
 *
 * <p>With session sequence numbers the datagram is a duplicate from the second time on. That is
 * found out last, so it costs the same.
 */
public final class SealedPackets {
    private static final int ROOM = 1500;
    private static final int ID = 0x01020304;

    private final PacketSealer sealer;
    private final PacketOpener opener;
    private final byte[] scratch = new byte[PacketSealer.HEADROOM + ROOM + PacketSealer.TAILROOM];
    private final byte[] sealed = new byte[ROOM];
    private final byte[] datagram;
    private final byte[] opened = new byte[ROOM];
    private final int end;
    private final int length;

    private SealedPackets(Keys keys, WireWriter packet) {
        sealer = keys.server().newSealer();
        opener = keys.client().newOpener();
        end = PacketSealer.HEADROOM + packet.written();
        System.arraycopy(packet.array(), 0, scratch, PacketSealer.HEADROOM, packet.written());
        length = seal();
        datagram = sealed.clone();
        if (opener.open(datagram, 0, length, opened) != OpenResult.OPENED) {
            throw new IllegalStateException("a packet that does not open");
        }
    }

    /** A packet with a message of 1000 bytes. */
    public static SealedPackets message(Keys keys) {
        byte[] message = Inputs.message();
        WireWriter packet = begin();
        UserData.writeHeader(
                packet,
                false,
                false,
                FragmentControl.WHOLE,
                4,
                100_000,
                3,
                FlowOptions.NONE,
                message.length);
        return new SealedPackets(keys, packet.bytes(message));
    }

    /** A packet with an acknowledgement with five ranges, 48 bytes as a datagram. */
    public static SealedPackets acknowledgement(Keys keys) {
        long[] ranges = new long[10];
        for (int i = 0; i < ranges.length; i += 2) {
            ranges[i] = 100_300 + 300L * i;
            ranges[i + 1] = ranges[i] + 200;
        }
        WireWriter packet = begin();
        AckWriter.write(packet, packet.remaining(), 4, 2048, 100_000, ranges, ranges.length);
        return new SealedPackets(keys, packet);
    }

    private static WireWriter begin() {
        WireWriter packet = new WireWriter(ROOM);
        new PacketHeader(true, false, PacketMode.RESPONDER, 4711, 4700).write(packet);
        return packet;
    }

    /** Seals the packet; the bytes of its datagram. */
    public int seal() {
        return sealer.seal(ID, scratch, PacketSealer.HEADROOM, end, sealed, 0);
    }

    /** Opens the datagram. */
    public OpenResult open() {
        return opener.open(datagram, 0, length, opened);
    }

    /** Bytes of the datagram. */
    public int length() {
        return length;
    }
}
