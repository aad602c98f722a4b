package org.altocumulus.cli.command;

/** A command cannot go on, for a reason the user understands: the message, in one line. */
public final class CommandFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param message what failed, with names and values, such as "UDP 0.0.0.0:1935 is in use"
     */
    public CommandFailure(String message) {
        super(message);
    }

    /** With the exception behind it, for {@code --verbose}. */
    public CommandFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
