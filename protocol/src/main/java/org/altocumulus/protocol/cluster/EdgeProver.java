package org.altocumulus.protocol.cluster;

/**
 * Which of its secrets an edge proves itself with to one origin: the current one, until that origin
 * refuses it; then the other, and so on. What was accepted last is tried first, so that neither of
 * the two connections is refused twice in a row by an origin that knows one of the secrets.
 */
final class EdgeProver {
    private final LinkSecurity security;
    private LinkSecurity.Which next = LinkSecurity.Which.CURRENT;

    EdgeProver(LinkSecurity security) {
        this.security = security;
    }

    LinkSecurity security() {
        return security;
    }

    /** The secret for a connection that is challenged now. */
    LinkSecurity.Which next() {
        return next;
    }

    /** The origin did not take a proof by {@code used}, or gave none by it in return. */
    void refused(LinkSecurity.Which used) {
        if (security.previous() != null && used == next) {
            next =
                    used == LinkSecurity.Which.CURRENT
                            ? LinkSecurity.Which.PREVIOUS
                            : LinkSecurity.Which.CURRENT;
        }
    }
}
