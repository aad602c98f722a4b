package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.net.Inet4Address;
import java.net.InetAddress;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * How large a datagram the path to the other end bears (RFC 7016 §3.5.4.3, in the manner of RFC
 * 4821). Begins with what every path bears, and goes up when a probe of a larger size is answered:
 * padding and a ping in one datagram that nobody on the way may divide. The sizes are those that
 * the usual links leave, the largest first, as most paths bear that.
 *
 * <p>Searches only once there is something to send that would use larger datagrams. When what was
 * proved seems to vanish (timeouts one after the other, or data that is lost three times while
 * smaller datagrams arrive), or the other end moves, it begins anew.
 */
final class PathMtu {
    /**
     * Of Ethernet (PPPoE takes no more than the rounding to cipher blocks), what tunnels of several
     * kinds leave of it, and the least of IPv6.
     */
    private static final int[] LINK_MTUS = {1500, 1460, 1420, 1380, 1340, 1300, 1280};

    private static final int IPV4_OVERHEAD = 20 + 8;
    private static final int IPV6_OVERHEAD = 40 + 8;
    private static final int MARK = 'P';
    private static final int TRIES = 3;
    private static final int TIMEOUTS_OF_BLACK_HOLE = 2;
    private static final long LEAST_WAIT = SECONDS.toNanos(1);
    private static final long AGAIN = MINUTES.toNanos(10);
    private static final long AFTER_BLACK_HOLE = MINUTES.toNanos(1);
    private static final long NEVER = Long.MAX_VALUE;

    private final int safe;
    private final int largest;
    private int overhead;
    private int proved;

    /** Answers to probes of an earlier search or path prove nothing. */
    private int search;

    private boolean wanted;
    private int candidate;
    private int tries;
    private long nextProbe;
    private int timeouts;

    /**
     * Nothing is proved yet.
     *
     * @param safe bytes of a datagram that are sent without proof
     * @param largest bytes that are tried at most; not above {@code safe} for no search
     * @param now when a search may begin
     */
    PathMtu(int safe, int largest, InetAddress address, long now) {
        this.safe = safe;
        this.largest = largest;
        this.proved = safe;
        this.nextProbe = now;
        this.overhead = overhead(address);
        firstCandidate();
    }

    private static int overhead(InetAddress address) {
        return address instanceof Inet4Address ? IPV4_OVERHEAD : IPV6_OVERHEAD;
    }

    /** Datagrams may have so many bytes, rounded down to whole cipher blocks as the probe was. */
    int limit() {
        return proved;
    }

    /** There are messages that would use larger datagrams. */
    void want() {
        wanted = true;
    }

    /** When a probe is to be sent. */
    long deadline() {
        return wanted && largest > proved ? nextProbe : NEVER;
    }

    /**
     * The size of the probe to send now, or 0.
     *
     * @param timeout how long an answer may take
     */
    int poll(long now, long timeout) {
        if (now < deadline()) {
            return 0;
        }
        if (tries == TRIES) {
            candidate++;
            tries = 0;
        }
        int size = size();
        if (size <= proved) {
            beginAt(now + AGAIN);
            return 0;
        }
        tries++;
        nextProbe = now + Math.max(timeout, LEAST_WAIT);
        return size;
    }

    private int size() {
        return candidate < LINK_MTUS.length
                ? Math.min(LINK_MTUS[candidate] - overhead, largest)
                : 0;
    }

    /** The first of those that are no larger than allowed; the largest allowed one in any case. */
    private void firstCandidate() {
        candidate = 0;
        while (candidate + 1 < LINK_MTUS.length && LINK_MTUS[candidate + 1] - overhead >= largest) {
            candidate++;
        }
        tries = 0;
    }

    private void beginAt(long time) {
        search++;
        firstCandidate();
        nextProbe = time;
    }

    /** The message of the ping in a probe of that size. */
    byte[] message(int size) {
        WireWriter message = new WireWriter(1 + 4 + 2);
        return message.u8(MARK).i32(search).u16(size).toByteArray();
    }

    /**
     * Takes the answer to a ping.
     *
     * @return whether it proves that larger datagrams arrive
     */
    boolean onReply(long now, byte[] echo) {
        try {
            WireReader reader = new WireReader(echo);
            if (reader.u8() != MARK || reader.i32() != search) {
                return false;
            }
            int size = reader.u16();
            // The other end could lie about the size, and would have to live with the loss.
            if (reader.remaining() > 0 || size <= proved || size > largest) {
                return false;
            }
            proved = size;
            timeouts = 0;
            beginAt(now + AGAIN);
            return true;
        } catch (WireException e) {
            return false;
        }
    }

    /**
     * A retransmission timeout passed, and data had been on its way.
     *
     * @return whether the path is taken to bear no large datagrams any more
     */
    boolean onTimeout(long now) {
        timeouts++;
        return timeouts >= TIMEOUTS_OF_BLACK_HOLE && onLargeVanish(now);
    }

    /**
     * Large datagrams get lost again and again, and smaller ones arrive or nothing does.
     *
     * @return whether the path was taken to bear large datagrams until now
     */
    boolean onLargeVanish(long now) {
        if (proved == safe) {
            return false;
        }
        proved = safe;
        beginAt(now + AFTER_BLACK_HOLE);
        return true;
    }

    /** Something was acknowledged. */
    void onProgress() {
        timeouts = 0;
    }

    /** The other end is somewhere else. */
    void onMoved(long now, InetAddress address) {
        overhead = overhead(address);
        proved = safe;
        timeouts = 0;
        beginAt(now);
    }
}
