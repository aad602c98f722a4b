package org.altocumulus.protocol.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;

/** Writes down what the sessions of an endpoint report. */
public final class Recorder implements SessionListener {
    private final VirtualTime time;
    private final List<FlowLog> flows = new ArrayList<>();
    private final List<Closed> closed = new ArrayList<>();
    private final List<Rejected> rejected = new ArrayList<>();
    private final List<FIHello> forwarded = new ArrayList<>();
    private Consumer<FlowLog> onFlow = log -> {};
    private Consumer<FIHello> onForwardedHello = hello -> {};

    /** A session that ended for its user. */
    public record Closed(Session session, CloseReason reason, long at) {}

    /** A flow that the other end rejected. */
    public record Rejected(Session session, SendFlow flow, long code) {}

    Recorder(VirtualTime time) {
        this.time = time;
    }

    /** What is done with a new flow once its log is in place. */
    public void onFlow(Consumer<FlowLog> action) {
        onFlow = action;
    }

    /** What is done with a forwarded hello. */
    void onForwardedHello(Consumer<FIHello> action) {
        onForwardedHello = action;
    }

    public List<FlowLog> flows() {
        return flows;
    }

    /** The one flow that there must be. */
    public FlowLog onlyFlow() {
        if (flows.size() != 1) {
            throw new AssertionError(flows.size() + " flows");
        }
        return flows.get(0);
    }

    public List<Closed> closed() {
        return closed;
    }

    public List<Rejected> rejected() {
        return rejected;
    }

    public List<FIHello> forwarded() {
        return forwarded;
    }

    @Override
    public void onFlow(Session session, ReceiveFlow flow) {
        FlowLog log = new FlowLog(session, flow);
        flow.handler(log);
        flows.add(log);
        onFlow.accept(log);
    }

    @Override
    public void onFlowException(Session session, SendFlow flow, long code) {
        rejected.add(new Rejected(session, flow, code));
    }

    @Override
    public void onForwardedHello(Session session, FIHello hello) {
        forwarded.add(hello);
        onForwardedHello.accept(hello);
    }

    @Override
    public void onClosed(Session session, CloseReason reason) {
        if (closed.stream().anyMatch(c -> c.session() == session)) {
            throw new AssertionError("closed twice");
        }
        closed.add(new Closed(session, reason, time.now()));
    }
}
