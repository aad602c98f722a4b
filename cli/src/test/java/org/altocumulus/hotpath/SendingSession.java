package org.altocumulus.hotpath;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.DatagramSink;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;

/** A session that sends messages of 1000 bytes, 120 a second, to a peer that gets them all. */
public final class SendingSession {
    private static final long INTERVAL = 8_333_333L;
    private static final long DEADLINE = 2_000_000_000L;
    private static final int LEAST_DATAGRAM = 900;
    private static final int ID = 7;
    private static final InetSocketAddress PEER = new InetSocketAddress("10.1.0.1", 1935);
    private static final long[] NO_RANGES = {};

    /** A user who takes no flows. */
    static final SessionListener USER =
            new SessionListener() {
                @Override
                public void onFlow(Session session, ReceiveFlow flow) {}

                @Override
                public void onClosed(Session session, CloseReason reason) {
                    throw new IllegalStateException(reason.toString());
                }
            };

    private final DatagramSink sink = this::take;
    private final Session session;
    private final SendFlow flow;
    private final AcknowledgingPeer peer;
    private final byte[] message = Inputs.message();
    private long now = 1_000_000_000L;
    private long sent;

    /** A session that is open and has a flow. */
    public SendingSession(Keys keys) {
        session =
                new Session(
                        LoopOfOne.context(),
                        new LoopOfOne(),
                        USER,
                        CongestionAlgorithm.WINDOW::create,
                        keys.serverEnd(ID),
                        PEER,
                        now);
        byte[] metadata = new FlowMetadata.Stream(1, false).encode();
        flow = session.openFlow(metadata, FlowOptions.NO_FLOW, Priority.VIDEO);
        peer = new AcknowledgingPeer(keys.client(), ID, LEAST_DATAGRAM);
    }

    /**
     * One message to one packet, and for every second one the acknowledgement that comes back.
     *
     * @return when the session wants to be called again
     */
    public long sendMessage() {
        now += INTERVAL;
        if (!session.send(flow, message, SendFlow.NEVER, now + DEADLINE)) {
            throw new IllegalStateException("the flow is closed");
        }
        session.flush(now, sink);
        if (peer.acknowledge(session, now)) {
            session.flush(now, sink);
        }
        return session.deadline();
    }

    private void take(byte[] datagram, int length, InetSocketAddress to) {
        sent++;
        peer.onDatagram(datagram, length);
    }

    /** An acknowledgement that says nothing new, and the turn behind it. */
    public long takeAcknowledgement(long[] ranges) {
        peer.repeat(session, now, ranges);
        session.flush(now, sink);
        return session.deadline();
    }

    /** The same without ranges. */
    public long takeAcknowledgement() {
        return takeAcknowledgement(NO_RANGES);
    }

    /** Datagrams that left. */
    public long sent() {
        return sent;
    }

    /** Bytes that the peer has not acknowledged. */
    public long unacknowledged() {
        return session.queuedBytes();
    }
}
