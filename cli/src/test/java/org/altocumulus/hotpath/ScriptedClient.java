package org.altocumulus.hotpath;

import java.util.List;
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
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.wire.WireException;

/** What a publisher or a player says at the beginning. */
final class ScriptedClient implements SessionListener {
    /** The first stream that a connection gets. */
    private static final long STREAM = 1;

    private Session session;
    private SendFlow connection;
    private SendFlow stream;
    private SendFlow video;
    private long serverFlow = FlowOptions.NO_FLOW;
    private long frames;

    void session(Session own) {
        session = own;
    }

    void connect() {
        connection = open(0, FlowOptions.NO_FLOW);
        AmfObject.Builder properties = AmfObject.builder();
        properties.put("app", "live").put("tcUrl", "rtmfp://10.0.0.1/live");
        properties.put("objectEncoding", 3);
        call(connection, new Command("connect", 1, properties.build(), List.of()));
    }

    void createStream() {
        call(connection, new Command("createStream", 2));
    }

    void publish(String name) {
        stream = open(STREAM, serverFlow);
        call(stream, new Command("publish", 0, AmfValue.of(name), AmfValue.of("live")));
        video = open(STREAM, serverFlow);
    }

    void play(String name) {
        stream = open(STREAM, serverFlow);
        call(stream, new Command("play", 0, AmfValue.of(name)));
    }

    void send(RtmpMessage frame) {
        session.send(video, frame.encoded());
    }

    /** Messages of video that came. */
    long frames() {
        return frames;
    }

    private SendFlow open(long streamId, long returnFlow) {
        byte[] metadata = new FlowMetadata.Stream(streamId, false).encode();
        return session.openFlow(metadata, returnFlow, Priority.CONTROL);
    }

    private void call(SendFlow flow, Command command) {
        session.send(flow, command.encode(0).encoded());
    }

    @Override
    public void onFlow(Session of, ReceiveFlow flow) {
        if (serverFlow == FlowOptions.NO_FLOW) {
            serverFlow = flow.id();
        }
        flow.handler((from, bytes) -> onMessage(bytes));
    }

    private void onMessage(byte[] bytes) {
        try {
            frames += RtmpMessage.parse(bytes).type() == MessageType.VIDEO ? 1 : 0;
        } catch (WireException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void onClosed(Session of, CloseReason reason) {
        throw new IllegalStateException(reason.toString());
    }
}
