package org.altocumulus.protocol.message;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * A user control message (type 4): {@code event 16 | data} (RFC 7425 §5.2, §5.3). Numbers are
 * unsigned and have 32 bits.
 */
public sealed interface UserControl {
    /** The stream begins. */
    int STREAM_BEGIN = 0;

    /** The stream has ended. */
    int STREAM_EOF = 1;

    /** How much the receiver of a stream buffers. */
    int SET_BUFFER_LENGTH = 3;

    /** The receiver's buffer ran empty. */
    int BUFFER_EMPTY = 31;

    /** The receiver's buffer is full. */
    int BUFFER_READY = 32;

    /** A barrier across the flows of a stream. */
    int FLOW_SYNC = 34;

    /** How often the client should check its sessions. */
    int SET_KEEPALIVE = 41;

    /** The event's number, 0 to 65535. */
    int event();

    /** Writes the data behind the event's number. */
    void writeData(WireWriter writer);

    /** Bytes that {@link #writeData} writes. */
    int dataSize();

    /** The event as a message. */
    default RtmpMessage encode(long timestamp) {
        WireWriter writer = new WireWriter(2 + dataSize());
        writer.u16(event());
        writeData(writer);
        return RtmpMessage.of(MessageType.USER_CONTROL, timestamp, writer.array());
    }

    /**
     * Reads an event; bytes behind the data of a known one are ignored.
     *
     * @throws WireException if the data of a known event is not complete
     */
    static UserControl parse(RtmpMessage message) throws WireException {
        WireReader reader = message.payload();
        int event = reader.u16();
        return switch (event) {
            case STREAM_BEGIN, STREAM_EOF, BUFFER_EMPTY, BUFFER_READY ->
                    new StreamEvent(event, reader.u32());
            case SET_BUFFER_LENGTH -> new SetBufferLength(reader.u32(), reader.u32());
            case FLOW_SYNC -> new FlowSync(reader.u32(), reader.u32());
            case SET_KEEPALIVE -> new SetKeepalive(reader.u32(), reader.u32());
            default -> new Other(event, reader.rest());
        };
    }

    /** An event that names a stream and nothing else: begin, end, buffer empty, buffer ready. */
    record StreamEvent(int event, long streamId) implements UserControl {
        @Override
        public void writeData(WireWriter writer) {
            writer.i32((int) streamId);
        }

        @Override
        public int dataSize() {
            return 4;
        }
    }

    /**
     * How much the receiver of a stream buffers.
     *
     * @param millis 0 to 2^32 - 1
     */
    record SetBufferLength(long streamId, long millis) implements UserControl {
        @Override
        public int event() {
            return SET_BUFFER_LENGTH;
        }

        @Override
        public void writeData(WireWriter writer) {
            writer.i32((int) streamId).i32((int) millis);
        }

        @Override
        public int dataSize() {
            return 8;
        }
    }

    /**
     * Holds delivery of the flows on which it comes until all have shown it (RFC 7425 §5.2).
     *
     * @param count how many flows those are
     */
    record FlowSync(long syncId, long count) implements UserControl {
        @Override
        public int event() {
            return FLOW_SYNC;
        }

        @Override
        public void writeData(WireWriter writer) {
            writer.i32((int) syncId).i32((int) count);
        }

        @Override
        public int dataSize() {
            return 8;
        }
    }

    /**
     * How often the client should check its sessions (RFC 7425 §5.3.3).
     *
     * @param serverMillis for the session with the server
     * @param peerMillis for those with other clients
     */
    record SetKeepalive(long serverMillis, long peerMillis) implements UserControl {
        @Override
        public int event() {
            return SET_KEEPALIVE;
        }

        @Override
        public void writeData(WireWriter writer) {
            writer.i32((int) serverMillis).i32((int) peerMillis);
        }

        @Override
        public int dataSize() {
            return 8;
        }
    }

    /**
     * An event that we do not know.
     *
     * @param data not to be changed
     */
    record Other(int event, byte[] data) implements UserControl {
        @Override
        public void writeData(WireWriter writer) {
            writer.bytes(data);
        }

        @Override
        public int dataSize() {
            return data.length;
        }
    }
}
