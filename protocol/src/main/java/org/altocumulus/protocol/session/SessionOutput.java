package org.altocumulus.protocol.session;

import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Makes the packets of a session of what its parts want to send: control chunks first, then
 * acknowledgements, then user data as far as the budget lets it (RFC 7016 §3.6.2.3, §3.6.3.4.6).
 */
final class SessionOutput {
    private final PacketIo packets;
    private final ControlChunks control;
    private final SendFlows sendFlows;
    private final ReceiveFlows receiveFlows;
    private final PeerState peer;

    SessionOutput(
            PacketIo packets,
            ControlChunks control,
            SendFlows sendFlows,
            ReceiveFlows receiveFlows,
            PeerState peer) {
        this.packets = packets;
        this.control = control;
        this.sendFlows = sendFlows;
        this.receiveFlows = receiveFlows;
        this.peer = peer;
    }

    /** Sends the ping of a mobility check, if one is due, to the address in question. */
    void sendAddressCheck(long now, DatagramSink sink) {
        Chunk check = peer.takeAddressCheck();
        if (check != null) {
            WireWriter packet = packets.begin(now);
            check.write(packet);
            packets.finish(packet, false, peer.addressToCheck(), sink);
        }
    }

    /**
     * Sends all that may be sent now.
     *
     * @param open whether the session has flows
     */
    void sendAll(long now, boolean open, DatagramSink sink) {
        boolean more = true;
        while (more) {
            more = sendPacket(now, open, sink);
        }
    }

    private boolean sendPacket(long now, boolean open, DatagramSink sink) {
        boolean data = open && sendFlows.isReady(now);
        boolean acknowledge =
                open && (data ? receiveFlows.mayAcknowledge() : receiveFlows.wantsToAcknowledge());
        if (control.isEmpty() && !data && !acknowledge) {
            return false;
        }
        WireWriter packet = packets.begin(now);
        int header = packet.written();
        control.write(packet, true);
        if (acknowledge) {
            receiveFlows.writeAcknowledgements(packet, packet.written() == header);
        }
        boolean empty = packet.written() == header;
        boolean timeCritical =
                data && sendFlows.fill(packet, now, empty) && sendFlows.wroteTimeCritical();
        if (packet.written() == header) {
            return data && sendLargePacket(now, sink);
        }
        peer.onSent(now, timeCritical);
        packets.finish(packet, timeCritical, packets.destination(), sink);
        return true;
    }

    /** Sends chunks again that were made when the path seemed to bear larger datagrams. */
    private boolean sendLargePacket(long now, DatagramSink sink) {
        WireWriter packet = packets.beginLarge(now);
        if (!sendFlows.fill(packet, now, true)) {
            return false;
        }
        boolean timeCritical = sendFlows.wroteTimeCritical();
        peer.onSent(now, timeCritical);
        packets.finish(packet, timeCritical, packets.destination(), sink::sendDivisible);
        return true;
    }
}
