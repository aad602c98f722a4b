package org.altocumulus.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.InitiatorListener;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;

/** Opens a session and keeps one bulk flow filled. Any thread may ask. */
final class BulkSender implements InitiatorListener, SessionListener, AutoCloseable {
    private static final byte[] METADATA = {'b', 'u', 'l', 'k'};
    private static final byte[] MESSAGE = new byte[10_000];
    private static final long QUEUE = 1 << 20;

    private final MediaNode node;
    private final NodeLoop loop;
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
    private Session session;
    private SendFlow flow;

    BulkSender(InetSocketAddress to, CongestionAlgorithm congestion) throws IOException {
        SecureRandom random = new SecureRandom();
        node =
                new MediaNode(
                        BulkTransfer.parameters(new InetSocketAddress(0), congestion),
                        NodeClock.system(),
                        random,
                        null,
                        (now, wanted, tag, from) -> new HelloAnswer.Ignore(Discard.UNWANTED_HELLO),
                        other -> this);
        node.start();
        loop = node.loops().get(0);
        node.openSocket(
                loop,
                socket ->
                        loop.connect(
                                socket,
                                this,
                                this,
                                Identity.ephemeralClient(BulkTransfer.POLICY.groups(), random),
                                BulkTransfer.POLICY,
                                EndpointDiscriminator.ofUri("rtmfp:"),
                                List.of(to)),
                failure -> onFailed(failure.getMessage()));
    }

    /** Completes when the session has ended. */
    CompletableFuture<CloseReason> closed() {
        return closed;
    }

    /** Bytes in flight, the round trip time and what is queued, for a person. */
    CompletableFuture<String> state() {
        CompletableFuture<String> state = new CompletableFuture<>();
        loop.execute(
                () ->
                        state.complete(
                                session == null
                                        ? "not open"
                                        : "outstanding %d rtt %.3f queued %d"
                                                .formatted(
                                                        session.bytesInFlight(),
                                                        session.roundTripTime() / 1e9,
                                                        session.queuedBytes())));
        return state;
    }

    @Override
    public void onOpened(Session opened) {
        session = opened;
        flow = session.openFlow(METADATA, FlowOptions.NO_FLOW, Priority.BULK);
        fill();
    }

    private void fill() {
        boolean open = true;
        while (open && flow.unsentBytes() < QUEUE) {
            open = session.send(flow, MESSAGE);
        }
    }

    @Override
    public void onAcknowledged(Session acknowledged) {
        fill();
    }

    @Override
    public void onFailed(String why) {
        System.err.println("no session: " + why);
        closed.complete(CloseReason.TIMED_OUT);
    }

    @Override
    public void onFlow(Session opened, ReceiveFlow answer) {
        answer.reject(ReceiveFlow.AUTOMATIC);
    }

    @Override
    public void onClosed(Session ended, CloseReason reason) {
        closed.complete(reason);
    }

    @Override
    public void close() {
        try {
            node.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
