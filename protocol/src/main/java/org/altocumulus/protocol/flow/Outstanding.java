package org.altocumulus.protocol.flow;

import org.altocumulus.protocol.congestion.CongestionController;

/**
 * What a session has in flight, over all its send flows, in the order of transmission: the sum of
 * its bytes (S_OUTSTANDING_BYTES), and the detection of loss by negative acknowledgement and by
 * timeout (RFC 7016 §3.6.2.5, §3.6.2.6). Not thread-safe.
 */
public final class Outstanding {
    private static final int LOST_AFTER_NAKS = 3;
    private static final int LARGE_LOSSES_OF_BLACK_HOLE = 3;

    private long bytes;
    private long nextTransmissionNumber = 1;
    private final ReorderingWindow reordering = new ReorderingWindow();
    private OutFragment earliest;
    private OutFragment latest;
    private long largeAcknowledged;
    private boolean largeVanish;

    /** Bytes in flight, chunk headers included. */
    public long bytes() {
        return bytes;
    }

    void onSent(long now, OutFragment fragment, int transmitSize) {
        fragment.inFlight = true;
        fragment.everSent = true;
        fragment.sentAbandoned = fragment.abandoned;
        fragment.negativeAcknowledgements = 0;
        fragment.inLargePacket = false;
        fragment.transmitSize = transmitSize;
        fragment.sentAt = now;
        fragment.transmissionNumber = nextTransmissionNumber++;
        fragment.earlier = latest;
        fragment.later = null;
        if (latest == null) {
            earliest = fragment;
        } else {
            latest.later = fragment;
        }
        latest = fragment;
        bytes += transmitSize;
    }

    /** The number that the next fragment gets which is sent. */
    public long nextTransmissionNumber() {
        return nextTransmissionNumber;
    }

    /** The packet that has the fragments from that number on is one that not every path bears. */
    public void markLarge(long fromNumber) {
        OutFragment fragment = latest;
        while (fragment != null && fragment.transmissionNumber >= fromNumber) {
            fragment.inLargePacket = true;
            fragment = fragment.earlier;
        }
    }

    /**
     * Whether, since this was asked last, a fragment got lost for the third time in a large packet
     * while none of those arrived. Timeouts do not show it where smaller packets arrive.
     */
    public boolean takeLargeVanish() {
        boolean taken = largeVanish;
        largeVanish = false;
        return taken;
    }

    private void onLargeLost(OutFragment fragment) {
        if (fragment.largeAcknowledged != largeAcknowledged) {
            fragment.largeAcknowledged = largeAcknowledged;
            fragment.largeLosses = 0;
        }
        largeVanish |= ++fragment.largeLosses >= LARGE_LOSSES_OF_BLACK_HOLE;
    }

    /** A packet is about to be read, which may have acknowledgements. */
    public void beginPacket(long now) {
        reordering.beginPacket(now);
    }

    /** A fragment was acknowledged that had been sent; it may have been taken out of flight. */
    void onAcknowledged(OutFragment fragment) {
        reordering.onAcknowledged(fragment);
        if (fragment.inFlight) {
            largeAcknowledged += fragment.inLargePacket ? 1 : 0;
            remove(fragment);
        }
    }

    void remove(OutFragment fragment) {
        if (fragment.earlier == null) {
            earliest = fragment.later;
        } else {
            fragment.earlier.later = fragment.later;
        }
        if (fragment.later == null) {
            latest = fragment.earlier;
        } else {
            fragment.later.earlier = fragment.earlier;
        }
        fragment.earlier = null;
        fragment.later = null;
        fragment.inFlight = false;
        bytes -= fragment.transmitSize;
    }

    /**
     * Counts negative acknowledgements after a packet that held at least one acknowledgement, and
     * takes what has three of them, and is overdue, out of flight. On a path that changes the order
     * the two run at the same time: of a stream of few packets the third may take as long again.
     *
     * @param patience how long a fragment may be waited for on a path that changes the order,
     *     nanoseconds
     */
    public void detectLoss(CongestionController congestion, long patience) {
        OutFragment fragment = earliest;
        while (fragment != null && reordering.isPassedOver(fragment)) {
            OutFragment following = fragment.later;
            fragment.negativeAcknowledgements++;
            if (reordering.isOverdue(fragment, patience)) {
                onOverdue(fragment, congestion);
            }
            fragment = following;
        }
    }

    private void onOverdue(OutFragment fragment, CongestionController congestion) {
        congestion.onNegativeAcknowledgement();
        if (fragment.negativeAcknowledgements >= LOST_AFTER_NAKS) {
            congestion.onLoss(fragment.sentAt);
            if (fragment.inLargePacket) {
                onLargeLost(fragment);
            }
            remove(fragment);
            fragment.flow.onLost(fragment);
        }
    }

    /**
     * Takes everything out of flight after a retransmission timeout.
     *
     * @return whether anything was in flight
     */
    public boolean expireAll() {
        boolean any = earliest != null;
        while (earliest != null) {
            OutFragment fragment = earliest;
            remove(fragment);
            fragment.flow.onLost(fragment);
        }
        return any;
    }
}
