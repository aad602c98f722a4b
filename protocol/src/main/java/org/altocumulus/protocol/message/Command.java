package org.altocumulus.protocol.message;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.amf.Amf0Writer;
import org.altocumulus.protocol.amf.AmfConstant;
import org.altocumulus.protocol.amf.AmfEcmaArray;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfReader;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.wire.WireException;

/**
 * A command, or the answer to one (types 20 and 17).
 *
 * @param name such as "connect", "_result" or "onStatus"
 * @param transactionId repeated in the answer; some clients send 0 in every command and want an
 *     answer nevertheless
 * @param object what stands before the arguments, usually null or, in connect, the properties
 * @param arguments without the command object
 */
public record Command(
        String name, double transactionId, AmfValue object, List<AmfValue> arguments) {
    /** Answer to a command that succeeded. */
    public static final String RESULT = "_result";

    /** Answer to a command that failed. */
    public static final String ERROR = "_error";

    /** What a NetStream or NetConnection tells of itself. */
    public static final String ON_STATUS = "onStatus";

    /** Copies the arguments. */
    public Command {
        arguments = List.copyOf(arguments);
    }

    /** A command without a command object. */
    public Command(String name, double transactionId, AmfValue... arguments) {
        this(name, transactionId, AmfConstant.NULL, List.of(arguments));
    }

    /**
     * Reads a command of type 20 or 17. Clients may leave out the transaction id of a command
     * without arguments, and the null before the arguments: what is neither null nor an object is
     * already the first argument.
     *
     * @throws WireException also if one of the arguments cannot be read; see {@link #parseHead}
     */
    public static Command parse(RtmpMessage message) throws WireException {
        AmfReader body = AmfBody.of(message);
        String name = AmfBody.name(body);
        double transactionId = transactionId(body);
        AmfValue object = AmfConstant.NULL;
        List<AmfValue> arguments = new ArrayList<>();
        if (body.hasMore()) {
            AmfValue third = body.read();
            if (isCommandObject(third)) {
                object = third;
            } else {
                arguments.add(third);
            }
        }
        while (body.hasMore()) {
            arguments.add(body.read());
        }
        return new Command(name, transactionId, object, arguments);
    }

    /**
     * Reads name and transaction id only, to answer with an error a call whose arguments cannot be
     * read.
     */
    public static Command parseHead(RtmpMessage message) throws WireException {
        AmfReader body = AmfBody.of(message);
        String name = AmfBody.name(body);
        return new Command(name, transactionId(body));
    }

    /** The argument of that index, or undefined if there are fewer. */
    public AmfValue argument(int index) {
        return index < arguments.size() ? arguments.get(index) : AmfConstant.UNDEFINED;
    }

    /**
     * The command as a message of type 20, whatever the other side's object encoding is.
     *
     * @param timestamp milliseconds, 0 to 2^32 - 1
     */
    public RtmpMessage encode(long timestamp) {
        Amf0Writer writer = new Amf0Writer();
        writer.write(AmfValue.of(name)).write(AmfValue.of(transactionId)).write(object);
        arguments.forEach(writer::write);
        return RtmpMessage.of(MessageType.COMMAND_AMF0, timestamp, writer.toByteArray());
    }

    /**
     * The command as a message of type 17 whose body is AMF0 nevertheless, as Flash Player sends it
     * in an application of object encoding 3.
     *
     * @param timestamp milliseconds, 0 to 2^32 - 1
     */
    public RtmpMessage encodeFormatted(long timestamp) {
        RtmpMessage plain = encode(timestamp);
        byte[] body = new byte[1 + plain.payloadLength()];
        System.arraycopy(plain.encoded(), RtmpMessage.HEADER_SIZE, body, 1, plain.payloadLength());
        return RtmpMessage.of(MessageType.COMMAND_AMF3, timestamp, body);
    }

    private static double transactionId(AmfReader body) throws WireException {
        if (!body.hasMore()) {
            return 0;
        }
        AmfValue id = body.read();
        double number = id.toNumber(Double.NaN);
        if (Double.isNaN(number) && !id.isAbsent()) {
            throw new WireException(
                    "a number expected as transaction id, not " + id.getClass().getSimpleName());
        }
        return Double.isNaN(number) ? 0 : number;
    }

    private static boolean isCommandObject(AmfValue value) {
        return value.isAbsent() || value instanceof AmfObject || value instanceof AmfEcmaArray;
    }
}
