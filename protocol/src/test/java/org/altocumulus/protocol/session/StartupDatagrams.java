package org.altocumulus.protocol.session;

import java.util.Arrays;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.RIKeying;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.packet.Multiplex;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.wire.WireWriter;

/** Startup packets made by hand, as anybody can make them. */
final class StartupDatagrams {
    private StartupDatagrams() {}

    /** A datagram with one chunk under the default key. */
    static byte[] of(Chunk chunk, int sessionId) {
        WireWriter packet = new WireWriter(4096);
        PacketHeader.startup(1).write(packet);
        chunk.write(packet);
        return ofPacket(packet.toByteArray(), sessionId);
    }

    /** A datagram with that packet under the default key. */
    static byte[] ofPacket(byte[] packet, int sessionId) {
        int start = PacketSealer.HEADROOM;
        byte[] scratch = new byte[start + packet.length + PacketSealer.TAILROOM];
        System.arraycopy(packet, 0, scratch, start, packet.length);
        byte[] sealed = new byte[packet.length + 64];
        int length =
                StartupKeys.newSealer()
                        .seal(sessionId, scratch, start, start + packet.length, sealed, 0);
        return Arrays.copyOf(sealed, length);
    }

    /** What a startup datagram holds. */
    static SeenPacket read(Datagram datagram) {
        return SeenPacket.open(StartupKeys.newOpener(), datagram);
    }

    /** An RIKeying like {@code answer}, but with another component. */
    static byte[] keysWithComponent(Datagram answer, byte[] component) {
        RIKeying keying = read(answer).all(RIKeying.class).get(0);
        return of(
                new RIKeying(keying.responderSessionId(), component, keying.signature()),
                Multiplex.sessionId(answer.bytes(), 0, answer.bytes().length));
    }
}
