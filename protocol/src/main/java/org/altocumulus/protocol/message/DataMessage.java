package org.altocumulus.protocol.message;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.amf.Amf0Writer;
import org.altocumulus.protocol.amf.AmfReader;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.wire.WireException;

/**
 * Data in a stream (types 18 and 15): what {@code NetStream.send(handler, …)} sends, metadata, or
 * an instruction to the server about metadata.
 *
 * @param handler the method that is called in the subscribers
 */
public record DataMessage(String handler, List<AmfValue> arguments) {
    /** Tells the server to send the arguments to all subscribers, now and later. */
    public static final String SET_DATA_FRAME = "@setDataFrame";

    /** Tells the server to forget what {@link #SET_DATA_FRAME} told it. */
    public static final String CLEAR_DATA_FRAME = "@clearDataFrame";

    /** The handler of a stream's metadata. */
    public static final String ON_META_DATA = "onMetaData";

    /** Says whether scripts may read the audio and the video samples. */
    public static final String SAMPLE_ACCESS = "|RtmpSampleAccess";

    /** Copies the arguments. */
    public DataMessage {
        arguments = List.copyOf(arguments);
    }

    /** Reads a message of type 18 or 15. */
    public static DataMessage parse(RtmpMessage message) throws WireException {
        AmfReader body = AmfBody.of(message);
        String handler = AmfBody.name(body);
        List<AmfValue> arguments = new ArrayList<>();
        while (body.hasMore()) {
            arguments.add(body.read());
        }
        return new DataMessage(handler, arguments);
    }

    /**
     * The handler of a message of type 18 or 15, without reading the arguments: all that is needed
     * to pass a message on as it came.
     */
    public static String handlerOf(RtmpMessage message) throws WireException {
        return AmfBody.name(AmfBody.of(message));
    }

    /** The message that allows, or does not, scripts to read the samples. */
    public static DataMessage sampleAccess(boolean audio, boolean video) {
        return new DataMessage(SAMPLE_ACCESS, List.of(AmfValue.of(audio), AmfValue.of(video)));
    }

    /** Whether this is an instruction to the server, not to be sent to subscribers as it is. */
    public boolean isInstruction() {
        return handler.equals(SET_DATA_FRAME) || handler.equals(CLEAR_DATA_FRAME);
    }

    /** Whether this is the metadata of a stream. */
    public boolean isMetadata() {
        return handler.equals(ON_META_DATA);
    }

    /**
     * The message that an instruction wraps, with its first argument as the handler.
     *
     * @throws WireException if there is none
     */
    public DataMessage unwrap() throws WireException {
        String inner = arguments.isEmpty() ? null : arguments.get(0).toText(null);
        if (inner == null) {
            throw new WireException(handler + " without the name of a handler");
        }
        return new DataMessage(inner, arguments.subList(1, arguments.size()));
    }

    /**
     * The data as a message of type 18.
     *
     * @param timestamp milliseconds, 0 to 2^32 - 1
     */
    public RtmpMessage encode(long timestamp) {
        Amf0Writer writer = new Amf0Writer().write(AmfValue.of(handler));
        arguments.forEach(writer::write);
        return RtmpMessage.of(MessageType.DATA_AMF0, timestamp, writer.toByteArray());
    }
}
