package org.altocumulus.protocol.sim;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.PingReply;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Changes chunks in the datagrams that one end of a session sends, so that it behaves as other
 * clients do. For sessions without sequence numbers.
 */
public final class EditedChunks implements UnaryOperator<byte[]> {
    private static final int LARGEST = 2_000;

    private final Session near;
    private final PacketOpener opener;
    private final PacketSealer sealer;
    private final UnaryOperator<Chunk> edit;

    /**
     * For the packets of one session.
     *
     * @param near the session that sends
     * @param far the same session at the other end
     * @param edit gives what is sent in place of a chunk, no larger than that; null for nothing
     */
    public EditedChunks(Session near, Session far, UnaryOperator<Chunk> edit) {
        this.edit = edit;
        this.near = near;
        this.opener = far.identity().keys().newOpener();
        this.sealer = near.identity().keys().newSealer();
    }

    /** Answers pings as some clients do: with replies that echo nothing. */
    public static EditedChunks emptyReplies(Session near, Session far) {
        return new EditedChunks(
                near,
                far,
                chunk -> chunk instanceof PingReply ? new PingReply(new byte[0]) : chunk);
    }

    @Override
    public byte[] apply(byte[] datagram) {
        SeenPacket packet = SeenPacket.open(opener, new Datagram(0, 0, null, null, datagram));
        return packet == null ? datagram : rewritten(packet);
    }

    private byte[] rewritten(SeenPacket packet) {
        byte[] scratch = new byte[LARGEST];
        WireWriter writer = new WireWriter(LARGEST);
        writer.wrap(scratch, PacketSealer.HEADROOM, LARGEST - 2 * PacketSealer.HEADROOM);
        packet.header().write(writer);
        for (Chunk chunk : packet.chunks()) {
            Chunk edited = edit.apply(chunk);
            if (edited != null) {
                edited.write(writer);
            }
        }
        byte[] sealed = new byte[LARGEST];
        int length =
                sealer.seal(
                        near.identity().farId(),
                        scratch,
                        PacketSealer.HEADROOM,
                        writer.position(),
                        sealed,
                        0);
        return Arrays.copyOf(sealed, length);
    }
}
