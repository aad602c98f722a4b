package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.wire.HostPort;

/**
 * EDGE: the origin tells an edge of another one, which it can ask itself when no origin answers.
 *
 * @param node the other edge
 * @param pull the TCP address at which it is pulled from, or null if the edge is gone
 */
public record OtherEdge(String node, InetSocketAddress pull) {
    private static final String GONE = "gone";
    private static final String TRUE = "true";

    static OtherEdge read(Frame frame) throws LinkRefusal {
        String node = NodeIdentity.name(frame, "node");
        return frame.text(GONE, "").equals(TRUE)
                ? new OtherEdge(node, null)
                : new OtherEdge(node, Registration.address("pull", frame.text("pull")));
    }

    Frame toFrame() {
        Frame.Builder frame = Frame.of(Verb.EDGE).with("node", node);
        return (pull == null ? frame.with(GONE, TRUE) : frame.with("pull", HostPort.format(pull)))
                .build();
    }
}
