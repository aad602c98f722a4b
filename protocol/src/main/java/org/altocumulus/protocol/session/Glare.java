package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.net.InetSocketAddress;
import java.util.List;
import org.altocumulus.protocol.crypto.Certificate;

/**
 * Sees to it that two endpoints that open sessions to each other at once get one (RFC 7016
 * §3.5.1.3): the end whose certificate prevails ignores the other's IIKeying, the other gives up
 * its own opening and answers.
 *
 * <p>An opening is to the sender of an IIKeying if it is to its address and for its certificate;
 * the address has been proved by the cookie, the certificate not yet.
 */
final class Glare {
    private final Certificate near;
    private final HandshakeResponder.Host host;

    Glare(Certificate near, HandshakeResponder.Host host) {
        this.near = near;
        this.host = host;
    }

    /**
     * Whether an IIKeying is to be ignored for an opening of this end.
     *
     * @param cookieAgeMillis the age of its cookie
     */
    boolean prevails(long now, Certificate far, InetSocketAddress from, long cookieAgeMillis) {
        return near.prevailsOver(far)
                && (isOpeningTo(far, from) || isLeftOver(now, far, from, cookieAgeMillis));
    }

    /** Whether this end is opening to that one, and prevails. */
    boolean prevails(Certificate far, InetSocketAddress from) {
        return near.prevailsOver(far) && isOpeningTo(far, from);
    }

    private boolean isOpeningTo(Certificate far, InetSocketAddress from) {
        return host.opening().stream().anyMatch(opening -> opening.isTo(far, from));
    }

    /**
     * Whether the attempt began before this end's own session to that one was open: the other end
     * has given it up, and what was under way comes late.
     */
    private boolean isLeftOver(
            long now, Certificate far, InetSocketAddress from, long cookieAgeMillis) {
        Session session = host.openedTo(from);
        return session != null
                && session.identity().far().equals(far)
                && cookieAgeMillis >= MILLISECONDS.convert(now - session.openedAt(), NANOSECONDS);
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
