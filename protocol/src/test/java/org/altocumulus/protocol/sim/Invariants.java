package org.altocumulus.protocol.sim;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.flow.ReceiveLimits;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;

/**
 * What must hold after every event of a run with one client and one server: bounds of memory,
 * deadlines that someone waits for, what is delivered, what leaves, and how sessions end.
 */
final class Invariants {
    /** As much as this many full receive flows a session may hold. */
    private static final int SESSION_FLOWS = 8;

    private final SimPair pair;
    private final Session client;
    private final Session server;
    private final ReceiveLimits limits;
    private final List<SentFlow> sent = new ArrayList<>();
    private final DepartureCheck up;
    private final DepartureCheck down;
    private boolean ending;

    Invariants(SimPair pair, Session client, Session server, ReceiveLimits limits) {
        this.pair = pair;
        this.client = client;
        this.server = server;
        this.limits = limits;
        this.up = new DepartureCheck(pair.network(), pair.client(), server);
        this.down = new DepartureCheck(pair.network(), pair.server(), client);
        pair.time().afterEach(this::check);
    }

    /** Watches a flow, on which nothing was sent yet. */
    void add(SentFlow flow) {
        sent.add(flow);
        (flow.session() == client ? up : down).add(flow);
    }

    /** Watches what arrives on a flow that has just begun at the other end. */
    void arriving(FlowLog log, boolean inOrderOfArrival) {
        for (SentFlow flow : sent) {
            if (flow.isOf(log)) {
                log.handOn(
                        inOrderOfArrival
                                ? DeliveryCheck.inOrderOfArrival(flow, pair.time())
                                : new DeliveryCheck(flow, pair.time()));
                return;
            }
        }
        throw new AssertionError("flow " + log.flow().id() + " is none that was sent");
    }

    /** From now on sessions may end. */
    void ending() {
        ending = true;
    }

    private void check() {
        check(pair.client(), client);
        check(pair.server(), server);
        checkEnds();
    }

    private void check(SimEndpoint end, Session session) {
        end.requireOwnedTimers();
        require(session.queuedBytes() >= 0, "queued bytes below 0");
        require(session.bytesInFlight() >= 0, "bytes in flight below 0");
        long most = 2L * limits.windowBytes() + 2L * limits.maxMessageBytes();
        long sum = 0;
        for (FlowLog log : end.recorder().flows()) {
            int held = log.flow().bufferedBytes();
            require(held >= 0 && held <= most, "a receive flow holds " + held);
            sum += held;
        }
        long mostOfAll = SESSION_FLOWS * ((long) limits.windowBytes() + limits.maxMessageBytes());
        require(sum <= mostOfAll, "the receive flows of a session hold " + sum);
        long queued = 0;
        for (SentFlow flow : sent) {
            if (flow.session() == session) {
                queued += flow.flow().queuedBytes();
                require(flow.flow().queuedBytes() <= flow.bytes(), "more is queued than was sent");
            }
        }
        boolean open = session.state() == Session.State.OPEN;
        require(!open || queued == session.queuedBytes(), "flows and session queue differently");
        require(open || session.queuedBytes() == 0, "a session that ends keeps messages");
    }

    private void checkEnds() {
        if (!ending) {
            require(isOpen(client), "the client's session ended in between");
            require(isOpen(server), "the server's session ended in between");
            return;
        }
        requireFarEnd(pair.client(), server);
        requireFarEnd(pair.server(), client);
    }

    /** Who says that the other end closed is right. */
    private static void requireFarEnd(SimEndpoint end, Session other) {
        for (Recorder.Closed closed : end.recorder().closed()) {
            require(
                    closed.reason() != CloseReason.FAR_CLOSED || !isOpen(other),
                    "closed by the other end, which is open");
        }
    }

    private static boolean isOpen(Session session) {
        return session.state() == Session.State.OPEN;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
