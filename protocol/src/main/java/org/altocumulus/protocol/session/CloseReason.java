package org.altocumulus.protocol.session;

/** Why a session ended. */
public enum CloseReason {
    /** The application here closed it. */
    NEAR_CLOSED,
    /** The other end closed it. */
    FAR_CLOSED,
    /** Nothing came from the other end for too long. */
    TIMED_OUT,
    /** No flow was open in either direction for too long. */
    IDLE,
    /** The other end never showed that it has the keys. */
    UNCONFIRMED,
    /** The same client opened a new session that takes its place. */
    SUPERSEDED,
    /** The other end broke a limit or a rule. */
    MISBEHAVED
}
