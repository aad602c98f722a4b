package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.edge.stream.PublishAnswer;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Clients that vanish or refuse flows: what is reported of them, when, and how loudly. */
class LostClientTest {
    /** Ten seconds of silence, and four pings with ten seconds for each answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(50);

    private final Logger logger = (Logger) LoggerFactory.getLogger("org.altocumulus");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
        logger.setLevel(null);
        logger.setAdditive(true);
    }

    @Test
    void aClientThatVanishesIsReportedOnceInTimeAndBeforeItIsNoLongerCounted() {
        List<Long> countedAtEnd = new ArrayList<>();
        World[] world = new World[1];
        world[0] =
                new World(
                        2,
                        World.SETTINGS,
                        new Unpublishing(() -> countedAtEnd.add(world[0].stats().connections())));
        Client publisher = world[0].connected(0);
        publisher.publish("s");
        world[0].connected(1);
        publisher.vanish();
        world[0].run(TIMEOUT.minusSeconds(2));
        assertThat(countedAtEnd).isEmpty();
        world[0].run(Duration.ofSeconds(4));
        assertThat(countedAtEnd).containsExactly(2L);
        assertThat(world[0].stats().connections()).isEqualTo(1);
        world[0].run(Duration.ofMinutes(10));
        assertThat(countedAtEnd).hasSize(1);
        assertThat(world[0].stats()).isEqualTo(new ApplicationStats(1, 0, 0));
    }

    @Test
    void refusedFlowsAreToldOfAtDebugLevelAndOnlyThatOfTheConnectionEndsTheSession() {
        World world = new World(2);
        ClientStream publisher = world.connected(0).publish("s");
        Client client = world.connected(1);
        client.refuse(message -> message.message().type() == MessageType.AUDIO);
        client.play("s");
        publisher.audio(1, Media.AAC);
        world.settle();
        assertThat(world.refused(Refused.FLOW_REJECTED_BY_CLIENT)).isEqualTo(1);
        assertThat(client.closeReason()).isNull();
        client.refuse(message -> message.streamId() == 0);
        client.call("createStream");
        world.settle();
        assertThat(client.closeReason()).isNotNull();
        assertThat(world.refused(Refused.FLOW_REJECTED_BY_CLIENT)).isEqualTo(2);
        assertThat(log.list).allMatch(event -> event.getLevel() == Level.DEBUG);
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(text -> text.contains("the client rejected the NetConnection flow"));
    }

    /** A cluster that is told of the end of streams, which is what others see of a lost client. */
    private record Unpublishing(Runnable action) implements ClusterPort {
        @Override
        public void publish(StreamKey key, String peerId, PublishAnswer answer) {
            answer.accepted();
        }

        @Override
        public void unpublish(StreamKey key) {
            action.run();
        }

        @Override
        public void want(StreamKey key) {}

        @Override
        public void unwant(StreamKey key) {}

        @Override
        public void replaying(StreamKey key) {}

        @Override
        public void media(StreamKey key, long number, RtmpMessage message, boolean past) {}
    }
}
