package org.altocumulus.cli.command;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.altocumulus.edge.ops.LogSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What SIGHUP does in a daemon: reads the configuration again and takes the section {@code log} of
 * it. Everything else needs a restart, and the log says what of it has changed. The threads of the
 * JVM's signals call it, one at a time.
 */
final class Reload implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Reload.class);
    private static final String LOG_SECTION = "log.";

    private final Source source;
    private final Check check;
    private final Consumer<LogSettings> log;
    private final SettingsReader started;

    /** Reads the configuration, as the start does. */
    interface Source {
        SettingsReader read() throws SettingsException;
    }

    /** Refuses settings with which the daemon would not start. */
    interface Check {
        void check(SettingsReader settings) throws SettingsException;
    }

    /**
     * Reads nothing yet.
     *
     * @param started the settings that the daemon runs with
     * @param log takes the settings of the log
     */
    Reload(SettingsReader started, Source source, Check check, Consumer<LogSettings> log) {
        this.started = started;
        this.source = source;
        this.check = check;
        this.log = log;
    }

    @Override
    public synchronized void run() {
        try {
            SettingsReader now = source.read();
            check.check(now);
            LogSettings settings = LogSettings.read(now);
            log.accept(settings);
            Set<String> restart = new TreeSet<>(now.differences(started));
            restart.removeIf(key -> key.startsWith(LOG_SECTION));
            LOG.info(
                    "SIGHUP: reloaded the log levels ({}); {}",
                    settings,
                    restart.isEmpty()
                            ? "other settings are unchanged"
                            : "changed settings that need a restart: "
                                    + String.join(", ", restart));
        } catch (SettingsException e) {
            LOG.warn(
                    "SIGHUP: the configuration cannot be used, so nothing changes: {}",
                    e.getMessage());
        }
    }
}
