package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.crypto.OpenResult;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.packet.PacketFragmenter;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.packet.PacketMode;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Packets of startup: under the default key, flags 0x0b, one chunk (the only form that all clients
 * take), in fragments if that chunk is too large (RFC 7016 §2.2.4, §3.4). Belongs to one loop.
 */
final class StartupPackets {
    private final SessionContext context;
    private final PacketSealer sealer = StartupKeys.newSealer();
    private final PacketOpener opener = StartupKeys.newOpener();
    private final int maxPacket;
    private long nextPacketId = 1;

    StartupPackets(SessionContext context) {
        this.context = context;
        this.maxPacket = sealer.maxPacket(context.parameters.datagramLimit());
    }

    /**
     * Decrypts a datagram.
     *
     * @return a reader of the plain packet, header included, in the loop's scratch array; null, and
     *     the reason is counted, if it is no startup packet
     */
    WireReader open(byte[] datagram, int offset, int length) {
        OpenResult result = opener.open(datagram, offset, length, context.opened);
        if (result != OpenResult.OPENED) {
            context.counters.discard(
                    result == OpenResult.BAD_LENGTH ? Discard.BAD_LENGTH : Discard.BAD_CHECKSUM);
            return null;
        }
        return context.reader.wrap(context.opened, opener.packetOffset(), opener.packetLength());
    }

    /** Reads the header; false, and the reason is counted, if it is not one of startup. */
    boolean skipHeader(WireReader packet) {
        try {
            if (PacketHeader.read(packet).mode() == PacketMode.STARTUP) {
                return true;
            }
            context.counters.discard(Discard.WRONG_MODE);
        } catch (WireException e) {
            context.counters.discard(Discard.BAD_HEADER);
        }
        return false;
    }

    /**
     * Sends a chunk.
     *
     * @param sessionId 0, or the initiator's for RIKeying and Cookie Change
     */
    void send(long now, Chunk chunk, int sessionId, InetSocketAddress to, DatagramSink sink) {
        PacketHeader header = PacketHeader.startup(TimestampClock.timestamp(now));
        int size = header.size() + chunk.size();
        if (size <= maxPacket) {
            WireWriter packet = context.writer.wrap(context.plain, PacketSealer.HEADROOM, size);
            header.write(packet);
            chunk.write(packet);
            seal(packet.position(), sessionId, to, sink);
            return;
        }
        WireWriter whole = new WireWriter(size);
        header.write(whole);
        chunk.write(whole);
        for (byte[] part :
                PacketFragmenter.split(header, whole.array(), nextPacketId++, maxPacket)) {
            System.arraycopy(part, 0, context.plain, PacketSealer.HEADROOM, part.length);
            seal(PacketSealer.HEADROOM + part.length, sessionId, to, sink);
        }
    }

    private void seal(int end, int sessionId, InetSocketAddress to, DatagramSink sink) {
        int length =
                sealer.seal(
                        sessionId, context.plain, PacketSealer.HEADROOM, end, context.sealed, 0);
        sink.send(context.sealed, length, to);
    }
}
