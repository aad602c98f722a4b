package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.net.InetSocketAddress;
import java.util.List;
import org.altocumulus.protocol.crypto.Certificate;

/**
 * Sees to it that two endpoints that open sessions to each other at once get one (RFC 7016
 * §3.5.1.3): the end whose certificate prevails ignores the other's IIKeying, the other answers and
 * gives up its own opening.
 *
 * <p>An opening is to the sender of an IIKeying if it is to its address and for its certificate;
 * the address has been proved by the cookie, the certificate not yet.
 */
final class Glare {
    /** The time of a cookie is a number of milliseconds. */
    private static final long COOKIE_CLOCK = MILLISECONDS.toNanos(1);

    private final Certificate near;
    private final HandshakeResponder.Host host;

    Glare(Certificate near, HandshakeResponder.Host host) {
        this.near = near;
        this.host = host;
    }

    /**
     * Whether an attempt of the other end is to be ignored for one of this end.
     *
     * @param begunAt when its cookie was made, on the clock of sessions
     */
    boolean prevails(Certificate far, InetSocketAddress from, long begunAt) {
        return near.prevailsOver(far) && (isOpeningTo(far, from) || isLeftOver(far, from, begunAt));
    }

    private boolean isOpeningTo(Certificate far, InetSocketAddress from) {
        return host.opening().stream().anyMatch(opening -> opening.isTo(far, from));
    }

    /**
     * Whether the attempt began before this end's own session to that one was open: the other end
     * has given it up, and what was under way comes late.
     */
    private boolean isLeftOver(Certificate far, InetSocketAddress from, long begunAt) {
        Session session = host.openedTo(from);
        return session != null
                && session.identity().far().equals(far)
                && begunAt - session.openedAt() < COOKIE_CLOCK;
    }

    /** The other end has got its session: this end's own openings to it end. */
    void yieldTo(Certificate far, InetSocketAddress from) {
        for (Initiator opening : List.copyOf(host.opening())) {
            if (opening.isTo(far, from)) {
                opening.yieldToOther();
            }
        }
    }
}
