package org.altocumulus.edge.netconnection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.NextUserData;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.ReceiveLimits;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.vectors.RecordedPacket;
import org.altocumulus.protocol.vectors.Recording;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * Plays the clients of a recording to a node: each message on its flow and in its turn, with time
 * for the node to answer after each packet.
 */
final class Replay {
    private static final ReceiveLimits LIMITS = new ReceiveLimits(1 << 20, 1 << 20, 1000);
    private static final Duration BETWEEN_PACKETS = Duration.ofMillis(50);

    private final World world;
    private final Map<String, Side> clients = new HashMap<>();

    /** A client, what it sent in the recording, and the flows that stand for the recorded ones. */
    private static final class Side {
        private final Client client;
        private final Map<Long, ReceiveFlow> recorded = new HashMap<>();
        private final Map<Long, SendFlow> flows = new HashMap<>();
        private ReceiveFlow last;
        private long lastNumber;
        private long lastForward;

        private Side(Client client) {
            this.client = client;
        }
    }

    Replay(World world) {
        this.world = world;
    }

    /** The client that stands for the recorded one of that name. */
    Client client(String name) {
        return clients.get(name).client;
    }

    void run(Recording recording, String... names) throws WireException {
        for (int i = 0; i < names.length; i++) {
            clients.put(names[i], new Side(world.client(i % world.loopCount())));
        }
        for (RecordedPacket packet : recording.packets()) {
            Side side = clients.get(packet.from());
            if (side != null && packet.to().equals("server") && isOfSession(packet)) {
                replay(side, packet);
                world.run(BETWEEN_PACKETS);
            }
        }
        world.settle();
    }

    private static boolean isOfSession(RecordedPacket packet) {
        return packet.key() == RecordedPacket.KeyUse.INITIATOR;
    }

    private static void replay(Side side, RecordedPacket packet) throws WireException {
        WireReader reader = new WireReader(packet.packet());
        PacketHeader.read(reader);
        ChunkCursor chunks = new ChunkCursor().wrap(reader);
        while (chunks.next()) {
            if (chunks.type() == UserData.TYPE) {
                onUserData(side, UserData.read(chunks.payload()));
            } else if (chunks.type() == NextUserData.TYPE) {
                onNextUserData(side, NextUserData.read(chunks.payload()));
            }
        }
    }

    private static void onUserData(Side side, UserData chunk) {
        if (!side.recorded.containsKey(chunk.flowId())) {
            open(side, chunk.flowId(), chunk.options());
        }
        side.last = side.recorded.get(chunk.flowId());
        side.lastNumber = chunk.sequenceNumber();
        side.lastForward = chunk.forwardSequenceNumber();
        side.last.onFragment(
                side.lastNumber,
                side.lastForward,
                chunk.abandon(),
                chunk.isFinal(),
                chunk.fragment(),
                chunk.array(),
                chunk.offset(),
                chunk.length());
    }

    private static void onNextUserData(Side side, NextUserData chunk) {
        side.last.onFragment(
                ++side.lastNumber,
                side.lastForward,
                chunk.abandon(),
                chunk.isFinal(),
                chunk.fragment(),
                chunk.array(),
                chunk.offset(),
                chunk.length());
    }

    private static void open(Side side, long flowId, FlowOptions options) {
        Client client = side.client;
        SendFlow flow;
        if (options.returnFlowId() == FlowOptions.NO_FLOW) {
            flow = client.openConnection();
        } else {
            flow = client.open(options.metadata(), client.serverFlowId());
            if (FlowMetadata.parse(options.metadata()) instanceof FlowMetadata.Stream stream) {
                client.expectStream(stream.streamId());
            }
        }
        side.flows.put(flowId, flow);
        ReceiveFlow recorded =
                new ReceiveFlow(flowId, options.metadata(), options.returnFlowId(), LIMITS);
        recorded.handler(
                new ReceiveFlow.Handler() {
                    @Override
                    public void onMessage(ReceiveFlow from, byte[] message) {
                        client.session().send(flow, message);
                        client.sent().add(message);
                    }

                    @Override
                    public void onComplete(ReceiveFlow from) {
                        client.session().closeFlow(flow);
                    }
                });
        side.recorded.put(flowId, recorded);
    }

    /** All messages of a type that the recorded client sent, as they were encoded. */
    List<byte[]> sent(String name, int type) {
        List<byte[]> messages = new ArrayList<>(client(name).sent());
        messages.removeIf(message -> message[0] != type);
        return messages;
    }
}
