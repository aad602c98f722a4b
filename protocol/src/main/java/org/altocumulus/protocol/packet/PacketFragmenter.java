package org.altocumulus.protocol.packet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.chunk.PacketFragment;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Divides a packet that is larger than the path takes (RFC 7016 §3.4): startup packets with large
 * certificates, and nothing else. Some clients do not understand fragments at all.
 */
public final class PacketFragmenter {
    private PacketFragmenter() {}

    /**
     * Divides a plain packet into plain packets with one Packet Fragment chunk each. The caller
     * sends no more than four of them, nor more than 4380 bytes, to one address within 200 ms.
     *
     * @param header for each of them, with the mode of the packet
     * @param packet a whole packet with its own header
     * @param packetId one that was not used for this address in the last minute
     * @param maxPacket the most bytes of a packet before encryption
     * @return the packets in order; only {@code packet} itself if it is not too large
     * @throws IllegalArgumentException if {@code maxPacket} leaves no room for data
     */
    public static List<byte[]> split(
            PacketHeader header, byte[] packet, long packetId, int maxPacket) {
        if (packet.length <= maxPacket) {
            return List.of(packet);
        }
        List<byte[]> packets = new ArrayList<>();
        int position = 0;
        while (position < packet.length) {
            int overhead = header.size() + PacketFragment.overhead(packetId, packets.size());
            int room = maxPacket - overhead;
            if (room <= 0) {
                throw new IllegalArgumentException("fragments of at most " + maxPacket + " bytes");
            }
            int length = Math.min(room, packet.length - position);
            WireWriter w = new WireWriter(overhead + length);
            header.write(w);
            boolean more = position + length < packet.length;
            byte[] part = Arrays.copyOfRange(packet, position, position + length);
            new PacketFragment(more, packetId, packets.size(), part).write(w);
            packets.add(w.array());
            position += length;
        }
        return packets;
    }
}
