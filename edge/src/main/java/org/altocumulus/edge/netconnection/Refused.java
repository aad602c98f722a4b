package org.altocumulus.edge.netconnection;

import org.altocumulus.edge.stream.Dropped;

/** What the application counts because it did not do what was asked, or could not. */
public enum Refused {
    /** A flow without return association to the NetConnection flow. */
    FLOW_WITHOUT_ASSOCIATION,
    /** A flow that names a stream which does not exist. */
    FLOW_OF_UNKNOWN_STREAM,
    /** A flow whose metadata are of no known kind. */
    FLOW_OF_UNKNOWN_KIND,
    /** A flow that joins a group. */
    GROUP_FLOW,
    /** A message, or a value in it, that cannot be read. */
    MALFORMED_MESSAGE(Dropped.MALFORMED),
    /** A message of a type that has no meaning where it came. */
    UNEXPECTED_MESSAGE,
    /** A message of a flow in order of arrival that came when it had been passed over. */
    LATE_MESSAGE,
    /** Several messages in one, which RTMFP does not use. */
    AGGREGATE_MESSAGE,
    /** A user control event that is not known. */
    UNKNOWN_CONTROL_EVENT,
    /** A command that is not known. */
    UNKNOWN_COMMAND,
    /** A command before connect, or a second connect. */
    COMMAND_OUT_OF_TURN,
    /** A connect. */
    CONNECT_REJECTED,
    /** An address in setPeerInfo that no peer could use. */
    PEER_ADDRESS,
    /** A createStream beyond the limit. */
    TOO_MANY_STREAMS,
    /**
     * A play, publish or releaseStream of a client that sends too many of them, or for a loop with
     * too many of them waiting.
     */
    COMMANDS_LIMITED,
    /** A publish. */
    PUBLISH_REFUSED,
    /** A play. */
    PLAY_REFUSED,
    /** A flow of ours that the client rejected. */
    FLOW_REJECTED_BY_CLIENT,
    /** Audio that a player was too slow for. */
    AUDIO_DROPPED(Dropped.AUDIO),
    /** Video that a player was too slow for, or that came before a key frame. */
    VIDEO_DROPPED(Dropped.VIDEO),
    /** A message that another thread, of an event loop or of the links, was too slow for. */
    HANDOVER_DROPPED(Dropped.HANDOVER),
    /**
     * A stream that ended or began anew, as another thread was too slow for what is not dropped.
     */
    HANDOVER_OVERFLOW(Dropped.HANDOVER_OVERFLOW),
    /** A message that is larger than any that can be passed on. */
    MESSAGE_TOO_LARGE,
    /** A client that does not read commands and data, or not that flows have ended. */
    CONTROL_OVERFLOW;

    private final Dropped ofStreams;

    Refused() {
        this(null);
    }

    Refused(Dropped ofStreams) {
        this.ofStreams = ofStreams;
    }

    /** What streams count of the same, or null. */
    Dropped ofStreams() {
        return ofStreams;
    }
}
