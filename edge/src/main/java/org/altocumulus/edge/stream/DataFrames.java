package org.altocumulus.edge.stream;

import org.altocumulus.protocol.amf.Amf0Reader;
import org.altocumulus.protocol.amf.Amf0Writer;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataInstruction;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * Data messages of publishers: instructions are unwrapped, and all leave as type 18, which every
 * client reads. Values are passed on byte by byte.
 */
final class DataFrames {
    private static final byte FORMAT_AMF0 = 0;
    private static final byte[] SET =
            new Amf0Writer().write(AmfValue.of(DataMessage.SET_DATA_FRAME)).toByteArray();

    private DataFrames() {}

    /**
     * Reads a message of type 18 or 15.
     *
     * @throws WireException if its handler, or that of an instruction, cannot be read
     */
    static StreamMessage read(RtmpMessage message) throws WireException {
        RtmpMessage data = message.type() == MessageType.DATA_AMF3 ? toAmf0(message) : message;
        DataInstruction told = DataInstruction.of(data);
        if (told.clears()) {
            return StreamMessage.clear(data, told.frame());
        }
        return StreamMessage.data(told.wrapped() ? unwrap(data) : data, told.frame());
    }

    /**
     * The form in which another node reads the same from it: metadata is known by its handler,
     * other data that is kept needs the instruction.
     */
    static RtmpMessage forCluster(StreamMessage message) {
        boolean plain = message.frame() == null || message.clears();
        if (plain || message.frame().equals(DataMessage.ON_META_DATA)) {
            return message.message();
        }
        byte[] payload = message.message().payload().rest();
        byte[] wrapped = new byte[SET.length + payload.length];
        System.arraycopy(SET, 0, wrapped, 0, SET.length);
        System.arraycopy(payload, 0, wrapped, SET.length, payload.length);
        return RtmpMessage.of(MessageType.DATA_AMF0, message.message().timestamp(), wrapped);
    }

    /** Bytes of the payload of {@link #forCluster}. Data can grow when it is read as AMF 3. */
    static int sizeForCluster(StreamMessage message) {
        int wrapping = message.frame() == null || message.clears() ? 0 : SET.length;
        return message.message().encoded().length - RtmpMessage.HEADER_SIZE + wrapping;
    }

    private static RtmpMessage toAmf0(RtmpMessage message) throws WireException {
        WireReader payload = message.payload();
        if (payload.u8() == FORMAT_AMF0) {
            return RtmpMessage.of(MessageType.DATA_AMF0, message.timestamp(), payload.rest());
        }
        return DataMessage.parse(message).encode(message.timestamp());
    }

    private static RtmpMessage unwrap(RtmpMessage instruction) throws WireException {
        WireReader payload = instruction.payload();
        new Amf0Reader(payload).read();
        return RtmpMessage.of(MessageType.DATA_AMF0, instruction.timestamp(), payload.rest());
    }
}
