package org.altocumulus.edge.netconnection;

import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * Commands, events and data to the client on a flow of its own, in order, each without fail: a
 * client that does not read them loses the session.
 */
final class ControlChannel {
    private final Connection connection;
    private final byte[] metadata;
    private SendFlow flow;
    private boolean rejected;

    /**
     * @param metadata of the flow, which is opened by the first message
     */
    ControlChannel(Connection connection, byte[] metadata) {
        this.connection = connection;
        this.metadata = metadata;
    }

    /** Opens the flow, so that it has an id; without effect on one that is open. */
    SendFlow open() {
        if (flow == null || flow.state() != SendFlow.State.OPEN) {
            flow = connection.openFlow(metadata, Priority.CONTROL);
        }
        return flow;
    }

    void send(Command command) {
        send(command.encode(0));
    }

    void send(RtmpMessage message) {
        if (rejected || !connection.isOpen()) {
            return;
        }
        SendFlow to = open();
        if (to.queuedBytes() > connection.settings().streams().dataBytes()) {
            connection.count(Refused.CONTROL_OVERFLOW);
            connection.close("the client does not read what it is told");
            return;
        }
        connection.session().send(to, message.encoded());
    }

    /** Whether the client has acknowledged all. */
    boolean isDrained() {
        return flow == null || flow.queuedBytes() == 0;
    }

    /** Allows a new flow in the place of one that was rejected. */
    void renew() {
        rejected = false;
    }

    /** Takes the rejection of a flow; whether it is this one. */
    boolean onRejected(SendFlow which) {
        boolean mine = which == flow;
        rejected |= mine;
        return mine;
    }

    void close() {
        if (flow != null && connection.isOpen()) {
            connection.session().closeFlow(flow);
        }
        flow = null;
    }
}
