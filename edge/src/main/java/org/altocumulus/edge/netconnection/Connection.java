package org.altocumulus.edge.netconnection;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.function.Consumer;
import org.altocumulus.edge.stream.PublisherIdentity;
import org.altocumulus.edge.stream.StreamNames;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.message.UserControl;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The NetConnection of a session: its flows, and what comes on them. Belongs to the session's loop.
 *
 * <pre>
 *   NEW ──connect accepted──▶ CONNECTED ──▶ CLOSED
 *    └──connect refused──▶ REJECTED ──answer acknowledged, or 5 s──▶ CLOSED
 * </pre>
 */
final class Connection implements SessionListener {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final long CONTROL_STREAM = 0;

    /** To the client: commands, audio and video. */
    private static final int FLOWS_OF_STREAM = 3;

    /** Flows that have ended and are not yet acknowledged are as many as those that are open. */
    private static final int UNFINISHED_FACTOR = 2;

    /** A client that does not take the answer that it is rejected goes all the same. */
    private static final long REJECTED_TIME = SECONDS.toNanos(5);

    /** What a client is told that plays or publishes too often. */
    static final String TOO_MANY_COMMANDS = "too many commands, try again later";

    private enum Phase {
        NEW,
        CONNECTED,
        REJECTED,
        CLOSED
    }

    private final ClientLoop loop;
    private final NetStreams streams = new NetStreams(this);
    private final ConnectionCommands commands = new ConnectionCommands(this, streams);
    private final ControlChannel control =
            new ControlChannel(this, new FlowMetadata.Stream(CONTROL_STREAM, false).encode());

    private final AccessGate gate = new AccessGate(this);

    private Phase phase = Phase.NEW;
    private Session session;

    /** Flows of the client that were taken and have not ended. */
    private int openFlows;

    /** Made for the first flow that waits for another. */
    private FlowSyncs syncs;

    /** Made for the first flow in order of arrival. */
    private Reordering.Held held;

    private ReceiveFlow clientFlow;

    private boolean leaving;
    private boolean shutdownTold;
    private ConnectRequest request;
    private long acceptedAt;

    /** Why this side closes the session, once it does. */
    private String closing;

    /** For a session of that loop, which is learnt from its first event. */
    Connection(ClientLoop loop) {
        this.loop = loop;
    }

    ClientLoop loop() {
        return loop;
    }

    Session session() {
        return session;
    }

    ApplicationSettings settings() {
        return loop.node().settings;
    }

    ApplicationCounters counters() {
        return loop.node().counters;
    }

    void count(Refused what) {
        counters().count(what);
    }

    void count(Refused what, long times) {
        counters().count(what, times);
    }

    /** The flow that answers the client's NetConnection flow. */
    ControlChannel control() {
        return control;
    }

    ConnectionCommands commands() {
        return commands;
    }

    /** Id of the client's NetConnection flow, with which all of ours are associated. */
    private long clientFlowId() {
        return clientFlow.id();
    }

    /**
     * Opens a flow that is associated with the client's NetConnection flow. A client that makes us
     * begin flows and never acknowledges that they have ended loses the session.
     */
    SendFlow openFlow(byte[] metadata, Priority priority) {
        int most = UNFINISHED_FACTOR * (FLOWS_OF_STREAM * settings().maxStreams() + 1);
        if (session.unfinishedFlows() >= most) {
            count(Refused.CONTROL_OVERFLOW);
            close("the client does not acknowledge the ends of flows");
        }
        return session.openFlow(metadata, clientFlowId(), priority);
    }

    boolean isOpen() {
        return session.state() == Session.State.OPEN;
    }

    boolean isConnected() {
        return phase == Phase.CONNECTED;
    }

    /** What the client said when it connected; null before it was accepted. */
    ConnectRequest request() {
        return request;
    }

    NetStreams streams() {
        return streams;
    }

    /** When the client was accepted. */
    long acceptedAt() {
        return acceptedAt;
    }

    /** The application that the client is connected to. */
    String application() {
        return request == null ? "" : request.application();
    }

    /** Where what clients begin and end is logged. */
    AccessLog log() {
        return loop.node().log;
    }

    /** Holds back what the client sends to the connection while the policy is asked. */
    AccessGate gate() {
        return gate;
    }

    /**
     * The client's peer id, 64 hex digits; empty if its certificate has no key in it, so that
     * anybody who has seen it could show it.
     */
    private String provenPeerId() {
        var certificate = session.identity().far();
        return certificate.isStatic() ? certificate.fingerprint().toString() : "";
    }

    /** Who this client is as a publisher. */
    PublisherIdentity publisher() {
        return new PublisherIdentity(this, provenPeerId(), peerId());
    }

    /**
     * Whether the client may have one more command that concerns other threads; one that may not is
     * counted. It may be the client that sends too many, or all of them together.
     *
     * @param key the stream that the command is about
     */
    boolean admitsCommand(StreamKey key) {
        boolean admitted =
                streams.admitsCommand(loop.now()) && loop.node().streams.hasRoomForCommands(key);
        if (!admitted) {
            count(Refused.COMMANDS_LIMITED);
        }
        return admitted;
    }

    /**
     * What this client asks the policy.
     *
     * @param with what it says, or said, when it connects
     * @param stream empty for none
     */
    AccessRequest accessRequest(AccessRequest.Action action, ConnectRequest with, String stream) {
        return new AccessRequest(action, session.address(), peerId(), with, stream);
    }

    /** Fingerprint of the client's certificate; known from its first flow on, and to any thread. */
    String peerId() {
        return session.identity().far().fingerprint().toString();
    }

    /**
     * As the other, of a client that has connected.
     *
     * @param written the stream as the client wrote it
     */
    AccessRequest accessRequest(AccessRequest.Action action, String written) {
        return accessRequest(action, request, written);
    }

    /** The client may connect. */
    void accept(ConnectRequest asked) {
        request = loop.shared(asked);
        phase = Phase.CONNECTED;
        acceptedAt = loop.now();
        session.endBy(Long.MAX_VALUE);
        loop.add(this);
        log().connected(this);
    }

    /**
     * The client may not connect: the session ends when it has the answer.
     *
     * @param application which it asked for; empty if that could not be read
     */
    void reject(String application, String reason) {
        LOG.debug("{}: rejected: {}", this, reason);
        phase = Phase.REJECTED;
        loop.node().totals.rejected.increment();
        log().connectRefused(this, application, reason);
        session.endBy(loop.now() + REJECTED_TIME);
    }

    @Override
    public void onFlow(Session from, ReceiveFlow flow) {
        session = from;
        FlowMetadata metadata = FlowMetadata.parse(flow.metadata());
        if (phase == Phase.CLOSED) {
            flow.reject(ReceiveFlow.AUTOMATIC);
        } else if (metadata instanceof FlowMetadata.Group) {
            refuse(flow, Refused.GROUP_FLOW);
        } else if (!(metadata instanceof FlowMetadata.Stream stream)) {
            refuse(flow, Refused.FLOW_OF_UNKNOWN_KIND);
        } else if (clientFlow == null) {
            onFirstFlow(flow, stream.streamId());
        } else if (flow.returnFlowId() != control.open().id()) {
            refuse(flow, Refused.FLOW_WITHOUT_ASSOCIATION);
        } else if (stream.streamId() == CONTROL_STREAM) {
            take(flow, CONTROL_STREAM, gate, this::onControlMessage);
        } else {
            onStreamFlow(flow, stream);
        }
    }

    private void onFirstFlow(ReceiveFlow flow, long streamId) {
        if (streamId != CONTROL_STREAM) {
            refuse(flow, Refused.FLOW_OF_UNKNOWN_STREAM);
            return;
        }
        clientFlow = flow;
        control.open();
        take(flow, CONTROL_STREAM, gate, this::onControlMessage);
    }

    private void onStreamFlow(ReceiveFlow flow, FlowMetadata.Stream metadata) {
        long streamId = metadata.streamId();
        NetStream now = streams.get(streamId);
        if (now == null) {
            refuse(flow, Refused.FLOW_OF_UNKNOWN_STREAM);
            return;
        }
        if (metadata.networkOrder()) {
            flow.order(ReceiveFlow.Order.ARRIVAL);
        }
        take(
                flow,
                streamId,
                now.gate(),
                message -> {
                    NetStream stream = streams.get(streamId);
                    if (stream == null) {
                        count(Refused.UNEXPECTED_MESSAGE);
                        session.rejectFlow(flow, ReceiveFlow.AUTOMATIC);
                    } else {
                        stream.onMessage(message);
                    }
                });
    }

    private void refuse(ReceiveFlow flow, Refused why) {
        LOG.debug("{}: flow {} refused: {}", this, flow.id(), why);
        count(why);
        flow.reject(ReceiveFlow.AUTOMATIC);
    }

    private void take(
            ReceiveFlow flow, long streamId, AccessGate gateOf, Consumer<RtmpMessage> receiver) {
        openFlows++;
        ReceiveFlow.Handler handler = handler(streamId, gateOf, receiver);
        flow.handler(flow.order() == ReceiveFlow.Order.ORIGINAL ? handler : reordering(handler));
        gateOf.add(flow);
    }

    private Reordering reordering(ReceiveFlow.Handler handler) {
        held = held == null ? new Reordering.Held() : held;
        return new Reordering(handler, loop::now, held, () -> count(Refused.LATE_MESSAGE));
    }

    private ReceiveFlow.Handler handler(
            long streamId, AccessGate gateOf, Consumer<RtmpMessage> receiver) {
        return new ReceiveFlow.Handler() {
            @Override
            public void onMessage(ReceiveFlow flow, byte[] bytes) {
                if (phase == Phase.REJECTED || phase == Phase.CLOSED) {
                    return;
                }
                try {
                    RtmpMessage message = RtmpMessage.parse(bytes);
                    if (message.type() == MessageType.USER_CONTROL) {
                        onUserControl(flow, message);
                    } else {
                        receiver.accept(message);
                    }
                } catch (WireException e) {
                    count(Refused.MALFORMED_MESSAGE);
                }
            }

            @Override
            public void onTooLong(ReceiveFlow flow, long bytes, int limit) {
                onTooLarge(streamId, bytes, limit);
            }

            @Override
            public void onComplete(ReceiveFlow flow) {
                gateOf.remove(flow);
                onFlowEnded(flow);
            }

            @Override
            public void onRejected(ReceiveFlow flow) {
                gateOf.remove(flow);
                onFlowEnded(flow);
            }
        };
    }

    private void onTooLarge(long streamId, long bytes, int limit) {
        count(Refused.MESSAGE_TOO_LARGE);
        NetStream stream = streams.get(streamId);
        if (stream != null && phase == Phase.CONNECTED) {
            stream.onTooLarge(bytes, limit);
        } else {
            LOG.debug("{}: a message of {} bytes, at most {} are taken", this, bytes, limit);
        }
    }

    /**
     * The client is done with the connection when its first flow has ended, or broke a rule and was
     * rejected; what it sent on others may come behind that.
     */
    private void onFlowEnded(ReceiveFlow flow) {
        openFlows--;
        leaving |= flow == clientFlow;
        if (leaving && openFlows == 0 && isOpen()) {
            close("the client ended its NetConnection flow");
        }
    }

    private void onControlMessage(RtmpMessage message) {
        switch (message.type()) {
            case MessageType.COMMAND_AMF0, MessageType.COMMAND_AMF3 -> {
                Command command = readCommand(message);
                if (command != null) {
                    commands.on(command);
                }
            }
            default -> onOtherMessage(message);
        }
    }

    /** Reads a command; one that cannot be read is answered as far as it can, and null. */
    Command readCommand(RtmpMessage message) {
        try {
            return Command.parse(message);
        } catch (WireException e) {
            count(Refused.MALFORMED_MESSAGE);
            failUnreadable(message, e.getMessage());
            return null;
        }
    }

    private void failUnreadable(RtmpMessage message, String reason) {
        try {
            commands.fail(Command.parseHead(message), reason);
        } catch (WireException e) {
            LOG.debug("{}: command that cannot be read: {}", this, reason);
        }
    }

    /** A message that is neither a command, nor media, nor a user control event. */
    void onOtherMessage(RtmpMessage message) {
        switch (message.type()) {
            case MessageType.AGGREGATE -> count(Refused.AGGREGATE_MESSAGE);
            default -> count(Refused.UNEXPECTED_MESSAGE);
        }
    }

    /** What clients say of their buffers changes nothing here. */
    private void onUserControl(ReceiveFlow flow, RtmpMessage message) throws WireException {
        UserControl event = UserControl.parse(message);
        if (event instanceof UserControl.Other) {
            count(Refused.UNKNOWN_CONTROL_EVENT);
        } else if (event instanceof UserControl.FlowSync sync) {
            syncs = syncs == null ? new FlowSyncs() : syncs;
            if (!syncs.on(session, flow, sync, loop.now())) {
                count(Refused.MALFORMED_MESSAGE);
            }
        }
    }

    @Override
    public void onFlowException(Session from, SendFlow flow, long code) {
        LOG.debug("{}: client rejected flow {} with code {}", this, flow.id(), code);
        count(Refused.FLOW_REJECTED_BY_CLIENT);
        if (control.onRejected(flow)) {
            close("the client rejected the NetConnection flow");
        } else {
            streams.onRejected(flow);
        }
    }

    @Override
    public void onAcknowledged(Session from) {
        if (phase == Phase.CONNECTED) {
            streams.pump(loop.now());
        } else if (phase == Phase.REJECTED && control.isDrained()) {
            close("the client was rejected");
        }
    }

    /**
     * Tells the client once that the node goes away, so that it can connect again elsewhere. That
     * is said on the flows of its streams: on that of the NetConnection some clients end the
     * session over an onStatus.
     *
     * @return whether it had not been told before
     */
    boolean tellShutdown() {
        if (shutdownTold) {
            return false;
        }
        shutdownTold = true;
        streams.tellAll(StatusCode.CONNECT_APP_SHUTDOWN, "the server stops, connect again");
        return true;
    }

    /** Ends the session, when what runs now has ended. */
    void close(String reason) {
        LOG.debug("{}: closing: {}", this, reason);
        closing = closing == null ? reason : closing;
        loop.execute(() -> session.close(loop.now()));
    }

    @Override
    public void onClosed(Session from, CloseReason reason) {
        session = from;
        LOG.debug("{}: closed: {}", this, reason);
        gate.cancel();
        if (phase == Phase.CONNECTED) {
            streams.deleteAll();
            loop.remove(this);
            log().left(this, closing == null ? ofSession(reason) : closing);
        } else if (phase == Phase.REJECTED) {
            loop.node().totals.rejected.decrement();
        }
        phase = Phase.CLOSED;
    }

    private static String ofSession(CloseReason reason) {
        return switch (reason) {
            case NEAR_CLOSED -> "closed by the server or an operator";
            case FAR_CLOSED -> "closed by the client";
            case TIMED_OUT -> "the client no longer answers";
            case IDLE -> "no flow was open for too long";
            case UNCONFIRMED -> "the client never sent a packet";
            case SUPERSEDED -> "the client opened a new session";
            case MISBEHAVED -> "the client broke a limit or a rule";
        };
    }

    @Override
    public String toString() {
        return session == null
                ? "new connection"
                : HostPort.format(session.address()) + "/" + StreamNames.shown(application());
    }
}
