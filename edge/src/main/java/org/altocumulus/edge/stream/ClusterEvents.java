package org.altocumulus.edge.stream;

import java.util.function.Consumer;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;

/**
 * What the rest of the cluster tells the application. The order is kept. Remote streams are told of
 * by one thread, the rest by any.
 */
public interface ClusterEvents {
    /**
     * A way for the messages of one stream from the application to another thread: bounded as the
     * settings say, and what is dropped on it is counted. Any thread.
     */
    <M> Handover<M> handover(Handover.Target target, Handover.Receiver<M> receiver);

    /** Others want a stream that is published here; a second call starts it over. */
    void send(StreamKey key);

    /** Nobody else wants it any more. */
    void stop(StreamKey key);

    /** A stream that is wanted here is published elsewhere; its messages follow. */
    void remoteStarted(StreamKey key);

    /**
     * A message of such a stream.
     *
     * @param past whether it was published before this node asked for the stream
     */
    void remoteMedia(StreamKey key, RtmpMessage message, boolean past);

    /** A message of such a stream that is published now. */
    default void remoteMedia(StreamKey key, RtmpMessage message) {
        remoteMedia(key, message, false);
    }

    /** Such a stream is published no longer, or out of reach. */
    void remoteEnded(StreamKey key);

    /**
     * A client of another node wants the name of a stream that is published here.
     *
     * @param peerId the client's, 64 hex digits, or empty if that is not proved
     * @param free told, on any thread, whether the name was given up, behind the {@link
     *     ClusterPort#unpublish} of that; within 4 seconds
     */
    void check(StreamKey key, String peerId, Consumer<Boolean> free);

    /**
     * A publication that was accepted is no longer this node's.
     *
     * @param reason for the client to read
     */
    void revoked(StreamKey key, String reason);
}
