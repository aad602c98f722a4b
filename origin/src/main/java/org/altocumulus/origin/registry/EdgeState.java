package org.altocumulus.origin.registry;

/**
 * How an edge is, as far as newcomers are concerned.
 *
 * <pre>
 * UNSYNCED ──SYNCED, an address answered──▶ READY ◀──report──silence──▶ SUSPECT
 *  any ──DRAIN──▶ DRAINING      any ──end of the connection──▶ LOST ──REGISTER──▶ UNSYNCED
 *  any ──BYE──▶ LEFT ──REGISTER──▶ UNSYNCED
 * </pre>
 */
public enum EdgeState {
    /** Registered; has not announced all that it has, or no address of it answers by UDP. */
    UNSYNCED,
    /** Gets newcomers. */
    READY,
    /** Nothing was heard for a while, or no report came: no newcomers, still in the directory. */
    SUSPECT,
    /** Takes no newcomers because it or an operator wants that. */
    DRAINING,
    /** Its connection ended. */
    LOST,
    /** It said goodbye. */
    LEFT;

    /** Whether the edge is no member of the cluster any more. */
    public boolean isGone() {
        return this == LOST || this == LEFT;
    }
}
