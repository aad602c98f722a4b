package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.List;

/** Takes what came of an {@link Introduction}. Called once. */
@FunctionalInterface
public interface IntroductionAnswer {
    /**
     * The answer.
     *
     * @param addresses of the peer, the first as it was seen and the others as it reported them;
     *     none if nobody has that peer, or nobody answered in time
     */
    void answered(List<InetSocketAddress> addresses, long now);
}
