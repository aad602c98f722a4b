package org.altocumulus.protocol.congestion;

/**
 * The transmission budget of one session: how many bytes of user data may be outstanding (RFC 7016
 * §3.5.2). The session reports what each received packet acknowledged or showed as lost, between
 * {@link #beginPacket} and {@link #endPacket}. Sizes are bytes. Not thread-safe.
 */
public interface CongestionController {
    /** A packet was received; {@code outstanding} bytes are in flight before it is processed. */
    void beginPacket(long outstanding);

    /** An acknowledgement chunk took {@code bytes} out of flight, possibly none. */
    void onAcknowledged(long bytes);

    /** A fragment in flight was passed over by the acknowledgement of one sent later (§3.6.2.5). */
    void onNegativeAcknowledgement();

    /** A fragment in flight was given up as lost. */
    void onLoss();

    /** All chunks of the packet are processed. */
    void endPacket(Urgency urgency);

    /**
     * The retransmission timeout passed without an acknowledgement.
     *
     * @param wasLoss whether anything was in flight
     */
    void onTimeout(boolean wasLoss);

    /** Bytes that may be outstanding. */
    long window();

    /**
     * What is known of time-critical traffic when a packet has been processed.
     *
     * @param fastGrowthAllowed no reverse notification came on this session, and nothing time
     *     critical went out on any, within the last 800 ms
     * @param sendingTimeCritical time-critical data went out on this session in that time
     */
    record Urgency(boolean fastGrowthAllowed, boolean sendingTimeCritical) {}
}
