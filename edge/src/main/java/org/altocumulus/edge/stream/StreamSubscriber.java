package org.altocumulus.edge.stream;

import java.util.List;

/**
 * Whoever gets a stream, by whatever protocol: a player, a recorder. It is added to the {@link
 * Replica} of its loop, and all its methods are called on that loop, in this order:
 *
 * <pre>
 *   (onBegin onMedia* onEnd)*
 * </pre>
 *
 * <p>None of them may block. Messages are shared with all others who get them, and not to be
 * changed. A subscriber that is slower than the stream holds back in a {@link SubscriberQueue},
 * which is bounded and drops by the rules for media; it is never asked whether it has room.
 */
public interface StreamSubscriber {
    /**
     * The stream is published.
     *
     * @param contents what is there of it, in order
     * @param late whether it was published before there was a subscriber, who then may leave out
     *     what is neither {@linkplain StreamMessage#isHead head} nor wanted that late
     */
    void onBegin(List<StreamMessage> contents, boolean late);

    /**
     * A message of the stream. One that {@linkplain StreamMessage#clears clears} data is not for
     * clients; one that is {@linkplain StreamMessage#past past} was published before this node
     * asked for the stream.
     *
     * @param since when it came to this node in nanoseconds, from which on its deadlines count
     */
    void onMedia(StreamMessage message, long since);

    /** The stream is published no longer; it may be again. */
    void onEnd();
}
