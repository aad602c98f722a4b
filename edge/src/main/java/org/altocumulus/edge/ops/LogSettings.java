package org.altocumulus.edge.ops;

import org.slf4j.event.Level;

/**
 * Section {@code log}.
 *
 * @param level events below it are not shown
 */
public record LogSettings(Level level) {
    /** Reads the section. */
    public static LogSettings read(SettingsReader reader) throws SettingsException {
        return new LogSettings(reader.choice("log.level", Level.class));
    }
}
