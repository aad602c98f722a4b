package org.altocumulus.cli.client;

import java.io.IOException;

/** A server did not do what was asked of it; the message says what it was and what it answered. */
public final class ClientException extends IOException {
    /** With what was asked and what came of it. */
    public ClientException(String message) {
        super(message);
    }
}
