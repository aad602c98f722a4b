package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.Option;
import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * The option list of a user data chunk (RFC 7016 §2.3.11.1). The sender of a flow repeats it in
 * each packet until the flow's first acknowledgement.
 *
 * @param metadata the user's metadata of the flow, perhaps empty; null if not given
 * @param returnFlowId the flow, of the other direction, that this one answers; {@link #NO_FLOW} if
 *     none
 * @param hasUnknownCritical whether there was an option that we do not know and whose type is below
 *     8192, for which the receiver refuses the flow; never written
 */
public record FlowOptions(byte[] metadata, long returnFlowId, boolean hasUnknownCritical) {
    /** There is no return association. */
    public static final long NO_FLOW = -1;

    /** No option list, or an empty one. */
    public static final FlowOptions NONE = new FlowOptions(null, NO_FLOW, false);

    private static final int METADATA = 0x00;
    private static final int RETURN_FLOW = 0x0a;
    private static final int FIRST_IGNORABLE = 0x2000;
    private static final int MARKER_SIZE = 1;

    /** Options to send: metadata and no return association. */
    public static FlowOptions of(byte[] metadata) {
        return new FlowOptions(metadata, NO_FLOW, false);
    }

    /** Options to send: metadata and a return association. */
    public static FlowOptions of(byte[] metadata, long returnFlowId) {
        return new FlowOptions(metadata, returnFlowId, false);
    }

    /** Whether there is nothing to write, so that a chunk goes without an option list. */
    public boolean isEmpty() {
        return metadata == null && returnFlowId == NO_FLOW;
    }

    /** Bytes on the wire with the marker that ends the list; 0 when {@link #isEmpty}. */
    public int size() {
        if (isEmpty()) {
            return 0;
        }
        int size = MARKER_SIZE;
        if (metadata != null) {
            int payload = Vlu.size(METADATA) + metadata.length;
            size += Vlu.size(payload) + payload;
        }
        if (returnFlowId != NO_FLOW) {
            int payload = Vlu.size(RETURN_FLOW) + Vlu.size(returnFlowId);
            size += Vlu.size(payload) + payload;
        }
        return size;
    }

    /** Writes the list with its marker, or nothing when {@link #isEmpty}. */
    public void write(WireWriter w) {
        if (isEmpty()) {
            return;
        }
        if (metadata != null) {
            w.vlu(Vlu.size(METADATA) + metadata.length).vlu(METADATA).bytes(metadata);
        }
        if (returnFlowId != NO_FLOW) {
            w.vlu(Vlu.size(RETURN_FLOW) + Vlu.size(returnFlowId)).vlu(RETURN_FLOW);
            w.vlu(returnFlowId);
        }
        Option.writeMarker(w);
    }

    /**
     * Reads a list and the marker that ends it.
     *
     * @throws WireException also if there are two return associations (§2.3.11.1.2)
     */
    static FlowOptions read(WireReader reader) throws WireException {
        byte[] metadata = null;
        long returnFlowId = NO_FLOW;
        boolean unknownCritical = false;
        for (Option option = Option.read(reader); option != null; option = Option.read(reader)) {
            if (option.type() == METADATA) {
                metadata = option.value();
            } else if (option.type() == RETURN_FLOW) {
                if (returnFlowId != NO_FLOW) {
                    throw new WireException("two return flow associations");
                }
                returnFlowId = new WireReader(option.value()).vlu();
            } else if (option.type() < FIRST_IGNORABLE) {
                unknownCritical = true;
            }
        }
        if (metadata == null && returnFlowId == NO_FLOW && !unknownCritical) {
            return NONE;
        }
        return new FlowOptions(metadata, returnFlowId, unknownCritical);
    }
}
