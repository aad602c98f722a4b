package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.ops.Takeover;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.edge.stream.StreamFixtures;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name that is published, and another publisher that wants it. */
class TakeoverTest {
    private static final StreamKey KEY = new StreamKey("app", "s");
    private static final String START = "NetStream.Publish.Start";
    private static final String BAD_NAME = "NetStream.Publish.BadName";
    private static final Duration SHORTER_THAN_SILENCE = Duration.ofMillis(2300);
    private static final Duration REST = Duration.ofMillis(900);

    private final RecordingCluster cluster = new RecordingCluster(true);
    private World world = world(Takeover.DEAD);

    private World world(Takeover takeover) {
        ApplicationSettings settings =
                World.with(StreamFixtures.with(StreamFixtures.SETTINGS, takeover));
        return new World(3, settings, cluster);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aPublisherThatDoesNotAnswerLosesTheNameAfterThreeSeconds(int loop) {
        ClientStream player = world.connected(2).play("s");
        Client killed = world.connected(0);
        ClientStream before = killed.publish("s");
        before.video(5_000, Media.KEY);
        world.settle();
        killed.vanish();
        world.run(Duration.ofSeconds(10));
        ClientStream after = world.connected(loop).publish("s");
        List<RtmpMessage> sent = new ArrayList<>();
        sent.add(after.video(0, Media.AVC_HEADER));
        sent.add(after.video(0, Media.KEY));
        world.run(SHORTER_THAN_SILENCE);
        assertThat(after.codes()).isEmpty();
        world.run(REST);
        assertThat(after.codes()).containsExactly(START);
        sent.add(after.video(40, Media.INTER));
        world.settle();
        assertThat(player.gotVideo()).hasSize(4);
        for (int i = 0; i < sent.size(); i++) {
            String got = player.gotVideo().get(1 + i);
            assertThat(got.substring(10)).isEqualTo(ClientStream.hex(sent.get(i)).substring(10));
            assertThat(Long.parseLong(got.substring(2, 10), 16)).isBetween(5_000L, 9_000L);
        }
        assertThat(cluster.calls())
                .containsExactly(
                        "want app/s",
                        "publish app/s",
                        "unwant app/s",
                        "unpublish app/s",
                        "publish app/s");
    }

    @Test
    void aPublisherThatIsAliveKeepsItThoughItSendsNothing() {
        ClientStream holder = world.connected(0).publish("s");
        world.run(Duration.ofMinutes(2));
        ClientStream other = world.connected(1).publish("s");
        assertThat(other.codes()).containsExactly(BAD_NAME);
        assertThat(holder.codes()).containsExactly(START);
        assertThat(cluster.calls()).containsExactly("publish app/s");
    }

    @Test
    void whileNobodyAsksTheNameIsKept() {
        Client killed = world.connected(0);
        killed.publish("s");
        killed.vanish();
        world.run(Duration.ofSeconds(45));
        assertThat(world.application().published()).containsExactly(KEY);
        world.run(Duration.ofSeconds(15));
        assertThat(world.application().published()).isEmpty();
    }

    @Test
    void oneWaitsAtATimeAndMayLeave() {
        Client killed = world.connected(0);
        killed.publish("s");
        killed.vanish();
        Client first = world.connected(1);
        ClientStream waiting = first.publish("s");
        assertThat(waiting.codes()).isEmpty();
        assertThat(world.connected(2).publish("s").codes()).containsExactly(BAD_NAME);
        waiting.call("closeStream");
        world.settle();
        ClientStream third = world.connected(2).publish("s");
        world.run(Duration.ofMillis(3500));
        assertThat(waiting.codes()).isEmpty();
        assertThat(third.codes()).containsExactly(START);
    }

    @Test
    void whoeverWaitsGetsTheNameAtOnceWhenItIsGivenUp() {
        Client killed = world.connected(0);
        killed.publish("s");
        killed.vanish();
        ClientStream waiting = world.connected(1).publish("s");
        world.application().clusterEvents().revoked(KEY, "of the test");
        world.settle();
        assertThat(waiting.codes()).containsExactly(START);
    }

    @Test
    void theSameClientGetsItAtOnce() {
        Client client = world.connected(0);
        ClientStream before = client.publish("s");
        assertThat(client.publish("s").codes()).containsExactly(START);
        assertThat(before.codes()).containsExactly(START, BAD_NAME);
    }

    @Test
    void aProvenPeerIdIsTheSameClientOnAnyConnectionAndNode() {
        Client client = world.connectedWithPeerId(0);
        ClientStream before = client.publish("s");
        String peerId = client.serverSession().identity().far().fingerprint().toString();
        assertThat(check("ab".repeat(32))).containsExactly(false);
        assertThat(world.connectedWithPeerId(1).publish("s").codes()).containsExactly(START);
        assertThat(before.codes()).containsExactly(START, BAD_NAME);
        assertThat(check(peerId)).containsExactly(true);
        assertThat(world.application().published()).isEmpty();
        Client without = world.connected(0);
        without.publish("s");
        String copied = without.serverSession().identity().far().fingerprint().toString();
        assertThat(check(copied)).containsExactly(false);
    }

    @Test
    void releaseStreamOfTheSameClientEndsThePublication() {
        Client client = world.connected(0);
        ClientStream before = client.publish("s");

        world.connected(1).call("releaseStream", AmfValue.of("s"));
        world.settle();
        assertThat(world.application().published()).containsExactly(KEY);
        client.call("releaseStream", AmfValue.of("flv:s?key"));
        world.settle();
        assertThat(world.application().published()).isEmpty();
        assertThat(before.codes()).containsExactly(START, BAD_NAME);
        assertThat(world.connected(2).publish("s").codes()).containsExactly(START);
    }

    @Test
    void alwaysMeansThatTheLastOneWins() {
        world = world(Takeover.ALWAYS);
        ClientStream holder = world.connected(0).publish("s");
        ClientStream other = world.connected(1).publish("s");
        assertThat(other.codes()).containsExactly(START);
        assertThat(holder.codes()).containsExactly(START, BAD_NAME);
        holder.video(0, Media.KEY);
        world.settle();
        assertThat(world.refused(Refused.UNEXPECTED_MESSAGE)).isEqualTo(1);
    }

    @Test
    void neverMeansNotEvenToTheSameClient() {
        world = world(Takeover.NEVER);
        Client killed = world.connected(0);
        killed.publish("s");
        assertThat(killed.publish("s").codes()).containsExactly(BAD_NAME);
        killed.vanish();
        ClientStream other = world.connected(1).publish("s");
        assertThat(other.codes()).containsExactly(BAD_NAME);
        assertThat(check("")).containsExactly(false);
    }

    private List<Boolean> check(String peerId) {
        List<Boolean> free = new ArrayList<>();
        world.application().clusterEvents().check(KEY, peerId, free::add);
        world.settle();
        return free;
    }

    @Test
    void anotherNodeMayAsk() {
        assertThat(check("")).containsExactly(true);
        Client killed = world.connected(0);
        ClientStream stream = killed.publish("s");
        assertThat(check("")).containsExactly(false);
        assertThat(stream.codes()).containsExactly(START);
        killed.vanish();
        List<Boolean> free = check("");
        assertThat(free).isEmpty();
        world.run(Duration.ofSeconds(3));
        assertThat(free).containsExactly(true);
        assertThat(cluster.calls()).containsExactly("publish app/s", "unpublish app/s");
        assertThat(world.application().published()).isEmpty();
    }
}
