package org.altocumulus.edge.stream;

import org.altocumulus.protocol.message.MediaKind;

/**
 * Lets video pass only where a decoder can follow: after a key frame, and after a loss only from
 * the next key frame on. Configuration records pass always, and so does what is no video.
 */
final class KeyFrameGate {
    private boolean open;

    KeyFrameGate(boolean open) {
        this.open = open;
    }

    /** Whether a message passes; a key frame opens the gate. */
    boolean passes(MediaKind kind) {
        open |= kind.isKeyFrame();
        return open || !kind.isVideo() || kind == MediaKind.VIDEO_CONFIGURATION;
    }

    /** Nothing is missing. */
    void open() {
        open = true;
    }

    /** Something is missing, or nothing was sent yet. */
    void close() {
        open = false;
    }
}
