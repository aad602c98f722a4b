package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.congestion.CongestionController;
import org.altocumulus.protocol.congestion.RoundTripTimer;
import org.altocumulus.protocol.packet.PacketHeader;

/**
 * What a session knows of the other end: whether it lives, where it is, what it can bear, and what
 * of its traffic is time-critical.
 */
final class PeerState {
    private static final byte[] FIRST_KEEPALIVE = {'K'};
    private static final byte[] KEEPALIVE = {};
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final SessionContext context;
    private final Keepalive keepalive;
    private AddressMobility mobility;
    private InetSocketAddress addressToCheck;
    private Ping addressCheck;

    private boolean confirmed;
    private long heardAt = NEVER;
    private boolean omitsTimestamps;
    private int newestTimestamp = PacketHeader.ABSENT;

    /** Whether no packet that came before the current one was sent after it. */
    private boolean isNewest;

    private boolean pingedWithMessage;
    private boolean replyFormKnown;
    private boolean repliesEmpty;
    private long reverseNotifiedAt = NEVER;
    private long timeCriticalSentAt = NEVER;

    PeerState(SessionContext context, long now) {
        this.context = context;
        SessionTimeouts timeouts = context.parameters.timeouts();
        this.keepalive =
                new Keepalive(
                        now, timeouts.pingIdle(), timeouts.pingInterval(), timeouts.pingTries());
    }

    boolean isConfirmed() {
        return confirmed;
    }

    /** When the last genuine packet came; long ago if none has. */
    long heardAt() {
        return heardAt;
    }

    /**
     * Takes note of a genuine packet.
     *
     * @return whether it is the first, so that a ping shall show early how the other end answers
     */
    boolean onPacket(long now, PacketHeader header) {
        boolean first = !confirmed;
        confirmed = true;
        heardAt = now;
        keepalive.onReceived(now);
        omitsTimestamps |= header.timestamp() == PacketHeader.ABSENT;
        compareTimestamp(header.timestamp());
        if (header.timeCriticalReverse()) {
            reverseNotifiedAt = now;
        }
        return first;
    }

    /** Timestamps have 16 bits, and wrap around after 262 s. */
    private void compareTimestamp(int timestamp) {
        isNewest =
                omitsTimestamps
                        || newestTimestamp == PacketHeader.ABSENT
                        || (short) (timestamp - newestTimestamp) >= 0;
        if (isNewest) {
            newestTimestamp = timestamp;
        }
    }

    void onSent(long now, boolean timeCritical) {
        if (timeCritical) {
            timeCriticalSentAt = now;
        }
    }

    CongestionController.Urgency urgency(long now) {
        boolean reverse = now - reverseNotifiedAt < SessionParameters.TIME_CRITICAL_HOLD;
        boolean sending = now - timeCriticalSentAt < SessionParameters.TIME_CRITICAL_HOLD;
        return new CongestionController.Urgency(
                !reverse && !context.isTimeCriticalRecent(now), sending);
    }

    /**
     * Some clients end a session on a Buffer Probe; those that omit timestamps are none of them.
     */
    boolean bearsBufferProbes(SessionIdentity identity) {
        return omitsTimestamps || identity.keys().negotiatedMoreThanChecksum();
    }

    /** A sign of life that is no packet of the session. */
    void keep(long now) {
        keepalive.onReceived(now);
    }

    /** Whether the other end is known to echo the messages of pings. */
    boolean echoes() {
        return replyFormKnown && !repliesEmpty;
    }

    long deadline() {
        long check = mobility == null ? Long.MAX_VALUE : mobility.deadline();
        return Math.min(keepalive.deadline(), check);
    }

    Keepalive.Action pollKeepalive(long now, RoundTripTimer roundTrip) {
        return keepalive.poll(now, roundTrip);
    }

    /**
     * The message of the next keepalive ping: empty, as §3.5.4.1 asks, once it is known whether the
     * other end echoes messages at all.
     */
    byte[] keepaliveMessage() {
        pingedWithMessage = !replyFormKnown;
        return replyFormKnown ? KEEPALIVE : FIRST_KEEPALIVE;
    }

    /** A genuine packet came from another address than {@code DESTADDR}. */
    void checkAddress(long now, InetSocketAddress from) {
        if (mobility == null) {
            mobility = new AddressMobility(context.random);
        }
        byte[] message = mobility.ask(now, from);
        if (message != null) {
            addressCheck = new Ping(message);
            addressToCheck = from;
        }
    }

    /** Asks the address that has not answered, or not been asked yet, if it is time. */
    void repeatAddressCheck(long now) {
        if (mobility != null && now >= mobility.deadline()) {
            addressCheck = new Ping(mobility.repeat(now));
            addressToCheck = mobility.askedAddress();
        }
    }

    /** The ping that is to go to {@link #addressToCheck}, once; or null. */
    Chunk takeAddressCheck() {
        Chunk check = addressCheck;
        addressCheck = null;
        return check;
    }

    InetSocketAddress addressToCheck() {
        return addressToCheck;
    }

    /**
     * Takes the answer to a ping.
     *
     * @param current DESTADDR
     * @return whether the other end is proved to be at {@code from} now
     */
    boolean onPingReply(long now, byte[] echo, InetSocketAddress from, InetSocketAddress current) {
        if (pingedWithMessage && from.equals(current)) {
            replyFormKnown = true;
            pingedWithMessage = false;
            repliesEmpty = echo.length == 0;
        }
        if (mobility == null || from.equals(current)) {
            return false;
        }
        // An empty reply proves nothing if it is an older packet that somebody sends again.
        boolean mayReplyEmpty = isNewest && (repliesEmpty || !replyFormKnown);
        return mobility.isConfirmedBy(now, echo, from, mayReplyEmpty);
    }
}
