package org.altocumulus.protocol.session;

import java.security.SecureRandom;
import java.util.List;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketReassembler;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * What the sessions of one event loop share: parameters, counters, randomness, scratch space for
 * the one packet that is being read or written, and when time-critical data last came and left.
 * Belongs to that loop.
 */
public final class SessionContext {
    private static final int MAX_RECEIVED = 65_536;
    private static final int TAILROOM = 16;
    private static final int SEALED_EXTRA = 64;
    private static final int MAX_FRAGMENTED_OF_SESSION = 2;
    private static final long NEVER = Long.MIN_VALUE / 2;

    final SessionParameters parameters;
    final TransportCounters counters;
    final SecureRandom random;

    final byte[] opened = new byte[MAX_RECEIVED];
    final byte[] plain =
            new byte[PacketSealer.HEADROOM + SessionParameters.MAX_DATAGRAM + TAILROOM];
    final byte[] sealed = new byte[SessionParameters.MAX_DATAGRAM + SEALED_EXTRA];
    final WireReader reader = new WireReader(opened);
    final WireWriter writer = new WireWriter(plain, 0, plain.length);
    final ChunkCursor chunks = new ChunkCursor();

    /** Packets of open sessions that arrive in fragments. */
    final PacketReassembler fragments;

    /** Packets of startup, of any address, that arrive in fragments. */
    final PacketReassembler startupFragments;

    private StartupPackets startupPackets;
    private long timeCriticalSentAt = NEVER;

    /** The session that got time-critical data last, when, and when the latest other one did. */
    private int timeCriticalReceiver;

    private long timeCriticalReceivedAt = NEVER;
    private long othersReceivedAt = NEVER;

    /** For the sessions of one loop. */
    public SessionContext(
            SessionParameters parameters, TransportCounters counters, SecureRandom random) {
        this.parameters = parameters;
        this.counters = counters;
        this.random = random;
        this.fragments =
                new PacketReassembler(parameters.maxFragmented(), MAX_FRAGMENTED_OF_SESSION);
        this.startupFragments = new PacketReassembler(parameters.maxFragmented());
    }

    /**
     * When {@link #expireFragments} has something to free, in nanoseconds; {@code Long.MAX_VALUE}
     * while no packet is incomplete. Fragments come from anybody who can send a datagram, so that
     * the loop has to call even if nothing else happens.
     */
    public long fragmentDeadline() {
        return Math.min(fragments.deadline(), startupFragments.deadline());
    }

    /** Frees packets whose fragments stopped coming (§3.4), and counts them. */
    public void expireFragments(long now) {
        for (PacketReassembler reassembler : List.of(fragments, startupFragments)) {
            long before = reassembler.discarded();
            reassembler.expire(now);
            counters.discard(Discard.BAD_FRAGMENT, reassembler.discarded() - before);
        }
    }

    /** The parameters of the sessions. */
    public SessionParameters parameters() {
        return parameters;
    }

    /** The counters that the sessions add to. */
    public TransportCounters counters() {
        return counters;
    }

    /** The random source of this loop. */
    public SecureRandom random() {
        return random;
    }

    /**
     * Packets of startup of all sessions that this loop opens, whose ciphers are costly to make.
     */
    StartupPackets startupPackets() {
        if (startupPackets == null) {
            startupPackets = new StartupPackets(this);
        }
        return startupPackets;
    }

    void onTimeCriticalSent(long now) {
        timeCriticalSentAt = now;
    }

    /** Whether a session of this loop sent time-critical data a short while ago (appendix A). */
    boolean isTimeCriticalRecent(long now) {
        return now - timeCriticalSentAt < SessionParameters.TIME_CRITICAL_HOLD;
    }

    /** The session of that near id got a packet with time-critical data. */
    void onTimeCriticalReceived(long now, int nearId) {
        if (nearId != timeCriticalReceiver) {
            othersReceivedAt = timeCriticalReceivedAt;
            timeCriticalReceiver = nearId;
        }
        timeCriticalReceivedAt = now;
    }

    /**
     * Whether a session of this loop other than that of {@code nearId} got time-critical data a
     * short while ago, so that the one of {@code nearId} tells its sender (§3.5.2.1).
     */
    boolean doOthersReceiveTimeCritical(long now, int nearId) {
        long at = nearId == timeCriticalReceiver ? othersReceivedAt : timeCriticalReceivedAt;
        return now - at < SessionParameters.TIME_CRITICAL_HOLD;
    }
}
