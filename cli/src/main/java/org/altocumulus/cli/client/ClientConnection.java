package org.altocumulus.cli.client;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.protocol.amf.AmfConstant;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.TcUrl;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Initiator;
import org.altocumulus.protocol.session.InitiatorListener;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A NetConnection, seen from the client (RFC 7425 §5): one session, commands and their answers, and
 * the streams that were created. Its methods may be called from any thread.
 */
public final class ClientConnection implements InitiatorListener, SessionListener {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);
    private static final FlowMetadata CONTROL = new FlowMetadata.Stream(0, false);

    private final NodeLoop loop;
    private final String url;
    private final String shown;
    private final boolean formattedCommands;
    private final CompletableFuture<ClientConnection> connected;
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
    private final Map<Double, Answer> calls = new HashMap<>();
    private final Map<Long, ClientStream> streams = new HashMap<>();

    private Initiator initiator;
    private Session session;
    private SendFlow control;
    private long serverControl = FlowOptions.NO_FLOW;
    private double lastTransaction;
    private volatile InetSocketAddress server;

    /** Takes the answer to a command: its result, or why there is none. */
    private interface Answer {
        void take(Command result, ClientException failure);
    }

    /**
     * @param formattedCommands see {@link ClientOptions}
     */
    ClientConnection(
            NodeLoop loop,
            String url,
            boolean formattedCommands,
            CompletableFuture<ClientConnection> connected) {
        this.loop = loop;
        this.url = url;
        this.shown = ClientUrl.shown(url);
        this.formattedCommands = formattedCommands;
        this.connected = connected;
    }

    /** On the loop. */
    void opening(Initiator opening) {
        initiator = opening;
        if (connected.isCompletedExceptionally()) {
            opening.abort("given up");
        }
    }

    /** The address of the server that took the connection; null before that. */
    public InetSocketAddress server() {
        return server;
    }

    /** Completes when the connection has ended. */
    public CompletableFuture<CloseReason> closed() {
        return closed;
    }

    @Override
    public void onOpened(Session opened) {
        session = opened;
        server = opened.address();
        control = session.openFlow(CONTROL.encode(), FlowOptions.NO_FLOW, Priority.CONTROL);
        call(
                "connect",
                connectProperties(),
                (result, failure) -> {
                    if (failure == null) {
                        connected.complete(this);
                    } else {
                        connected.completeExceptionally(failure);
                        session.close(loop.now());
                    }
                });
    }

    private AmfObject connectProperties() {
        String application;
        try {
            TcUrl parsed = TcUrl.parse(url);
            application =
                    parsed.instance().isEmpty()
                            ? parsed.application()
                            : parsed.application() + '/' + parsed.instance();
        } catch (WireException e) {
            application = "";
        }
        return AmfObject.builder()
                .put("app", application)
                .put("flashVer", "LNX 11,2,202,0")
                .put("tcUrl", url)
                .put("fpad", false)
                .put("capabilities", 239)
                .put("audioCodecs", 3575)
                .put("videoCodecs", 252)
                .put("videoFunction", 1)
                .put("objectEncoding", formattedCommands ? 3 : 0)
                .build();
    }

    @Override
    public void onFailed(String why) {
        connected.completeExceptionally(new ClientException(shown + ": " + why));
        closed.complete(CloseReason.TIMED_OUT);
    }

    private void call(String name, AmfValue object, Answer answer) {
        double transaction = ++lastTransaction;
        Command command = new Command(name, transaction, object, List.of());
        if (session.send(control, encode(command))) {
            calls.put(transaction, answer);
        } else {
            answer.take(null, new ClientException(shown + ": the connection has ended"));
        }
    }

    private byte[] encode(Command command) {
        return (formattedCommands ? command.encodeFormatted(0) : command.encode(0)).encoded();
    }

    /** The loop of the connection. */
    public NodeLoop loop() {
        return loop;
    }

    /** Asks the server for a sign of life; see {@link #heardAt}. */
    public void ping() {
        loop.execute(
                () -> {
                    if (session != null) {
                        session.ping();
                    }
                });
    }

    /** When the last packet of the server came, in the time of the loop; only on the loop. */
    public long heardAt() {
        return session == null ? Long.MIN_VALUE : session.heardAt();
    }

    /**
     * Creates a stream.
     *
     * @param listener told of everything that happens on it
     */
    public CompletableFuture<ClientStream> createStream(StreamListener listener) {
        CompletableFuture<ClientStream> created = new CompletableFuture<>();
        loop.execute(
                () ->
                        call(
                                "createStream",
                                AmfConstant.NULL,
                                (result, failure) -> {
                                    if (failure == null) {
                                        onStreamCreated(result, listener, created);
                                    } else {
                                        created.completeExceptionally(failure);
                                    }
                                }));
        return created;
    }

    private void onStreamCreated(
            Command answer, StreamListener listener, CompletableFuture<ClientStream> created) {
        long id = (long) answer.argument(0).toNumber(-1);
        if (id < 1 || id > 0xffff_ffffL) {
            created.completeExceptionally(new ClientException("createStream gave no stream"));
            return;
        }
        ClientStream stream =
                new ClientStream(loop, session, id, serverControl, listener, this::encode);
        streams.put(id, stream);
        created.complete(stream);
    }

    /** Closes the connection. */
    public void close() {
        loop.execute(
                () -> {
                    if (session != null) {
                        session.close(loop.now());
                    } else if (initiator != null) {
                        initiator.abort("closed");
                    }
                });
    }

    @Override
    public void onFlow(Session opened, ReceiveFlow flow) {
        FlowMetadata metadata = FlowMetadata.parse(flow.metadata());
        boolean ours = flow.returnFlowId() == control.id();
        if (ours && metadata instanceof FlowMetadata.Stream target) {
            if (target.streamId() == 0) {
                serverControl = flow.id();
                flow.handler((from, message) -> onControl(message));
                return;
            }
            ClientStream stream = streams.get(target.streamId());
            if (stream != null) {
                stream.accept(flow);
                return;
            }
        }
        LOG.debug("{}: a flow that belongs to nothing is refused", shown);
        flow.reject(ReceiveFlow.AUTOMATIC);
    }

    private void onControl(byte[] bytes) {
        try {
            RtmpMessage message = RtmpMessage.parse(bytes);
            if (message.type() == MessageType.COMMAND_AMF0
                    || message.type() == MessageType.COMMAND_AMF3) {
                onCommand(Command.parse(message));
            }
        } catch (WireException e) {
            LOG.debug("{}: a message that cannot be read: {}", shown, e.getMessage());
        }
    }

    private void onCommand(Command command) {
        boolean answers =
                command.name().equals(Command.RESULT) || command.name().equals(Command.ERROR);
        Answer call = answers ? calls.remove(command.transactionId()) : null;
        if (call == null) {
            LOG.debug("{}: {} from the server", shown, command.name());
        } else if (command.name().equals(Command.RESULT)) {
            call.take(command, null);
        } else {
            String why =
                    Status.in(command)
                            .map(status -> status.code() + " " + status.description())
                            .orElse("refused");
            call.take(null, new ClientException(shown + ": " + why));
        }
    }

    @Override
    public void onFlowException(Session opened, SendFlow flow, long code) {
        if (flow == control) {
            session.close(loop.now());
            return;
        }
        List.copyOf(streams.values()).forEach(stream -> stream.onRefused(flow, code));
    }

    @Override
    public void onClosed(Session opened, CloseReason reason) {
        ClientException failure = new ClientException(shown + ": the connection ended, " + reason);
        connected.completeExceptionally(failure);
        List.copyOf(calls.values()).forEach(call -> call.take(null, failure));
        calls.clear();
        streams.values().forEach(stream -> stream.listener().onClosed());
        streams.clear();
        closed.complete(reason);
    }
}
