package org.altocumulus.hotpath;

import org.altocumulus.protocol.chunk.AckWriter;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.SessionKeys;
import org.altocumulus.protocol.packet.PacketMode;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Writes the datagrams of a client as plainly as possible and without allocating, so that what a
 * server allocates for them can be told apart.
 */
final class PeerWriter {
    private static final int LARGEST = 1500;
    private static final int TIMESTAMP_AND_ECHO = 0x0c;
    private static final long TICK = 4_000_000L;

    /** The round trip time that the echo lets the server measure, in ticks. */
    private static final int ROUND_TRIP = 5;

    private final PacketSealer sealer;
    private final int sessionId;
    private final byte[] scratch =
            new byte[PacketSealer.HEADROOM + LARGEST + PacketSealer.TAILROOM];
    private final WireWriter packet = new WireWriter(scratch, 0, scratch.length);
    private final byte[] datagram = new byte[LARGEST];
    private int length;

    PeerWriter(SessionKeys client, int sessionId) {
        this.sealer = client.newSealer();
        this.sessionId = sessionId;
    }

    /** Gives the datagram that was written last to the session that it is for. */
    void deliver(Session session, long now) {
        if (!session.onDatagram(now, datagram, 0, length, session.address())) {
            throw new IllegalStateException("a datagram that was not genuine");
        }
    }

    /** A packet with one acknowledgement. */
    PeerWriter acknowledgement(long now, long flowId, long cumulative, long[] ranges) {
        begin(now);
        AckWriter.write(
                packet, packet.remaining(), flowId, 2048, cumulative, ranges, ranges.length);
        return finish();
    }

    /** A packet with a whole message. */
    PeerWriter message(
            long now, long flowId, long sequenceNumber, FlowOptions options, byte[] message) {
        begin(now);
        UserData.writeHeader(
                packet,
                false,
                false,
                FragmentControl.WHOLE,
                flowId,
                sequenceNumber,
                1,
                options,
                message.length);
        packet.bytes(message);
        return finish();
    }

    private void begin(long now) {
        int tick = (int) Math.floorDiv(now, TICK);
        packet.wrap(scratch, PacketSealer.HEADROOM, LARGEST - PacketSealer.HEADROOM);
        packet.u8(PacketMode.INITIATOR.code() | TIMESTAMP_AND_ECHO);
        packet.u16(tick & 0xffff).u16((tick - ROUND_TRIP) & 0xffff);
    }

    private PeerWriter finish() {
        length =
                sealer.seal(
                        sessionId, scratch, PacketSealer.HEADROOM, packet.position(), datagram, 0);
        return this;
    }
}
