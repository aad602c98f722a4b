package org.altocumulus.origin.link;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import org.altocumulus.protocol.cluster.OriginLinkSession;
import org.altocumulus.protocol.cluster.Versions;

/** A registered edge. */
final class LinkedEdge {
    final OriginLinkSession control;

    /** The session that its media connection names. */
    final String token;

    /** Where other edges pull streams from it, or null. */
    final InetSocketAddress pull;

    /** Its media connection, or null. */
    OriginLinkSession media;

    /** Introductions that are passed on for it and not answered. */
    int asked;

    /** The other edges that it was told of. */
    final Set<String> told = new HashSet<>();

    /** Whether it has told all that it has. */
    boolean synced;

    LinkedEdge(OriginLinkSession control, String token, InetSocketAddress pull) {
        this.control = control;
        this.token = token;
        this.pull = control.version() < Versions.WHOLE_CLUSTER ? null : pull;
    }

    /**
     * Whether another edge may reach this one where it is pulled from: an address of loopback leads
     * there from the same host only, where the other edge has one, too.
     */
    boolean mayBePulledBy(LinkedEdge other) {
        return this != other
                && pull != null
                && other.pull != null
                && pull.getAddress().isLoopbackAddress()
                        == other.pull.getAddress().isLoopbackAddress();
    }

    /** Whether it is told of other edges. */
    boolean searches() {
        return synced && pull != null && control.version() >= Versions.EDGES_SEARCH;
    }
}
