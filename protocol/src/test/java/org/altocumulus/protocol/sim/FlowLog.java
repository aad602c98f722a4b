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

    FlowLog(Session session, ReceiveFlow flow) {
        this.session = session;
        this.flow = flow;
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

    @Override
    public void onMessage(ReceiveFlow from, byte[] message) {
        check(from);
        messages.add(message);
    }

    @Override
    public void onGap(ReceiveFlow from) {
        check(from);
        gaps.add(messages.size());
    }

    @Override
    public void onComplete(ReceiveFlow from) {
        check(from);
        completions++;
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
