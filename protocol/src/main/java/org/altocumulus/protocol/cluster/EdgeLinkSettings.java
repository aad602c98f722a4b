package org.altocumulus.protocol.cluster;

/**
 * What an edge's link is made with.
 *
 * @param identity who the edge is
 * @param registration what it registers
 * @param timing the times
 * @param queue the bounds of what waits for the media connection
 */
public record EdgeLinkSettings(
        NodeIdentity identity,
        Registration registration,
        LinkTiming timing,
        MediaQueueLimits queue) {
    /** For connections to other edges, which the origin can stand in for: given up sooner. */
    EdgeLinkSettings forPulls() {
        return new EdgeLinkSettings(
                identity, registration, timing.withLost(timing.suspect()), queue);
    }

    Hello hello(LinkRole role, String session, LinkSecurity security) {
        byte[] nonce = security.random(LinkSecurity.NONCE);
        return new Hello(Versions.OURS, identity, role, session, nonce);
    }
}
