package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.congestion.AppendixAController;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.RecordedKeys;
import org.altocumulus.protocol.crypto.SessionKeys;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.SeededRandom;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.vectors.RecordedPacket;
import org.altocumulus.protocol.vectors.RecordedPacket.KeyUse;
import org.altocumulus.protocol.vectors.RecordedSession;
import org.altocumulus.protocol.vectors.Recording;

/** A session of ours in the place of one end of a recorded session. */
final class Replay implements SessionHost, SessionListener {
    static final InetSocketAddress FAR = new InetSocketAddress("192.0.2.10", 50000);
    private static final byte[] METADATA = {'T', 'C', 4, 0};
    private static final Certificate SOMEBODY = EndpointSetup.CLIENT.identity().certificate();

    private final SessionKeys farKeys;
    private final PacketOpener farOpener;
    private final Session session;
    private final Map<Long, List<byte[]>> messages = new LinkedHashMap<>();
    private final List<SeenPacket> sent = new ArrayList<>();
    private final TransportCounters counters = new TransportCounters();
    private long now = -1_000_000_000L;

    /**
     * @param role which end is ours
     */
    Replay(RecordedSession recorded, Role role) {
        boolean initiator = role == Role.INITIATOR;
        SessionKeys asInitiator = RecordedKeys.ofInitiator(recorded);
        SessionKeys asResponder = RecordedKeys.ofResponder(recorded);
        farKeys = initiator ? asResponder : asInitiator;
        farOpener = farKeys.newOpener();
        SessionIdentity identity =
                new SessionIdentity(role, 2, 3, SOMEBODY, initiator ? asInitiator : asResponder);
        session =
                new Session(
                        new SessionContext(SessionParameters.DEFAULT, counters, SeededRandom.of(1)),
                        this,
                        this,
                        AppendixAController::new,
                        identity,
                        FAR,
                        now);
        // The flows that those of the other end are in return to.
        for (int i = 0; i < 10; i++) {
            session.openFlow(METADATA, -1, Priority.CONTROL);
        }
    }

    /** The packets of a recorded session that go to our end, in their order. */
    static List<RecordedPacket> packetsTo(Recording recording, int index, Role role) {
        KeyUse key = role == Role.INITIATOR ? KeyUse.RESPONDER : KeyUse.INITIATOR;
        return recording.packets().stream()
                .filter(packet -> packet.session() == index || recording.sessions().size() == 1)
                .filter(packet -> packet.key() == key)
                .toList();
    }

    Session session() {
        return session;
    }

    /** What was delivered, by flow. */
    Map<Long, List<byte[]>> messages() {
        return messages;
    }

    /** What our end has sent. */
    List<SeenPacket> sent() {
        return sent;
    }

    TransportCounters counters() {
        return counters;
    }

    /** Seals packets like the other end. */
    PacketSealer farSealer() {
        return farKeys.newSealer();
    }

    /** Gives our end a datagram, and a turn. */
    boolean receive(byte[] datagram, int length) {
        now += 1_000_000;
        boolean genuine = session.onDatagram(now, datagram, 0, length, FAR);
        flush();
        return genuine;
    }

    /** Gives our end a part of a packet, sealed by the other end, that must do no harm. */
    void receive(PacketSealer sealer, byte[] packet, int length, String what) {
        int start = PacketSealer.HEADROOM;
        byte[] scratch = new byte[start + length + PacketSealer.TAILROOM];
        System.arraycopy(packet, 0, scratch, start, length);
        byte[] sealed = new byte[length + 80];
        try {
            receive(sealed, sealer.seal(2, scratch, start, start + length, sealed, 0));
            sent.clear();
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what, e);
        }
    }

    void flush() {
        session.flush(now, this::collect);
    }

    /** Lets time pass from deadline to deadline. */
    void pass(long duration) {
        long end = now + duration;
        while (session.deadline() <= end) {
            now = Math.max(now, session.deadline());
            flush();
        }
        now = end;
    }

    private void collect(byte[] datagram, int length, InetSocketAddress to) {
        byte[] copy = Arrays.copyOf(datagram, length);
        sent.add(SeenPacket.open(farOpener, new Datagram(sent.size(), now, FAR, to, copy)));
    }

    @Override
    public void wake(Session woken) {}

    @Override
    public void terminated(Session ended) {}

    @Override
    public void onFlow(Session opened, ReceiveFlow flow) {
        List<byte[]> list = new ArrayList<>();
        if (messages.put(flow.id(), list) != null) {
            throw new AssertionError("flow " + flow.id() + " twice");
        }
        flow.handler((from, message) -> list.add(message));
    }

    @Override
    public void onClosed(Session closed, CloseReason reason) {}
}
