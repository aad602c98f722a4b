package org.altocumulus.protocol.congestion;

/**
 * The transmission budget of one session: how many bytes of user data may be outstanding (RFC 7016
 * §3.5.2). The session reports what each received packet acknowledged or showed as lost, between
 * {@link #beginPacket} and {@link #endPacket}. Sizes are bytes; times are nanoseconds of the host's
 * monotonic clock. Not thread-safe.
 */
public interface CongestionController {
    /**
     * A packet was received.
     *
     * @param outstanding bytes in flight before it is processed
     * @param windowFull whether the window was full when the session last had its turn to send, so
     *     that it is the window that holds data back, and not the user or the receiver
     */
    void beginPacket(long outstanding, boolean windowFull);

    /**
     * A round trip was measured by the echo of a timestamp, which is in steps of 4 ms.
     *
     * @param roundTrip 0 or more
     */
    void onRoundTrip(long now, long roundTrip);

    /** An acknowledgement chunk took {@code bytes} out of flight, possibly none. */
    void onAcknowledged(long bytes);

    /** A fragment in flight was passed over by the acknowledgement of one sent later (§3.6.2.5). */
    void onNegativeAcknowledgement();

    /** A fragment in flight, sent at {@code sentAt}, was given up as lost. */
    void onLoss(long sentAt);

    /** All chunks of the packet are processed. */
    void endPacket(long now, Urgency urgency);

    /**
     * The retransmission timeout passed without an acknowledgement.
     *
     * @param wasLoss whether anything was in flight
     */
    void onTimeout(long now, boolean wasLoss);

    /** Bytes that may be outstanding. */
    long window();

    /**
     * What is known of time-critical traffic when a packet has been processed.
     *
     * @param fastGrowthAllowed no reverse notification came on this session, and nothing time
     *     critical went out on any, within the last 800 ms
     * @param sendingTimeCritical time-critical data went out on this session in that time
     */
    record Urgency(boolean fastGrowthAllowed, boolean sendingTimeCritical) {
        /** Whether this session makes way for time-critical data of others (§3.5.2.1). */
        public boolean yielding() {
            return !fastGrowthAllowed && !sendingTimeCritical;
        }
    }
}
