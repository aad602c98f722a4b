package org.altocumulus.edge.node;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import org.altocumulus.protocol.session.Discard;

/**
 * Answers hellos that the origin passes on, within limits of its own: an origin that is misled or
 * misconfigured shall not make this node a source of floods. Any thread.
 */
public final class ForwardedHellos {
    private static final int PER_SOURCE = 100;
    private static final int IN_ALL = 5000;

    private final MediaNode node;
    private final Newcomers newcomers;
    private final RateLimit limit;

    /** For that node, as long as it takes newcomers. */
    public ForwardedHellos(MediaNode node, Newcomers newcomers, SecureRandom random) {
        this.node = node;
        this.newcomers = newcomers;
        this.limit = new RateLimit(random, PER_SOURCE, IN_ALL);
    }

    /**
     * Answers, or not.
     *
     * @param endpointDiscriminator of the hello
     * @param tag of the hello
     * @param to where the hello came from
     */
    public void answer(byte[] endpointDiscriminator, byte[] tag, InetSocketAddress to, long now) {
        if (!newcomers.areTaken()) {
            node.counters().discard(Discard.IGNORED_HELLO);
        } else if (!limit.admits(to.getAddress(), now)) {
            node.counters().discard(Discard.PEER_HELLOS_LIMITED);
        } else {
            node.answerForwarded(endpointDiscriminator, tag, to);
        }
    }
}
