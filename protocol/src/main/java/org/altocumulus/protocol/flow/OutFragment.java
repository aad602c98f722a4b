package org.altocumulus.protocol.flow;

import org.altocumulus.protocol.chunk.FragmentControl;

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
}
