package org.altocumulus.protocol.wire;

/**
 * Bytes from outside do not have the form that they should have. Neither our fault nor a broken
 * rule of the protocol: the receiver drops and counts what it was reading, and goes on.
 *
 * <p>Carries no stack trace, as hostile input may cause any number of them.
 */
public final class WireException extends Exception {
    /**
     * @param message what was read and what was expected
     */
    public WireException(String message) {
        super(message, null, false, false);
    }
}
