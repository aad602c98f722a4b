package org.altocumulus.protocol.sim;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.Chunks;
import org.altocumulus.protocol.crypto.OpenResult;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * A datagram that was read on the side, for a test to look at.
 *
 * @param chunks those that are known and well-formed
 */
public record SeenPacket(Datagram datagram, PacketHeader header, List<Chunk> chunks) {
    /** Reads a datagram; null if it does not open. */
    public static SeenPacket open(PacketOpener opener, Datagram datagram) {
        byte[] bytes = datagram.bytes();
        byte[] plain = new byte[bytes.length];
        if (opener.open(bytes, 0, bytes.length, plain) != OpenResult.OPENED) {
            return null;
        }
        WireReader reader = new WireReader(plain, opener.packetOffset(), opener.packetLength());
        try {
            PacketHeader header = PacketHeader.read(reader);
            List<Chunk> chunks = new ArrayList<>();
            ChunkCursor cursor = new ChunkCursor().wrap(reader);
            while (cursor.next()) {
                Chunk chunk = Chunks.read(cursor.type(), cursor.payload());
                if (chunk != null) {
                    chunks.add(chunk);
                }
            }
            return new SeenPacket(datagram, header, chunks);
        } catch (WireException e) {
            return null;
        }
    }

    /** The chunks of one kind, in their order. */
    public <C extends Chunk> List<C> all(Class<C> kind) {
        return chunks.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    public boolean has(Class<? extends Chunk> kind) {
        return chunks.stream().anyMatch(kind::isInstance);
    }
}
