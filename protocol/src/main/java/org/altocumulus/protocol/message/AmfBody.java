package org.altocumulus.protocol.message;

import org.altocumulus.protocol.amf.Amf0Reader;
import org.altocumulus.protocol.amf.Amf3Reader;
import org.altocumulus.protocol.amf.AmfReader;
import org.altocumulus.protocol.amf.AmfString;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/** The bodies of commands and data, which begin with a name. */
final class AmfBody {
    private static final int FORMAT_AMF0 = 0;
    private static final int FORMAT_AMF3 = 3;
    private static final int AMF3_STRING = 0x06;

    private AmfBody() {}

    static AmfReader of(RtmpMessage message) throws WireException {
        return switch (message.type()) {
            case MessageType.COMMAND_AMF0, MessageType.DATA_AMF0 ->
                    new Amf0Reader(message.payload());
            case MessageType.COMMAND_AMF3, MessageType.DATA_AMF3 -> formatted(message);
            default -> throw new WireException("message type " + message.type() + " has no name");
        };
    }

    /**
     * A body with a format byte, which for all known clients says AMF0. A body of AMF3, and one
     * whose format byte was left out, begin otherwise and can be told apart.
     */
    private static AmfReader formatted(RtmpMessage message) throws WireException {
        WireReader afterFormat = message.payload();
        int format = afterFormat.u8();
        return switch (format) {
            case FORMAT_AMF0 -> new Amf0Reader(afterFormat);
            case FORMAT_AMF3 -> new Amf3Reader(afterFormat);
            case AMF3_STRING -> new Amf3Reader(message.payload());
            default -> new Amf0Reader(message.payload());
        };
    }

    static String name(AmfReader body) throws WireException {
        AmfValue name = body.read();
        if (name instanceof AmfString string) {
            return string.value();
        }
        throw new WireException(
                "a string expected as name, not " + name.getClass().getSimpleName());
    }
}
