package org.altocumulus.edge.stream;

import java.time.Duration;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;

/**
 * The way of the application to the rest of the cluster. Called on the home loop of the stream, and
 * must not block.
 */
public interface ClusterPort {
    /** A node alone: accepts every publication, and knows no other streams. */
    ClusterPort NONE =
            new ClusterPort() {
                @Override
                public void publish(StreamKey key, String peerId, PublishAnswer answer) {
                    answer.accepted();
                }

                @Override
                public void unpublish(StreamKey key) {}

                @Override
                public void want(StreamKey key) {}

                @Override
                public void unwant(StreamKey key) {}

                @Override
                public void replaying(StreamKey key) {}

                @Override
                public void media(StreamKey key, long number, RtmpMessage message, boolean past) {}
            };

    /**
     * How long a stream from elsewhere stays wanted after its last player has left, so that one who
     * comes back gets it at once; zero for not at all.
     */
    default Duration linger() {
        return Duration.ZERO;
    }

    /**
     * Within which time a stream that is published elsewhere is found; zero if there is no
     * elsewhere.
     */
    default Duration searchTime() {
        return Duration.ZERO;
    }

    /**
     * A client here wants to publish the stream; it hears of success only after the answer.
     *
     * @param peerId the client's, 64 hex digits, or empty if its certificate does not prove it
     */
    void publish(StreamKey key, String peerId, PublishAnswer answer);

    /** It is published here no longer, or no longer wanted to be if there was no answer yet. */
    void unpublish(StreamKey key);

    /** A player here wants a stream that is not published here. */
    void want(StreamKey key);

    /** No player here wants it any more, {@link #linger} over, or it is published here now. */
    void unwant(StreamKey key);

    /**
     * What follows of a stream that is published here begins with its metadata and configuration
     * records and what came from the last key frame on: the answer to each {@link
     * ClusterEvents#send}.
     */
    void replaying(StreamKey key);

    /**
     * A message of a stream that is published here, between {@link ClusterEvents#send} and {@link
     * ClusterEvents#stop} or {@link #unpublish}.
     *
     * @param number its position in the publication, from 0: a message that is sent again has the
     *     same
     * @param past whether it is repeated from before others asked for the stream
     */
    void media(StreamKey key, long number, RtmpMessage message, boolean past);
}
