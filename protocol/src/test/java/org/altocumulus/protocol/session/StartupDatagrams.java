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
        byte[] scratch = new byte[4096];
        byte[] sealed = new byte[4096];
        int start = PacketSealer.HEADROOM;
        WireWriter packet = new WireWriter(scratch, start, scratch.length - 2 * start);
        PacketHeader.startup(1).write(packet);
        chunk.write(packet);
        int length =
                StartupKeys.newSealer()
                        .seal(sessionId, scratch, start, packet.position(), sealed, 0);
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
