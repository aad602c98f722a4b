package org.altocumulus.cli.command;

import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The one place that knows which library writes the log. */
final class Logging {
    private Logging() {}

    /** Shows events of {@code level} and above. */
    static void setLevel(Level level) {
        var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(ch.qos.logback.classic.Level.convertAnSLF4JLevel(level));
    }
}
