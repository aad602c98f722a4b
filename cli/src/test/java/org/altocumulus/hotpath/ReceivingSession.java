package org.altocumulus.hotpath;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.DatagramSink;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;

/** A session that gets messages of 1000 bytes, 120 a second, each in one packet. */
public final class ReceivingSession implements SessionListener {
    private static final long INTERVAL = 8_333_333L;
    private static final int ID = 7;
    private static final long FLOW = 2;
    private static final InetSocketAddress PEER = new InetSocketAddress("10.1.0.1", 1935);
    private static final FlowOptions OPENING =
            FlowOptions.of(new FlowMetadata.Stream(1, false).encode());

    private long sent;
    private final DatagramSink sink = (datagram, length, to) -> sent++;
    private final Session session;
    private final PeerWriter writer;
    private final byte[] message = Inputs.message();
    private long now = 1_000_000_000L;
    private long number;
    private long received;

    /** A session that is open. */
    public ReceivingSession(Keys keys) {
        session =
                new Session(
                        LoopOfOne.context(),
                        new LoopOfOne(),
                        this,
                        CongestionAlgorithm.WINDOW::create,
                        keys.serverEnd(ID),
                        PEER,
                        now);
        writer = new PeerWriter(keys.client(), ID);
    }

    /**
     * One packet to one message, and for every second one the acknowledgement.
     *
     * @return bytes of messages so far
     */
    public long takeMessage() {
        now += INTERVAL;
        number++;
        writer.message(now, FLOW, number, number == 1 ? OPENING : FlowOptions.NONE, message);
        writer.deliver(session, now);
        session.flush(now, sink);
        return received;
    }

    /** Datagrams that left. */
    public long sent() {
        return sent;
    }

    @Override
    public void onFlow(Session of, ReceiveFlow flow) {
        flow.handler((from, bytes) -> received += bytes.length);
    }

    @Override
    public void onClosed(Session of, CloseReason reason) {
        throw new IllegalStateException(reason.toString());
    }
}
