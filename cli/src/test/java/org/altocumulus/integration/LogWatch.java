package org.altocumulus.integration;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/** What is logged while it is open. */
final class LogWatch extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final List<String> messages = new CopyOnWriteArrayList<>();

    LogWatch() {
        setContext(root.getLoggerContext());
        start();
        root.addAppender(this);
    }

    /** Waits for a message that is the pattern as a whole. */
    void await(String regex) throws Exception {
        Pattern pattern = Pattern.compile(regex);
        Await.until(
                regex,
                () -> messages.stream().anyMatch(line -> pattern.matcher(line).matches()),
                () -> messages);
    }

    /** All so far. */
    List<String> messages() {
        return List.copyOf(messages);
    }

    @Override
    protected void append(ILoggingEvent event) {
        messages.add(event.getFormattedMessage());
    }

    @Override
    public void close() {
        root.detachAppender(this);
        stop();
    }
}
