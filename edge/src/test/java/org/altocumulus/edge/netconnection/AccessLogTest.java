package org.altocumulus.edge.netconnection;

import static org.altocumulus.edge.netconnection.World.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.altocumulus.edge.netconnection.AccessRequest.Action;
import org.altocumulus.edge.ops.LogSettings;
import org.altocumulus.edge.stream.ClusterPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class AccessLogTest {
    private static final String URL = "rtmfp://10.0.0.1/live/room?token=hunter2";

    private final Logger logger = (Logger) LoggerFactory.getLogger(LogSettings.ACCESS_LOGGER);
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    @BeforeEach
    void listen() {
        events.start();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(events);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(events);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    private List<String> lines() {
        return events.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static String from(Client client) {
        return " client=10.1.0.1:1025 peer="
                + client.serverSession().identity().far().fingerprint()
                + " app=\"live/room\"";
    }

    @Test
    void eachThingThatAClientBeginsAndEndsIsALine() {
        World world = new World(1);
        Client client = world.client(0);
        client.connect(URL);
        world.settle();
        ClientStream stream = client.publish("cam");
        world.run(Duration.ofSeconds(2));
        stream.call("closeStream");
        world.settle();
        client.play("other");
        world.run(Duration.ofSeconds(1));
        client.session().close(world.now());
        world.run(Duration.ofSeconds(1));

        String from = from(client);
        String totals = " seconds=\\d+\\.\\d{3} received=[1-9]\\d* sent=[1-9]\\d* reason=";
        assertThat(lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("event=connect" + from),
                        line ->
                                assertThat(line)
                                        .isEqualTo("event=publish" + from + " stream=\"cam\""),
                        line ->
                                assertThat(line)
                                        .matches(
                                                "event=publish-end\\Q"
                                                        + from
                                                        + " stream=\"cam\"\\E seconds=2\\.\\d{3}"
                                                        + " received=[1-9]\\d* sent=\\d+"
                                                        + " reason=\"stopped by the client\""),
                        line ->
                                assertThat(line)
                                        .isEqualTo("event=play" + from + " stream=\"other\""),
                        line ->
                                assertThat(line)
                                        .startsWith(
                                                "event=play-end"
                                                        + from
                                                        + " stream=\"other\" seconds=1.")
                                        .endsWith("reason=\"the session ended\""),
                        line ->
                                assertThat(line)
                                        .matches(
                                                "event=leave\\Q"
                                                        + from
                                                        + "\\E"
                                                        + totals
                                                        + "\"closed by the client\""))
                .allSatisfy(line -> assertThat(line).doesNotContain("hunter2"));
    }

    @Test
    void refusalsNameTheirReason() {
        AskedPolicy policy = AskedPolicy.on(Action.CONNECT, Action.PUBLISH, Action.PLAY);
        World world = new World(1, SETTINGS, ClusterPort.NONE, policy);
        Client client = world.client(0);
        client.connect(URL);
        world.settle();
        policy.answer(0).accepted();
        world.settle();
        client.publish("cam?key=hunter2");
        policy.answer(1).refused("no key \"?key=hunter2\"");
        world.settle();
        Client other = world.client(0);
        other.connect(URL);
        world.settle();
        policy.answer(2).refused("no ticket");
        world.settle();

        String from = from(client);
        assertThat(lines())
                .contains(
                        "event=connect" + from,
                        "event=publish-refused"
                                + from
                                + " stream=\"cam\" reason=\"no key \\\"\\\"\"")
                .anyMatch(
                        line ->
                                line.startsWith("event=connect-refused client=")
                                        && line.endsWith(" app=\"live/room\" reason=\"no ticket\""))
                .noneMatch(line -> line.contains("hunter2"));
    }

    @Test
    void aLostPublicationSaysWhy() {
        World world = new World(1);
        Client first = world.connected(0);
        first.publish("cam");
        Client second = world.connected(0);
        second.publish("cam");
        world.settle();
        assertThat(lines())
                .anyMatch(
                        line ->
                                line.matches(
                                        "event=publish-refused .* stream=\"cam\" reason=\".+\""))
                .noneMatch(line -> line.startsWith("event=publish-end"));
    }

    @Test
    void aFloodIsCutAndWhatWasLeftOutIsCounted() {
        AccessLog log = new AccessLog();
        long now = Long.MAX_VALUE - 1;
        for (int i = 0; i < AccessLog.LINES_PER_SECOND; i++) {
            assertThat(log.admit(now)).isZero();
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(log.admit(now + i)).isEqualTo(-1);
        }
        assertThat(log.admit(now + 1_000_000_000L)).isEqualTo(1000);
        assertThat(log.admit(now + 1_000_000_000L)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\u001bb", "a\u2028b", "a\u202eb", "a\u200bb", "a\ud800b"})
    void whatIsNoVisibleTextIsReplaced(String name) {
        assertThat(AccessLog.quoted(name)).isEqualTo("\"a.b\"");
    }

    @Test
    void aNameCannotEndItsQuotesAndIsCut() {
        assertThat(AccessLog.quoted("a\" event=\"x")).isEqualTo("\"a\\\" event=\\\"x\"");
        assertThat(AccessLog.quoted("\\")).isEqualTo("\"\\\\\"");
        assertThat(AccessLog.quoted("x".repeat(100_000))).hasSizeLessThan(140).endsWith("…\"");
        assertThat(AccessLog.quoted("cam?key=A")).isEqualTo("\"cam\"");
    }

    @Test
    void whenItIsOffNothingIsWritten() {
        logger.setLevel(Level.OFF);
        World world = new World(1);
        world.connected(0).publish("cam");
        assertThat(lines()).isEmpty();
    }
}
