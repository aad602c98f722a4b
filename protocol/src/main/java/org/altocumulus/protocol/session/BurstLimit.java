package org.altocumulus.protocol.session;

/**
 * How many packets with user data may leave before the next acknowledgement (RFC 7016 §3.5.2.3):
 * six.
 *
 * <p>The RFC counts from each acknowledgement, of which a receiver sends one for every second
 * packet. Here all datagrams that wait are read before anything is sent, and a receiver that does
 * the same acknowledges them all at once: with six packets for each of these, no more than six
 * could leave in a round trip. So acknowledgements that are read in one turn let leave twice as
 * much as they took out of flight, as they do in slow start, if that is more, but no more than a
 * receiver reads in a turn.
 */
final class BurstLimit {
    private static final int GROWTH = 2;
    private static final long MOST = 128;

    private long allowed = SessionParameters.MAX_BURST;
    private long acknowledged;
    private boolean anyAcknowledgement;

    /**
     * Takes an acknowledgement.
     *
     * @param bytes that it took out of flight, possibly none
     * @param maxChunk the most bytes that one packet takes into flight
     */
    void onAcknowledgement(long bytes, int maxChunk) {
        anyAcknowledgement = true;
        acknowledged += bytes;
        allowed =
                Math.max(
                        SessionParameters.MAX_BURST,
                        Math.min(GROWTH * acknowledged / maxChunk, MOST));
    }

    /** The retransmission timeout passed. */
    void onTimeout() {
        allowed = SessionParameters.MAX_BURST;
    }

    /** All that waited has been read. What the last turn let leave and did not is forfeited. */
    void beginSending() {
        if (!anyAcknowledgement) {
            allowed = Math.min(allowed, SessionParameters.MAX_BURST);
        }
        anyAcknowledgement = false;
        acknowledged = 0;
    }

    void onPacketSent() {
        allowed--;
    }

    boolean isReached() {
        return allowed <= 0;
    }
}
