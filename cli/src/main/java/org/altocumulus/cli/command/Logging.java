package org.altocumulus.cli.command;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import org.altocumulus.edge.ops.LogSettings;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The one place that knows which library writes the log. */
final class Logging {
    private Logging() {}

    /** Shows the access log, whatever the level of the other events is, or leaves it out. */
    static void setAccess(boolean shown) {
        var access = (Logger) LoggerFactory.getLogger(LogSettings.ACCESS_LOGGER);
        access.setLevel(
                shown ? ch.qos.logback.classic.Level.INFO : ch.qos.logback.classic.Level.OFF);
    }

    /** Shows events of {@code level} and above. */
    static void setLevel(Level level) {
        var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(ch.qos.logback.classic.Level.convertAnSLF4JLevel(level));
    }

    /** Writes what waits for being written, before the process ends. */
    static void flush() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.stop();
        }
    }
}
