package org.altocumulus.protocol.message;

import org.altocumulus.protocol.amf.AmfReader;
import org.altocumulus.protocol.wire.WireException;

/**
 * What a data message has servers keep for subscribers that come later: nothing, the data under the
 * name of its handler, or no more data under that name. Metadata is kept without an instruction.
 *
 * @param frame the handler, or null if nothing is kept and nothing forgotten
 * @param clears whether what is kept under it is to be forgotten
 * @param wrapped whether the message is an instruction, with the data for subscribers inside
 */
public record DataInstruction(String frame, boolean clears, boolean wrapped) {
    private static final DataInstruction NONE = new DataInstruction(null, false, false);

    /**
     * Reads the head of a message of type 18 or 15; its values are not read.
     *
     * @throws WireException if its handler, or that of an instruction, cannot be read
     */
    public static DataInstruction of(RtmpMessage message) throws WireException {
        AmfReader body = AmfBody.of(message);
        String handler = AmfBody.name(body);
        return switch (handler) {
            case DataMessage.SET_DATA_FRAME -> new DataInstruction(AmfBody.name(body), false, true);
            case DataMessage.CLEAR_DATA_FRAME ->
                    new DataInstruction(AmfBody.name(body), true, true);
            case DataMessage.ON_META_DATA -> new DataInstruction(handler, false, false);
            default -> NONE;
        };
    }
}
