package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Seals and opens with the arrays that a host would keep. */
final class Datagrams {
    private Datagrams() {}

    static byte[] seal(PacketSealer sealer, int sessionId, byte[] packet) {
        int start = PacketSealer.HEADROOM;
        byte[] scratch = new byte[start + packet.length + PacketSealer.TAILROOM];
        System.arraycopy(packet, 0, scratch, start, packet.length);
        byte[] out = new byte[7 + packet.length + 80];
        int length = sealer.seal(sessionId, scratch, start, start + packet.length, out, 7);
        return Arrays.copyOfRange(out, 7, 7 + length);
    }

    /** Opens a datagram that must open; the packet with its padding. */
    static byte[] open(PacketOpener opener, byte[] datagram) {
        byte[] around = new byte[datagram.length + 9];
        System.arraycopy(datagram, 0, around, 5, datagram.length);
        byte[] out = new byte[datagram.length];
        assertThat(opener.open(around, 5, datagram.length, out)).isEqualTo(OpenResult.OPENED);
        int from = opener.packetOffset();
        return Arrays.copyOfRange(out, from, from + opener.packetLength());
    }

    static OpenResult result(PacketOpener opener, byte[] datagram) {
        return opener.open(datagram, 0, datagram.length, new byte[datagram.length]);
    }

    /** The session id of a datagram (RFC 7016 §2.2.2). */
    static int sessionId(byte[] datagram) {
        return ByteBuffer.wrap(datagram).getInt(0)
                ^ ByteBuffer.wrap(datagram).getInt(4)
                ^ ByteBuffer.wrap(datagram).getInt(8);
    }
}
