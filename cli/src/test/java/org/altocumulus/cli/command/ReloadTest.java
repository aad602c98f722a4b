package org.altocumulus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.LogSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.ops.SettingsReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

class ReloadTest {
    @TempDir private Path folder;
    private final List<LogSettings> taken = new ArrayList<>();
    private Path file;
    private Reload reload;

    @BeforeEach
    void start() throws Exception {
        file = Files.writeString(folder.resolve("edge.conf"), "node.max-sessions = 5");
        reload = new Reload(read(), this::read, EdgeSettings::read, taken::add);
    }

    /** What a reload writes to the log. */
    private List<String> logged() {
        Logger logger = (Logger) LoggerFactory.getLogger(Reload.class);
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        logger.addAppender(events);
        reload.run();
        logger.detachAppender(events);
        return events.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private SettingsReader read() throws SettingsException {
        return SettingsLoader.load(Optional.of(file), Map.of(), List.of());
    }

    @Test
    void theLevelsAreTakenAndWhatNeedsARestartIsNamed() throws Exception {
        Files.writeString(file, "node.max-sessions = 6\nlog { level = debug, access = off }");
        assertThat(logged())
                .containsExactly(
                        "SIGHUP: reloaded the log levels (level debug, access off); changed"
                                + " settings that need a restart: node.max-sessions");
        assertThat(taken).containsExactly(new LogSettings(Level.DEBUG, false));
    }

    @Test
    void withoutAChangeOneLineSaysSo() {
        assertThat(logged())
                .containsExactly(
                        "SIGHUP: reloaded the log levels (level info, access info); other"
                                + " settings are unchanged");
    }

    @Test
    void aBadConfigurationChangesNothing() throws Exception {
        Files.writeString(file, "node.max-sessions = none\nlog.level = debug");
        assertThat(logged())
                .singleElement()
                .asString()
                .startsWith("SIGHUP: the configuration cannot be used, so nothing changes: ")
                .contains("node.max-sessions = 'none'");
        assertThat(taken).isEmpty();
    }
}
