package org.altocumulus.protocol.message;

/** The types of RTMP messages (RFC 7425 §5.1). */
public final class MessageType {
    /** An event between the two ends, see {@link UserControl}. */
    public static final int USER_CONTROL = 4;

    /** The body of an FLV audio tag. */
    public static final int AUDIO = 8;

    /** The body of an FLV video tag. */
    public static final int VIDEO = 9;

    /** Data, with a format byte before it. */
    public static final int DATA_AMF3 = 15;

    /** Shared object events, with a format byte before them. */
    public static final int SHARED_OBJECT_AMF3 = 16;

    /** A command, with a format byte before it. */
    public static final int COMMAND_AMF3 = 17;

    /** Data in AMF0. */
    public static final int DATA_AMF0 = 18;

    /** Shared object events in AMF0. */
    public static final int SHARED_OBJECT_AMF0 = 19;

    /** A command in AMF0. */
    public static final int COMMAND_AMF0 = 20;

    /** Several messages in one; not used over RTMFP. */
    public static final int AGGREGATE = 22;

    private MessageType() {}
}
