package org.altocumulus.edge.app;

import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.WireException;

/** Messages as publishers and other nodes send them. */
final class Intake {
    private Intake() {}

    /**
     * The message as it is passed on, or null if it is none of a stream.
     *
     * @throws WireException if it is data that cannot be read
     */
    static StreamMessage read(RtmpMessage message) throws WireException {
        return switch (message.type()) {
            case MessageType.AUDIO, MessageType.VIDEO -> StreamMessage.media(message);
            case MessageType.DATA_AMF0, MessageType.DATA_AMF3 -> DataFrames.read(message);
            default -> null;
        };
    }
}
