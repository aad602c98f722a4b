package org.altocumulus.protocol.session;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The RIKeyings of sessions that are confirmed, for some seconds more: an IIKeying that comes
 * again, as datagrams that were duplicated or held up do, gets the same answer (RFC 7016
 * §3.5.1.1.2). Belongs to one loop.
 */
final class KeptAnswers {
    private final Deque<Kept> kept = new ArrayDeque<>();

    private record Kept(ResponderOpening opening, long until) {}

    /** The session of that opening was confirmed just now. */
    void keep(ResponderOpening opening, long now) {
        kept.add(new Kept(opening, now + SessionParameters.ANSWER_KEPT));
    }

    /** When the next of them is given up; {@code Long.MAX_VALUE} without any. */
    long deadline() {
        Kept first = kept.peek();
        return first == null ? Long.MAX_VALUE : first.until;
    }

    /** Gives up those whose time has come. */
    void expire(long now) {
        while (deadline() <= now) {
            kept.remove().opening.answer = null;
        }
    }
}
