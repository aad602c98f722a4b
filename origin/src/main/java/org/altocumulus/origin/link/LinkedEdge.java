package org.altocumulus.origin.link;

import java.net.InetSocketAddress;
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

    LinkedEdge(OriginLinkSession control, String token, InetSocketAddress pull) {
        this.control = control;
        this.token = token;
        this.pull = control.version() < Versions.WHOLE_CLUSTER ? null : pull;
    }
}
