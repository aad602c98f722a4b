package org.altocumulus.protocol.sim;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.session.Session;

/** Writes down what a receive flow delivers. */
public final class FlowLog implements ReceiveFlow.Handler {
    private final Session session;
    private final ReceiveFlow flow;
    private final List<byte[]> messages = new ArrayList<>();

    /** Before which messages, by their position, there was a gap. */
    private final List<Integer> gaps = new ArrayList<>();

    private int completions;
    private int rejections;
    private DeliveryCheck check;

    FlowLog(Session session, ReceiveFlow flow) {
        this.session = session;
        this.flow = flow;
    }

    /** Gives what is delivered from now on to {@code newCheck}, and keeps nothing of it. */
    public void handOn(DeliveryCheck newCheck) {
        check = newCheck;
    }

    public Session session() {
        return session;
    }

    public ReceiveFlow flow() {
        return flow;
    }

    public List<byte[]> messages() {
        return messages;
    }

    public List<Integer> gaps() {
        return gaps;
    }

    public boolean isComplete() {
        return completions > 0;
    }

    public int rejections() {
        return rejections;
    }

    @Override
    public void onMessage(ReceiveFlow from, byte[] message) {
        check(from);
        if (from.state() != ReceiveFlow.State.OPEN) {
            throw new AssertionError("a message of flow " + from.id() + ", " + from.state());
        }
        if (check == null) {
            messages.add(message);
        } else {
            check.onMessage(message);
        }
    }

    @Override
    public void onGap(ReceiveFlow from) {
        check(from);
        if (check == null) {
            gaps.add(messages.size());
        } else {
            check.onGap();
        }
    }

    @Override
    public void onComplete(ReceiveFlow from) {
        check(from);
        completions++;
        if (check != null) {
            check.onComplete();
        }
    }

    @Override
    public void onRejected(ReceiveFlow from) {
        if (from != flow || completions + rejections > 0) {
            throw new AssertionError("flow " + from.id() + " is rejected after its end");
        }
        rejections++;
    }

    private void check(ReceiveFlow from) {
        if (from != flow || completions > 0 || session.state() != Session.State.OPEN) {
            throw new AssertionError(
                    "call for flow "
                            + from.id()
                            + " after "
                            + completions
                            + " completions in session "
                            + session.state());
        }
    }
}
