package org.altocumulus.edge.ops;

import java.util.Locale;
import org.slf4j.event.Level;

/**
 * Section {@code log}.
 *
 * @param level events below it are not shown
 * @param access whether there is a line for what each client does
 */
public record LogSettings(Level level, boolean access) {
    /** The logger of those lines. */
    public static final String ACCESS_LOGGER = "access";

    /** Two words for the two states that the access log has: its lines have one level. */
    private enum Access {
        INFO,
        OFF
    }

    /** Reads the section. */
    public static LogSettings read(SettingsReader reader) throws SettingsException {
        return new LogSettings(
                reader.choice("log.level", Level.class),
                reader.choice("log.access", Access.class) == Access.INFO);
    }

    @Override
    public String toString() {
        return "level "
                + level.toString().toLowerCase(Locale.ROOT)
                + ", access "
                + (access ? "info" : "off");
    }
}
