package org.altocumulus.edge.netconnection;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.WireException;

/** What librtmfp answers with a flow exception, or does not take at all. */
final class StrictClient {
    private static final Set<Integer> STREAM_EVENTS = Set.of(0, 1, 0x1f, 0x20, 0x22);

    private final List<String> violations = new ArrayList<>();
    private final Set<Long> streams = new HashSet<>();

    List<String> violations() {
        return violations;
    }

    void onStreamCreated(long streamId) {
        streams.add(streamId);
    }

    void onFlow(long streamId, ReceiveFlow flow, long connectionFlow) {
        if (streamId != 0 && !streams.contains(streamId)) {
            violations.add("flow of stream " + streamId + " before createStream was answered");
        }
        if (flow.returnFlowId() != connectionFlow) {
            violations.add("flow with return association " + flow.returnFlowId());
        }
    }

    void onMessage(Client.Received received) {
        RtmpMessage message = received.message();
        try {
            switch (message.type()) {
                case MessageType.COMMAND_AMF0 ->
                        onCommand(received.streamId(), Command.parse(message));
                case MessageType.USER_CONTROL ->
                        onEvent(received.streamId(), message.payload().u16());
                case MessageType.AUDIO, MessageType.VIDEO, MessageType.DATA_AMF0 -> {
                    if (received.streamId() == 0) {
                        violations.add("media on the NetConnection flow");
                    }
                }
                default -> violations.add("message of type " + message.type());
            }
        } catch (WireException e) {
            violations.add(e.getMessage());
        }
    }

    private void onCommand(long streamId, Command command) {
        boolean answer = Set.of(Command.RESULT, Command.ERROR).contains(command.name());
        boolean allowed =
                streamId == 0
                        ? answer || command.arguments().isEmpty()
                        : command.name().equals(Command.ON_STATUS);
        if (!allowed) {
            violations.add(command.name() + " on stream " + streamId);
        }
    }

    private void onEvent(long streamId, int event) {
        if (streamId != 0 && !STREAM_EVENTS.contains(event)) {
            violations.add("event " + event + " on stream " + streamId);
        }
    }
}
