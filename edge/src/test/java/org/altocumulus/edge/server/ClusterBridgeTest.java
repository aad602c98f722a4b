package org.altocumulus.edge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import org.altocumulus.edge.loop.Loop;
import org.altocumulus.edge.netconnection.AccessPolicy;
import org.altocumulus.edge.netconnection.Application;
import org.altocumulus.edge.netconnection.ApplicationSettings;
import org.altocumulus.edge.stream.ClusterEvents;
import org.altocumulus.edge.stream.PublishAnswer;
import org.altocumulus.edge.stream.StreamFixtures;
import org.altocumulus.protocol.cluster.EdgeLinks;
import org.altocumulus.protocol.cluster.LinkPair;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

/** What waits for a thread of the links that does not run, and what it is told when it does. */
class ClusterBridgeTest {
    private static final int MANY = 50_000;
    private static final StreamKey KEY = new StreamKey("app", "s");

    private final Deque<BiConsumer<EdgeLinks, Long>> tasks = new ArrayDeque<>();
    private final List<String> answers = new ArrayList<>();
    private final ClusterBridge bridge =
            new ClusterBridge(this::events, Duration.ZERO, LinkNews.NONE);
    private final Application application =
            new Application(
                    new ApplicationSettings(
                            Set.of(),
                            StreamFixtures.SETTINGS,
                            Duration.ofSeconds(15),
                            Duration.ofSeconds(10),
                            8),
                    List.of(new OneLoop()),
                    bridge,
                    AccessPolicy.OPEN);
    private final EdgeLinks links =
            new EdgeLinks(
                    LinkPair.edgeSettings("e1", "1", 1935),
                    LinkPair.security("secret", 1),
                    new Random(1),
                    1,
                    (origin, role) -> {},
                    bridge,
                    0);

    ClusterBridgeTest() {
        bridge.link(tasks::add);
    }

    private ClusterEvents events() {
        return application.clusterEvents();
    }

    /** The thread of the test. */
    private record OneLoop() implements Loop {
        @Override
        public int index() {
            return 0;
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void executeAfter(long nanos, Runnable task) {}

        @Override
        public long now() {
            return 0;
        }
    }

    private final class Answer implements PublishAnswer {
        private final String name;

        Answer(String name) {
            this.name = name;
        }

        @Override
        public void accepted() {
            answers.add(name + " accepted");
        }

        @Override
        public void refused(String reason) {
            answers.add(name + " refused");
        }
    }

    private void runLinks() {
        while (!tasks.isEmpty()) {
            tasks.remove().accept(links, 0L);
            links.tick(0);
        }
    }

    @Test
    void aHungThreadIsLeftNothingByPublishersThatHaveGone() {
        for (int i = 0; i < MANY; i++) {
            StreamKey key = i % 2 == 0 ? KEY : new StreamKey("app", "s" + i);
            bridge.publish(key, "", new Answer("p" + i));
            bridge.unpublish(key);
        }
        bridge.publish(KEY, "", new Answer("last"));
        assertThat(tasks).hasSize(1);
        runLinks();
        assertThat(answers).containsExactly("last accepted");
    }

    @Test
    void aHungThreadIsLeftNothingByPlayersThatHaveGone() {
        bridge.want(KEY);
        runLinks();
        for (int i = 0; i < MANY; i++) {
            StreamKey key = i % 2 == 0 ? KEY : new StreamKey("app", "s" + i);
            bridge.unwant(key);
            bridge.want(key);
            bridge.unwant(key);
        }
        assertThat(tasks).hasSize(1);
        assertThat(links.pulledThrough(0)).isEmpty();
        runLinks();
        // It was told that the one is wanted no more, and of no other.
        bridge.unwant(KEY);
        assertThat(tasks).isEmpty();
    }

    @Test
    void aPublicationWaitsForTheEndOfTheOneBeforeAndItsMedia() {
        bridge.publish(KEY, "", new Answer("first"));
        runLinks();
        for (int i = 0; i < 1000; i++) {
            bridge.media(KEY, i, RtmpMessage.of(MessageType.AUDIO, i, new byte[] {1}), false);
        }
        bridge.unpublish(KEY);
        bridge.publish(KEY, "", new Answer("second"));
        bridge.unpublish(KEY);
        bridge.publish(KEY, "", new Answer("third"));
        runLinks();
        assertThat(answers).containsExactly("first accepted", "third accepted");
        bridge.unpublish(KEY);
        bridge.publish(KEY, "", new Answer("fourth"));
        runLinks();
        assertThat(answers).endsWith("fourth accepted").hasSize(3);
    }

    @Test
    void aPublicationThatEndsWhileItWaitsForTheOneBeforeNeverBegins() {
        bridge.publish(KEY, "", new Answer("first"));
        runLinks();
        for (int i = 0; i < 1000; i++) {
            bridge.media(KEY, i, RtmpMessage.of(MessageType.AUDIO, i, new byte[] {1}), false);
        }
        bridge.unpublish(KEY);
        bridge.publish(KEY, "", new Answer("second"));
        // The first batch of media, and the beginning that waits.
        tasks.remove().accept(links, 0L);
        tasks.remove().accept(links, 0L);
        bridge.unpublish(KEY);
        runLinks();
        assertThat(answers).containsExactly("first accepted");
        bridge.publish(KEY, "", new Answer("third"));
        runLinks();
        assertThat(answers).containsExactly("first accepted", "third accepted");
    }
}
