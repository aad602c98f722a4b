package org.altocumulus.edge.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.cluster.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RefusalLogTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(RefusalLog.class);
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private long now;
    private final RefusalLog log = new RefusalLog("link", () -> now);

    @BeforeEach
    void watch() {
        appender.setContext(logger.getLoggerContext());
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void unwatch() {
        logger.detachAppender(appender);
    }

    private List<String> warnings() {
        return appender.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void addressAndCauseAreNamedAndARepetitionIsSaidOnceAMinute() {
        for (int i = 0; i < 60; i++) {
            log.refused("10.0.0.9:" + (4000 + i), Reason.NOT_AUTHENTICATED, "the proof is wrong");
            now += TimeUnit.SECONDS.toNanos(2);
        }
        assertThat(warnings())
                .containsExactly(
                        "link from TCP 10.0.0.9:4000 refused: the proof is wrong"
                                + " (not-authenticated)",
                        "link from TCP 10.0.0.9:4030 refused: the proof is wrong"
                                + " (not-authenticated); 29 more from there since the last such"
                                + " message");
    }

    @Test
    void anotherCauseIsSaidAtOnce() {
        log.refused("10.0.0.9:1, which calls itself e1,", Reason.NODE_IN_USE, "in use");
        log.refused("10.0.0.9:2", Reason.NO_SECRET, "no secret");
        assertThat(warnings()).hasSize(2);
        assertThat(warnings().get(0)).contains("10.0.0.9:1, which calls itself e1");
    }

    @Test
    void manyStrangersDoNotFillTheLog() {
        for (int i = 0; i < 1000; i++) {
            log.refused("10.0." + i / 250 + '.' + i % 250 + ":1", Reason.NO_SECRET, "no secret");
        }
        assertThat(warnings()).hasSize(20);
    }

    @Test
    void whoGuessesAndThenStopsIsCountedWhenAnotherIsRefused() {
        for (int i = 0; i < 2001; i++) {
            log.refused("10.0.0.9:" + (4000 + i), Reason.NOT_AUTHENTICATED, "the proof is wrong");
        }
        now += TimeUnit.MINUTES.toNanos(1);
        log.refused("10.0.0.7:1", Reason.NO_SECRET, "no secret");
        assertThat(warnings())
                .contains("link from TCP 10.0.0.9 refused 2000 more times (not-authenticated)");
    }

    @Test
    void whoOnlyLooksWhetherThePortIsThereIsNoWarning() {
        log.refused("10.0.0.9:1", Reason.DISCONNECTED, "the TCP connection ended");
        assertThat(warnings()).isEmpty();
    }
}
