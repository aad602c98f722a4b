package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.regex.Pattern;
import org.altocumulus.protocol.wire.HostPort;

/**
 * SOURCE: the origin tells an edge from where to pull a stream that it wants.
 *
 * @param publication what is pulled
 * @param node the edge that publishes it
 * @param from the TCP address at which that edge is pulled from
 * @param ticket to be shown there, {@value #TICKET_BYTES} random bytes in hex
 */
public record PullSource(
        Publication publication, String node, InetSocketAddress from, String ticket) {
    /** Bytes of a ticket. */
    public static final int TICKET_BYTES = 16;

    private static final Pattern TICKET = Pattern.compile("[0-9a-f]{32}");

    static PullSource read(Frame frame) throws LinkRefusal {
        return new PullSource(
                Publication.read(frame),
                NodeIdentity.name(frame, "node"),
                Registration.address("from", frame.text("from")),
                ticket(frame));
    }

    static String ticket(Frame frame) throws LinkRefusal {
        return frame.text("ticket", TICKET, "32 digits of hex");
    }

    Frame toFrame() {
        return publication
                .frame(Verb.SOURCE)
                .with("node", node)
                .with("from", HostPort.format(from))
                .with("ticket", ticket)
                .build();
    }

    /**
     * WANT, as it is said to the publishing edge.
     *
     * @param position how far the publication has come already, or null
     */
    Frame want(StreamPosition position) {
        Frame.Builder want = publication.frame(Verb.WANT).with("ticket", ticket);
        return (position == null ? want : position.addTo(want)).build();
    }
}
