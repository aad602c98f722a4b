package org.altocumulus.edge.ops;

/**
 * The configuration cannot be used. The message is one line for the operator: where the setting was
 * made, key, value, and what was expected.
 */
public final class SettingsException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param message made one line if it is not
     */
    public SettingsException(String message) {
        super(message.strip().replaceAll("\\s+", " "));
    }
}
