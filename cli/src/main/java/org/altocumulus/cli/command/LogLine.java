package org.altocumulus.cli.command;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * An event of the log as one line: time, level, class, message, and the stack trace if there is
 * one, whose line breaks become blanks as those of the message do.
 */
final class LogLine extends LayoutBase<ILoggingEvent> {
    private static final int LONGEST_LEVEL = "ERROR".length();
    private static final Pattern LINE_BREAKS = Pattern.compile("\\s*[\r\n]+\\s*");

    private final DateTimeFormatter time =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT)
                    .withZone(ZoneId.systemDefault());

    @Override
    public String doLayout(ILoggingEvent event) {
        String level = event.getLevel().toString();
        StringBuilder line = new StringBuilder();
        time.formatTo(Instant.ofEpochMilli(event.getTimeStamp()), line);
        line.append(' ').append(level).append(" ".repeat(LONGEST_LEVEL - level.length()));
        line.append(' ').append(simpleName(event.getLoggerName()));
        line.append(" - ").append(text(event));
        return line.append(System.lineSeparator()).toString();
    }

    private static String simpleName(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }

    private static String text(ILoggingEvent event) {
        IThrowableProxy thrown = event.getThrowableProxy();
        String text = event.getFormattedMessage();
        if (thrown != null) {
            text += ' ' + ThrowableProxyUtil.asString(thrown);
        }
        return LINE_BREAKS.matcher(text).replaceAll(" ").stripTrailing();
    }
}
