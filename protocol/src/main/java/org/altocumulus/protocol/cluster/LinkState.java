package org.altocumulus.protocol.cluster;

/**
 * Where a connection stands.
 *
 * <pre>
 * GREETING ──CHALLENGE──▶ PROVING ──WELCOME──▶ OPEN
 *     └────────WELCOME (no secret)───────────────▲
 * any ──BYE, silence, a broken rule, end of TCP──▶ CLOSED
 * </pre>
 */
public enum LinkState {
    /** HELLO was not yet answered. */
    GREETING,
    /** CHALLENGE was sent, its proof not yet accepted. */
    PROVING,
    /** Both ends accepted each other. */
    OPEN,
    /** Over; what is still polled is to be written before the TCP connection is closed. */
    CLOSED;

    /** Whether the state machine may go from here to there. */
    boolean leadsTo(LinkState next) {
        return switch (this) {
            case GREETING -> next != GREETING;
            case PROVING -> next == OPEN || next == CLOSED;
            case OPEN -> next == CLOSED;
            case CLOSED -> false;
        };
    }
}
