package org.altocumulus.edge.netconnection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.sim.EditedChunks;
import org.altocumulus.protocol.wire.WireException;

/** A client with a session to the node, driven by a test. */
final class Client implements SessionListener {
    /** A message that came, and on which flow. */
    record Received(long streamId, ReceiveFlow flow, RtmpMessage message) {}

    private final World world;
    private final StrictClient strict = new StrictClient();
    private final List<Received> received = new ArrayList<>();
    private final List<byte[]> sent = new ArrayList<>();
    private final List<SendFlow> rejected = new ArrayList<>();
    private Endpoint near;
    private Endpoint far;
    private Connection serverConnection;
    private SendFlow connection;
    private long serverFlowId = FlowOptions.NO_FLOW;
    private double transaction;
    private int createdStreams;
    private CloseReason closeReason;
    private Predicate<Received> refusing = message -> false;
    private Consumer<Received> keeper = received::add;

    Client(World world) {
        this.world = world;
    }

    void onOpened(Endpoint clientEnd, Endpoint serverEnd, Connection connectionThere) {
        near = clientEnd;
        far = serverEnd;
        serverConnection = connectionThere;
    }

    /** What the node made of this client. */
    Connection serverConnection() {
        return serverConnection;
    }

    Session session() {
        return near.session();
    }

    /** The way from the node to this client. */
    Wire downlink() {
        return far.wire();
    }

    Wire uplink() {
        return near.wire();
    }

    /** What the node still keeps for this client. */
    Session serverSession() {
        return far.session();
    }

    CloseReason closeReason() {
        return closeReason;
    }

    List<String> violations() {
        return strict.violations();
    }

    List<SendFlow> rejectedFlows() {
        return rejected;
    }

    /** Rejects the flows on which such a message comes. */
    void refuse(Predicate<Received> messages) {
        refusing = messages;
    }

    /** Gives each message to {@code taker} from now on, and keeps none. */
    void handOn(Consumer<Received> taker) {
        keeper = taker;
    }

    /** Changes chunks that the client sends; null takes one away. */
    void edit(UnaryOperator<Chunk> change) {
        near.outgoing(new EditedChunks(near.session(), far.session(), change));
    }

    void vanish() {
        near.vanish();
    }

    @Override
    public void onFlow(Session session, ReceiveFlow flow) {
        long streamId =
                FlowMetadata.parse(flow.metadata()) instanceof FlowMetadata.Stream stream
                        ? stream.streamId()
                        : -1;
        if (serverFlowId == FlowOptions.NO_FLOW) {
            serverFlowId = flow.id();
        }
        strict.onFlow(streamId, flow, connection == null ? -1 : connection.id());
        flow.handler((from, bytes) -> onMessage(streamId, from, bytes));
    }

    private void onMessage(long streamId, ReceiveFlow flow, byte[] bytes) {
        try {
            Received message = new Received(streamId, flow, RtmpMessage.parse(bytes));
            keeper.accept(message);
            strict.onMessage(message);
            if (refusing.test(message)) {
                session().rejectFlow(flow, 0);
            }
        } catch (WireException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void onFlowException(Session session, SendFlow flow, long code) {
        rejected.add(flow);
    }

    @Override
    public void onClosed(Session session, CloseReason reason) {
        closeReason = reason;
    }

    /** Opens the NetConnection flow. */
    SendFlow openConnection() {
        connection = open(new FlowMetadata.Stream(0, false).encode(), FlowOptions.NO_FLOW);
        return connection;
    }

    SendFlow connectionFlow() {
        return connection;
    }

    /** A flow of a net stream, as all clients open it. */
    SendFlow openStream(long streamId) {
        return open(new FlowMetadata.Stream(streamId, false).encode(), serverFlowId);
    }

    SendFlow open(byte[] metadata, long returnFlowId) {
        return session().openFlow(metadata, returnFlowId, Priority.CONTROL);
    }

    long serverFlowId() {
        return serverFlowId;
    }

    void send(SendFlow flow, RtmpMessage message) {
        session().send(flow, message.encoded());
    }

    void send(SendFlow flow, Command command) {
        send(flow, command.encode(0));
    }

    void connect(String tcUrl) {
        AmfObject.Builder properties = AmfObject.builder();
        properties.put("app", "live").put("tcUrl", tcUrl).put("objectEncoding", 3);
        connect(properties.build());
    }

    void connect(AmfValue properties) {
        if (connection == null) {
            openConnection();
        }
        send(connection, new Command("connect", ++transaction, properties, List.of()));
    }

    /** Calls a method of the connection, and returns the transaction id. */
    double call(String name, AmfValue... arguments) {
        send(connection, new Command(name, ++transaction, arguments));
        return transaction;
    }

    /** Makes a net stream; returns when the answer is there. */
    long createStream() {
        double id = call("createStream");
        world.settle();
        long streamId = (long) answer(id).argument(0).toNumber(-1);
        strict.onStreamCreated(streamId);
        createdStreams++;
        return streamId;
    }

    /** Streams that a script knows to exist without {@link #createStream}. */
    void expectStream(long streamId) {
        strict.onStreamCreated(streamId);
    }

    /** What a script sent, as it was encoded. */
    List<byte[]> sent() {
        return sent;
    }

    int createdStreams() {
        return createdStreams;
    }

    /** Publishes on a new stream, and returns its control flow. */
    ClientStream publish(String name) {
        ClientStream stream = new ClientStream(this, createStream());
        stream.call("publish", AmfValue.of(name), AmfValue.of("live"));
        world.settle();
        return stream;
    }

    /** Plays on a new stream. */
    ClientStream play(String name) {
        ClientStream stream = new ClientStream(this, createStream());
        stream.call("play", AmfValue.of(name));
        world.settle();
        return stream;
    }

    List<Received> received() {
        return received;
    }

    /** Commands on the NetConnection flow, in their order. */
    List<Command> control() {
        return commands(0);
    }

    List<Command> commands(long streamId) {
        return messages(streamId, MessageType.COMMAND_AMF0).stream().map(Client::command).toList();
    }

    List<RtmpMessage> messages(long streamId, int type) {
        return received.stream()
                .filter(r -> r.streamId == streamId && r.message.type() == type)
                .map(Received::message)
                .toList();
    }

    /** The answer to the call of that transaction. */
    Command answer(double id) {
        return control().stream()
                .filter(command -> command.transactionId() == id)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no answer to " + id));
    }

    static Command command(RtmpMessage message) {
        try {
            return Command.parse(message);
        } catch (WireException e) {
            throw new AssertionError(e);
        }
    }
}
