package org.altocumulus.hotpath;

import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.crypto.OpenResult;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.SessionKeys;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * The player of one flow whose every message fits into a packet. It acknowledges every second
 * packet, as receivers do (RFC 7016 §3.6.3.4.4), and works without allocating: it opens the first
 * datagram with a message to learn flow and number, and counts those that follow.
 */
final class AcknowledgingPeer {
    private static final int ACKNOWLEDGE_EVERY = 2;
    private static final long[] NO_RANGES = {};

    private final PacketOpener opener;
    private final PeerWriter writer;
    private final int least;
    private long flowId = -1;
    private long cumulative;
    private int unacknowledged;

    /**
     * @param least bytes of the smallest datagram that has a message; what is smaller is passed
     *     over
     */
    AcknowledgingPeer(SessionKeys keys, int sessionId, int least) {
        this.opener = keys.newOpener();
        this.writer = new PeerWriter(keys, sessionId);
        this.least = least;
    }

    /** Takes what the server sends. */
    void onDatagram(byte[] datagram, int length) {
        if (length < least) {
            return;
        }
        if (flowId < 0) {
            learn(datagram, length);
        } else {
            cumulative++;
        }
        unacknowledged++;
    }

    /**
     * Acknowledges what has come if it is time; the caller flushes the session.
     *
     * @return whether it was time
     */
    boolean acknowledge(Session session, long now) {
        if (unacknowledged < ACKNOWLEDGE_EVERY) {
            return false;
        }
        unacknowledged = 0;
        writer.acknowledgement(now, flowId, cumulative, NO_RANGES);
        writer.deliver(session, now);
        return true;
    }

    /** Says once more that all has come, with ranges of what has not. */
    void repeat(Session session, long now, long[] ranges) {
        writer.acknowledgement(now, flowId, cumulative, ranges).deliver(session, now);
    }

    private void learn(byte[] datagram, int length) {
        byte[] plain = new byte[length];
        if (opener.open(datagram, 0, length, plain) != OpenResult.OPENED) {
            throw new IllegalStateException("a packet that does not open");
        }
        WireReader reader = new WireReader(plain, opener.packetOffset(), opener.packetLength());
        try {
            PacketHeader.read(reader);
            ChunkCursor chunks = new ChunkCursor().wrap(reader);
            while (chunks.next()) {
                if (chunks.type() == UserData.TYPE) {
                    UserData data = UserData.read(chunks.payload());
                    flowId = data.flowId();
                    cumulative = data.sequenceNumber();
                }
            }
        } catch (WireException e) {
            throw new IllegalStateException(e);
        }
    }
}
