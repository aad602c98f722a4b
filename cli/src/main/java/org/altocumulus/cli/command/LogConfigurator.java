package org.altocumulus.cli.command;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.ClassicConstants;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.nio.charset.StandardCharsets;
import org.altocumulus.edge.ops.LogSettings;

/**
 * The log as it is shipped: lines on standard error. Logback finds it as a service.
 *
 * <p>It takes the place of a logback.xml, as reading that and its pattern took a sixth of a
 * daemon's start. A file that {@code logback.configurationFile} names is read instead.
 */
public final class LogConfigurator extends ContextAwareBase implements Configurator {
    private static final int ACCESS_QUEUE = 1024;

    /** For Logback. */
    public LogConfigurator() {}

    @Override
    public ExecutionStatus configure(LoggerContext log) {
        if (System.getProperty(ClassicConstants.CONFIG_FILE_PROPERTY) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        Logger root = log.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        // The setting log.level changes this.
        root.setLevel(Level.INFO);
        ConsoleAppender<ILoggingEvent> standardError = standardError(log);
        root.addAppender(standardError);
        Logger access = log.getLogger(LogSettings.ACCESS_LOGGER);
        access.setAdditive(false);
        access.addAppender(behindQueue(log, standardError));
        log.getLogger("io.netty").setLevel(Level.WARN);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static ConsoleAppender<ILoggingEvent> standardError(LoggerContext log) {
        var encoder = new LayoutWrappingEncoder<ILoggingEvent>();
        encoder.setContext(log);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setLayout(started(log, new LogLine()));
        encoder.start();
        var appender = new ConsoleAppender<ILoggingEvent>();
        appender.setContext(log);
        appender.setName("stderr");
        appender.setTarget(ConsoleTarget.SystemErr.getName());
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }

    /** Event loops write the access log: they shall not wait for who reads standard error. */
    private static AsyncAppender behindQueue(
            LoggerContext log, ConsoleAppender<ILoggingEvent> appender) {
        AsyncAppender queue = new AsyncAppender();
        queue.setContext(log);
        queue.setName("access");
        queue.setQueueSize(ACCESS_QUEUE);
        queue.setDiscardingThreshold(0);
        queue.setNeverBlock(true);
        queue.addAppender(appender);
        queue.start();
        return queue;
    }

    private static LogLine started(LoggerContext log, LogLine layout) {
        layout.setContext(log);
        layout.start();
        return layout;
    }
}
