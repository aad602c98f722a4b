package org.altocumulus.edge.netconnection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.altocumulus.protocol.flow.ReceiveFlow;

/**
 * Asks the policy for one net stream, or for the connection, and holds back what the client sends
 * there until the answer has come: its flows are suspended (RFC 7016 §3.6.3.3), so that their
 * windows bound what waits, and it goes on in its order. Belongs to the loop of the connection.
 */
final class AccessGate {
    private static final long UNTIL_RESUMED = Long.MAX_VALUE;

    private final Connection connection;

    /** In the order in which they began; hardly ever more than one. */
    private final List<ReceiveFlow> flows = new ArrayList<>(1);

    /** What was asked and not answered, or null. */
    private Question open;

    /** Whether the flows are suspended, which they may be for other reasons too. */
    private boolean holding;

    AccessGate(Connection connection) {
        this.connection = connection;
    }

    /** The client has begun a flow there. */
    void add(ReceiveFlow flow) {
        flows.add(flow);
        if (open != null) {
            hold(flow);
        }
    }

    /** A flow has ended. */
    void remove(ReceiveFlow flow) {
        flows.remove(flow);
    }

    boolean isAsking() {
        return open != null;
    }

    /** Asks instead of what was asked before; what follows happens maybe before this returns. */
    void ask(AccessRequest request, Runnable accepted, Consumer<String> refused) {
        Question question = new Question(accepted, refused);
        open = question;
        connection.loop().node().access.ask(request, question);
        if (open == question) {
            holding = true;
            flows.forEach(this::hold);
        }
    }

    /** The answer matters no more. */
    void cancel() {
        if (open != null) {
            open = null;
            resume();
        }
    }

    private void hold(ReceiveFlow flow) {
        connection.session().suspendFlow(flow, UNTIL_RESUMED);
    }

    /** What waits may ask again: then the rest goes on waiting. */
    private void resume() {
        if (!holding) {
            return;
        }
        holding = false;
        for (ReceiveFlow flow : List.copyOf(flows)) {
            if (open != null) {
                return;
            }
            connection.session().resumeFlow(flow, connection.loop().now());
        }
    }

    private final class Question implements AccessAnswer {
        private final Runnable accepted;
        private final Consumer<String> refused;

        Question(Runnable accepted, Consumer<String> refused) {
            this.accepted = accepted;
            this.refused = refused;
        }

        @Override
        public void accepted() {
            connection.loop().run(() -> close(accepted));
        }

        @Override
        public void refused(String reason) {
            connection.loop().run(() -> close(() -> refused.accept(reason)));
        }

        private void close(Runnable then) {
            if (open == this) {
                open = null;
                then.run();
                resume();
            }
        }
    }
}
