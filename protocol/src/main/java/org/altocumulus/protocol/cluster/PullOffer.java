package org.altocumulus.protocol.cluster;

/**
 * OFFER: the origin tells the publishing edge who will pull a stream from it.
 *
 * @param publication what is pulled
 * @param node the edge that pulls it
 * @param ticket what that edge shows, {@link PullSource#TICKET_BYTES} random bytes in hex
 */
public record PullOffer(Publication publication, String node, String ticket) {
    static PullOffer read(Frame frame) throws LinkRefusal {
        return new PullOffer(
                Publication.read(frame),
                NodeIdentity.name(frame, "node"),
                PullSource.ticket(frame));
    }

    Frame toFrame() {
        return publication.frame(Verb.OFFER).with("node", node).with("ticket", ticket).build();
    }
}
