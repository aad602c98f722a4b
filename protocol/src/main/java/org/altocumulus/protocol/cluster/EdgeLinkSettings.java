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
    Hello hello(LinkRole role, String session, LinkSecurity security) {
        byte[] nonce = security.random(LinkSecurity.NONCE);
        return new Hello(Versions.OURS, identity, role, session, nonce);
    }
}
