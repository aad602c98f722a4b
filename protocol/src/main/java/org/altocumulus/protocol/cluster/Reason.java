package org.altocumulus.protocol.cluster;

import java.util.Locale;

/**
 * Why something was refused or a connection ended, as ERROR and BYE write it in {@code reason=}: in
 * lower case with hyphens. A peer of another version may write reasons that are not here.
 */
public enum Reason {
    /** The line is not a frame. */
    MALFORMED(false),
    /** The verb is not known here. */
    UNKNOWN_VERB(false),
    /** The verb is known and does not belong here or now. */
    UNEXPECTED(false),
    /** A key is missing or its value is not what was expected. */
    BAD_VALUE(false),
    /** A body is longer than is taken. */
    TOO_LARGE(true),
    /** More streams or requests than one edge may have. */
    TOO_MANY(false),
    /** More errors than a connection may cause. */
    TOO_MANY_ERRORS(true),
    /** The two ends have no version in common. */
    NO_COMMON_VERSION(true),
    /** The proof of the shared secret is wrong. */
    NOT_AUTHENTICATED(true),
    /** One end has no secret, and the other has one or is not on this host. */
    NO_SECRET(true),
    /** One end speaks TLS and the other does not, or its handshake failed. */
    TLS(true),
    /** Another process that is alive uses this node id. */
    NODE_IN_USE(false),
    /** Another edge advertises this address. */
    ADDRESS_IN_USE(false),
    /** The media connection names no session of this node. */
    NO_SESSION(true),
    /** Another edge has published this stream for longer. */
    STREAM_TAKEN(false),
    /** The stream is not published by this edge. */
    NOT_PUBLISHED(false),
    /** No node has that peer. */
    NO_PEER(false),
    /** The origin has not told that the stream would be pulled by this edge. */
    NOT_OFFERED(false),
    /**
     * A newer connection of the same node, or a newer session of the same peer, took the place of
     * this one.
     */
    REPLACED(true),
    /** The handshake was not done in time. */
    HANDSHAKE_TIMEOUT(true),
    /** Nothing was heard for too long. */
    SILENT(true),
    /** The peer reads more slowly than the queue allows. */
    TOO_SLOW(true),
    /** The control connection, to which this one belongs, ended. */
    CONTROL_LOST(true),
    /** The TCP connection ended or could not be made. */
    DISCONNECTED(true),
    /** The process stops. */
    SHUTDOWN(true);

    private final boolean fatal;
    private final String token;

    Reason(boolean fatal) {
        this.fatal = fatal;
        this.token = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the connection cannot go on after it. */
    boolean isFatal() {
        return fatal;
    }

    /**
     * Whether the other end made a mistake: an ordinary answer to an ordinary request counts for
     * nothing, however often it is given.
     */
    boolean isFault() {
        return this != STREAM_TAKEN && this != NOT_PUBLISHED && this != TOO_MANY;
    }

    /** The word on the wire, such as {@code stream-taken}. */
    public String token() {
        return token;
    }

    /** The reason with that word, or null. */
    static Reason of(String token) {
        for (Reason reason : VALUES) {
            if (reason.token.equals(token)) {
                return reason;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return token;
    }

    private static final Reason[] VALUES = values();
}
