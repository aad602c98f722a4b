package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.ops.QueueSettings;
import org.altocumulus.edge.stream.ClusterEvents;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.edge.stream.StreamFixtures;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.session.SessionParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages that are large beside the queues, and those that are too large. */
class LargeMessagesTest {
    private static final StreamKey KEY = new StreamKey("app", "s");
    private static final String PUBLISHED = "NetStream.Play.PublishNotify";
    private static final String UNPUBLISHED = "NetStream.Play.UnpublishNotify";

    private final List<Client> clients = new ArrayList<>();
    private final RecordingCluster cluster = new RecordingCluster(true);
    private final World world = new World(3, smallQueues(), cluster);
    private final ClusterEvents events = world.application().clusterEvents();

    @Test
    void threeLargeDataMessagesAtOnceReachAllPlayersThoughQueuesAreSmaller() {
        List<ClientStream> players = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            players.add(play(i % 3));
        }
        events.remoteStarted(KEY);
        for (int i = 0; i < 3; i++) {
            events.remoteMedia(KEY, data(i, 150_000));
        }
        world.run(Duration.ofSeconds(5));
        for (ClientStream player : players) {
            assertThat(player.gotData()).hasSize(3);
        }
        assertThat(world.refused(Refused.HANDOVER_OVERFLOW)).isZero();
    }

    @Test
    void aStreamWhoseDataDoesNotFitEndsAndIsAskedForAgain() {
        List<ClientStream> players = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            players.add(play(i));
        }
        events.remoteStarted(KEY);
        world.settle();
        cluster.takeCalls();
        for (int i = 0; i < 6; i++) {
            events.remoteMedia(KEY, data(i, 1_900_000));
        }
        world.settle();
        assertThat(world.refused(Refused.HANDOVER_OVERFLOW)).isOne();
        assertThat(cluster.takeCalls()).containsExactly("unwant app/s", "want app/s");
        assertThat(world.application().wanted()).containsExactly(KEY);
        events.remoteStarted(KEY);
        events.remoteMedia(KEY, Media.video(3, Media.KEY, 3000));
        world.run(Duration.ofSeconds(5));
        for (ClientStream player : players) {
            assertThat(player.codes()).endsWith(PUBLISHED, UNPUBLISHED, PUBLISHED);
            assertThat(player.gotVideo()).hasSize(1);
        }
    }

    @Test
    void aKeyFrameLargerThanTheQueuesReachesPlayers() {
        ClientStream publisher = world.connected(0).publish("s");
        List<ClientStream> players = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            players.add(play(i));
        }
        publisher.send(Media.video(1, Media.KEY, 900_000));
        world.run(Duration.ofSeconds(5));
        for (ClientStream player : players) {
            assertThat(player.gotVideo()).hasSize(1);
        }
    }

    @Test
    void aPublisherIsToldOfAMessageThatIsTooLarge() {
        ClientStream publisher = world.connected(0).publish("s");
        int limit = SessionParameters.DEFAULT.receive().maxMessageBytes();
        publisher.send(Media.video(1, Media.KEY, limit + 1));
        world.run(Duration.ofSeconds(20));
        assertThat(world.refused(Refused.MESSAGE_TOO_LARGE)).isOne();
        assertThat(publisher.codes()).endsWith("NetStream.Failed");
    }

    private ClientStream play(int loop) {
        Client client = world.connected(loop);
        clients.add(client);
        return client.play("s");
    }

    @AfterEach
    void nobodyWasClosed() {
        assertThat(clients).allMatch(client -> client.closeReason() == null);
    }

    private static RtmpMessage data(int time, int bytes) {
        return new DataMessage("onBlob", List.of(AmfValue.of("x".repeat(bytes)))).encode(time);
    }

    private static ApplicationSettings smallQueues() {
        return World.with(
                StreamFixtures.with(
                        StreamFixtures.SETTINGS,
                        new QueueSettings(64 << 10, Duration.ofSeconds(5))));
    }
}
