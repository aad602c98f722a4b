package org.altocumulus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.ClassicConstants;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LoggingTest {
    private static final Logger ROOT =
            (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private static final String START =
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[-+]\\d\\d:\\d\\d) WARN  Test - ";

    @AfterEach
    void restoreLevel() {
        Logging.setLevel(org.slf4j.event.Level.INFO);
    }

    @Test
    void theLevelIsThatOfTheSettingAndNettyIsQuiet() {
        Logging.setLevel(org.slf4j.event.Level.TRACE);
        assertThat(LoggerFactory.getLogger("org.altocumulus.x").isTraceEnabled()).isTrue();
        assertThat(LoggerFactory.getLogger("io.netty.x").isInfoEnabled()).isFalse();
        Logging.setLevel(org.slf4j.event.Level.ERROR);
        assertThat(LoggerFactory.getLogger("org.altocumulus.x").isWarnEnabled()).isFalse();
    }

    @Test
    void anEventIsOneLineOnStandardError() {
        assertThat(appender().getTarget()).isEqualTo("System.err");
        assertThat(line("edge 1 is lost", null)).matches(START + "edge 1 is lost\\R");
    }

    @Test
    void lineBreaksInAMessageDoNotForgeAnEvent() {
        assertThat(line("app 'x\r\n2026 ERROR y'", null))
                .matches(START + "app 'x 2026 ERROR y'\\R");
    }

    @Test
    void anExceptionStaysInItsLine() {
        assertThat(line("failed", new IllegalStateException("a\nb")))
                .matches(START + "failed java.lang.IllegalStateException: a b at org.*\\R");
    }

    @Test
    void aConfigurationThatTheOperatorNamesTakesItsPlace() {
        LoggerContext context = new LoggerContext();
        System.setProperty(ClassicConstants.CONFIG_FILE_PROPERTY, "mine.xml");
        try {
            assertThat(new LogConfigurator().configure(context))
                    .isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
        } finally {
            System.clearProperty(ClassicConstants.CONFIG_FILE_PROPERTY);
        }
        assertThat(context.getLogger(ROOT.getName()).getAppender("stderr")).isNull();
        assertThat(new LogConfigurator().configure(context))
                .isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
        assertThat(context.getLogger(ROOT.getName()).getAppender("stderr")).isNotNull();
    }

    private static String line(String message, Throwable thrown) {
        Logger logger = ROOT.getLoggerContext().getLogger("org.altocumulus.Test");
        var event =
                new LoggingEvent(
                        LoggingTest.class.getName(), logger, Level.WARN, message, thrown, null);
        return new String(appender().getEncoder().encode(event), StandardCharsets.UTF_8);
    }

    private static ConsoleAppender<ILoggingEvent> appender() {
        return (ConsoleAppender<ILoggingEvent>) ROOT.getAppender("stderr");
    }
}
