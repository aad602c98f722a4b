package org.altocumulus.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.edge.node.Responding;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;

/** A node that takes every flow and counts its messages. Any thread may ask. */
final class BulkReceiver implements SessionListener, AutoCloseable {
    private static final int COOKIE_SECRET = 32;
    private static final long COOKIE_LIFETIME = 120_000;

    private final MediaNode node;
    private final LongAdder bytes = new LongAdder();
    private final CompletableFuture<Void> begun = new CompletableFuture<>();

    BulkReceiver(InetSocketAddress bind) throws IOException {
        SecureRandom random = new SecureRandom();
        byte[] secret = new byte[COOKIE_SECRET];
        random.nextBytes(secret);
        node =
                new MediaNode(
                        BulkTransfer.parameters(bind, CongestionAlgorithm.WINDOW),
                        NodeClock.system(),
                        random,
                        new Responding(
                                Identity.ephemeralServer("", BulkTransfer.POLICY.groups(), random),
                                BulkTransfer.POLICY,
                                () -> new CookieFactory(secret, COOKIE_LIFETIME)),
                        (now, wanted, tag, from) -> new HelloAnswer.Respond(),
                        this::user);
        node.bind();
        node.start();
    }

    private SessionListener user(NodeLoop loop) {
        return this;
    }

    InetSocketAddress address() {
        return node.boundAddresses().get(0);
    }

    /** Completes with the first message. */
    CompletableFuture<Void> begun() {
        return begun;
    }

    /** Bytes of all messages that were delivered. */
    long bytes() {
        return bytes.sum();
    }

    @Override
    public void onFlow(Session session, ReceiveFlow flow) {
        flow.handler(
                (from, message) -> {
                    bytes.add(message.length);
                    begun.complete(null);
                });
    }

    @Override
    public void onClosed(Session session, CloseReason reason) {
        System.err.println("the session ended, " + reason);
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
