package org.altocumulus.origin.ops;

import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsReader;

/**
 * {@code redirect.forward} and its limits: hellos that the best edge answers at once, besides the
 * redirect.
 *
 * @param enabled whether there are any
 * @param perSource a second and claimed source address, 1 or more
 * @param inAll a second, 1 or more
 */
public record ForwardSettings(boolean enabled, int perSource, int inAll) {
    private static final int MAX_RATE = 1_000_000;

    static ForwardSettings read(SettingsReader reader) throws SettingsException {
        return new ForwardSettings(
                reader.flag("redirect.forward"),
                reader.integer("redirect.forward-per-source", 1, MAX_RATE),
                reader.integer("redirect.forward-in-all", 1, MAX_RATE));
    }
}
