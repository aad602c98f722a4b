package org.altocumulus.cli.client;

import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;

/** Learns what happens on a stream, on the loop of its connection. */
public interface StreamListener {
    /**
     * A message of any type as it came, before it is read; for those to whom that costs too much.
     *
     * @param message type, timestamp and payload as {@link RtmpMessage} has them; not to be changed
     * @return true if the listener needs no more of it
     */
    default boolean onRaw(byte[] message) {
        return false;
    }

    /** An onStatus of the server. */
    default void onStatus(Status status) {}

    /** Audio, video or data of the stream, in the order of its flow. */
    default void onMedia(RtmpMessage message) {}

    /** The server gave up messages of the stream: some are missing before the next one. */
    default void onGap() {}

    /**
     * The server takes no more of what is sent on the stream: its flow was refused (RFC 7016
     * §3.6.3.7).
     *
     * @param what of the stream, such as "video"
     * @param code that the server gave
     */
    default void onRefused(String what, long code) {}

    /** The connection of the stream has ended. */
    default void onClosed() {}
}
