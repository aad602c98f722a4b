package org.altocumulus.protocol.flow;

import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.NextUserData;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.wire.WireWriter;

/** An entry of SEND_QUEUE (RFC 7016 §3.6.2), and a link in the list of what is in flight. */
final class OutFragment {
    final SendFlow flow;

    /** Null for the marker that ends a flow whose last fragment had already been sent. */
    final OutMessage message;

    final long sequenceNumber;
    final FragmentControl control;
    final int offset;
    final int length;

    boolean abandoned;
    boolean sentAbandoned;
    boolean everSent;
    boolean inFlight;
    int negativeAcknowledgements;

    /** Whether it was sent in a packet that not every path bears. */
    boolean inLargePacket;

    /** How often such a packet got lost since one of any flow was acknowledged, and which. */
    int largeLosses;

    long largeAcknowledged;
    int transmitSize;
    long transmissionNumber;
    long sentAt;
    OutFragment earlier;
    OutFragment later;

    OutFragment(
            SendFlow flow,
            OutMessage message,
            long sequenceNumber,
            FragmentControl control,
            int offset,
            int length) {
        this.flow = flow;
        this.message = message;
        this.sequenceNumber = sequenceNumber;
        this.control = control;
        this.offset = offset;
        this.length = length;
    }

    /**
     * Writes the fragment as a chunk (§2.3.11, §2.3.12).
     *
     * @param forward FSN
     * @param isFinal whether the flow ends with it
     * @param contiguous whether it follows the chunk before it, so that Next User Data does
     * @return bytes of the chunk, or 0, and nothing is written, if there is too little room
     */
    int write(
            WireWriter packet,
            long forward,
            boolean isFinal,
            boolean contiguous,
            FlowOptions options) {
        long fsnOffset = sequenceNumber - forward;
        int sent = abandoned ? 0 : length;
        int header =
                contiguous
                        ? NextUserData.headerSize(options)
                        : UserData.headerSize(flow.id(), sequenceNumber, fsnOffset, options);
        if (header + sent > packet.remaining()) {
            return 0;
        }
        if (contiguous) {
            NextUserData.writeHeader(packet, abandoned, isFinal, control, options, sent);
        } else {
            UserData.writeHeader(
                    packet,
                    abandoned,
                    isFinal,
                    control,
                    flow.id(),
                    sequenceNumber,
                    fsnOffset,
                    options,
                    sent);
        }
        if (sent > 0) {
            packet.bytes(message.data, offset, sent);
        }
        if (message != null) {
            message.started = true;
        }
        return header + sent;
    }
}
