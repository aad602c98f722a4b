package org.altocumulus.edge.ops;

/** Values of {@code media.late-join.mode}: what players get of a stream that they join late. */
public enum LateJoinMode {
    /** Metadata, codec headers, and all from the last key frame on. */
    KEY_FRAME,
    /** Metadata and codec headers, then what is published, video from the next key frame on. */
    LIVE
}
