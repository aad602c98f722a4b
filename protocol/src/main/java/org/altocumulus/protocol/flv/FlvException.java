package org.altocumulus.protocol.flv;

import java.io.IOException;

/** A file is not FLV, or is damaged so that no further tag can be found. */
public final class FlvException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long offset;

    /**
     * @param offset of the bytes that are wrong
     * @param message what was found there and what was expected
     */
    public FlvException(long offset, String message) {
        super("at byte " + offset + ": " + message);
        this.offset = offset;
    }

    /** Where in the file the bytes are that are wrong. */
    public long offset() {
        return offset;
    }
}
