package org.altocumulus.protocol.sim;

import java.util.HashMap;
import java.util.Map;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.NextUserData;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.packet.Multiplex;
import org.altocumulus.protocol.session.Session;

/**
 * Reads every packet of one direction of a session as it leaves, lost ones too: no part of a
 * message leaves at or after its finish-by deadline, and none for the first time at or after its
 * start-by deadline.
 */
public final class DepartureCheck {
    private final SimEndpoint sender;
    private final PacketOpener opener;
    private final int id;
    private final Map<Long, SentFlow> flows = new HashMap<>();
    private SentFlow lastFlow;
    private long lastNumber;

    /**
     * Watches from now on.
     *
     * @param sender whose packets are read
     * @param receiver the session to which the packets go
     */
    public DepartureCheck(SimNetwork network, SimEndpoint sender, Session receiver) {
        this.sender = sender;
        this.opener = receiver.identity().keys().newOpener();
        this.id = receiver.identity().nearId();
        network.tap(this::look);
    }

    /** Checks a flow of the session that sends, before anything is sent on it. */
    public void add(SentFlow flow) {
        flows.put(flow.flow().id(), flow);
    }

    private void look(Datagram datagram) {
        byte[] bytes = datagram.bytes();
        if (!datagram.from().equals(sender.address())
                || Multiplex.sessionId(bytes, 0, bytes.length) != id) {
            return;
        }
        SeenPacket packet = SeenPacket.open(opener, datagram);
        if (packet == null) {
            requireStartup(datagram);
            return;
        }
        for (Chunk chunk : packet.chunks()) {
            if (chunk instanceof UserData data) {
                lastFlow = flows.get(data.flowId());
                lastNumber = data.sequenceNumber();
                check(datagram.at(), data.abandon());
            } else if (chunk instanceof NextUserData data) {
                lastNumber++;
                check(datagram.at(), data.abandon());
            }
        }
    }

    /** What does not open with the keys of the session is of its startup. */
    private static void requireStartup(Datagram datagram) {
        if (SeenPacket.open(StartupKeys.newOpener(), datagram) == null) {
            throw new AssertionError("a packet that does not open: " + datagram.number());
        }
    }

    private void check(long at, boolean abandoned) {
        if (lastFlow != null && !abandoned) {
            lastFlow.onDeparture(lastNumber, at);
        }
    }
}
