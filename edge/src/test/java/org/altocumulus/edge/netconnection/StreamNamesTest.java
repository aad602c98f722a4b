package org.altocumulus.edge.netconnection;

import static org.altocumulus.edge.netconnection.World.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.altocumulus.edge.netconnection.AccessRequest.Action;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamNamesTest {
    private static final StreamKey KEY = new StreamKey("app", "s");
    private static final String NOT_FOUND = "NetStream.Play.StreamNotFound";
    private static final String START = "NetStream.Play.Start";

    private final RecordingCluster cluster = new RecordingCluster(true);
    private final World world = new World(2, SETTINGS, cluster);

    @ParameterizedTest
    @CsvSource({
        "cam?key=A, cam",
        "cam, cam?token=a/b==",
        "flv:cam, mp4:cam",
        "my%20cam, my cam",
        "caf\u00e9, cafe\u0301",
    })
    void whoWritesANameDifferentlyMeets(String publishes, String plays) {
        ClientStream player = world.connected(1).play(plays);
        ClientStream publisher = world.connected(0).publish(publishes);
        publisher.video(0, Media.KEY);
        world.settle();
        assertThat(player.gotVideo()).hasSize(1);
        assertThat(cluster.calls()).allMatch(call -> !call.contains("?") && !call.contains(":"));
    }

    @Test
    void theQueryReachesThePolicyAndNothingElse() {
        AskedPolicy policy = AskedPolicy.on(Action.PUBLISH, Action.PLAY);
        World asking = new World(1, SETTINGS, cluster, policy);
        ClientStream player = asking.connected(0).play("mp4:cam?token=secret/a=b?c%20d");
        ClientStream publisher = asking.connected(0).publish("cam?key=secret");
        assertThat(policy.requests())
                .extracting(AccessRequest::stream)
                .containsExactly("mp4:cam?token=secret/a=b?c%20d", "cam?key=secret");
        policy.answer(0).accepted();
        policy.answer(1).accepted();
        asking.settle();
        assertThat(asking.application().published()).containsExactly(new StreamKey("app", "cam"));
        assertThat(cluster.calls()).noneMatch(call -> call.contains("secret"));
        assertThat(player.statuses().toString() + publisher.statuses())
                .contains("cam")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"?key", "flv:", "mp4:?x", "a\u0007b", "a?b\u0000c"})
    void aNameThatIsNoneIsRefused(String name) {
        assertThat(world.connected(0).publish(name).codes())
                .containsExactly("NetStream.Publish.BadName");
        assertThat(world.connected(0).play(name).codes()).containsExactly("NetStream.Play.Failed");
    }

    @Test
    void aNameWithAQueryWithoutEndIsRefused() {
        assertThat(world.connected(0).publish("s?" + "x".repeat(9000)).codes())
                .containsExactly("NetStream.Publish.BadName");
    }

    private ClientStream play(int loop, double start) {
        Client client = world.connected(loop);
        ClientStream stream = new ClientStream(client, client.createStream());
        stream.call("play", AmfValue.of("s"), AmfValue.of(start));
        world.settle();
        return stream;
    }

    @Test
    void aStreamThatHasToBeThereAndIsNotIsNotFound() {
        ClientStream player = play(1, 0);
        assertThat(player.codes()).containsExactly(NOT_FOUND);
        assertThat(world.stats().players()).isZero();
        assertThat(world.application().wanted()).isEmpty();
        world.connected(0).publish("s").video(0, Media.KEY);
        world.settle();
        assertThat(player.codes()).containsExactly(NOT_FOUND);
        player.call("play", AmfValue.of("s"), AmfValue.of(0));
        world.settle();
        assertThat(player.codes()).contains(START);
        assertThat(player.gotVideo()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, -2})
    void othersWait(double start) {
        ClientStream player = play(1, start);
        world.run(Duration.ofSeconds(10));
        assertThat(player.codes()).containsExactly("NetStream.Play.Reset", START);
        world.connected(0).publish("s").video(0, Media.KEY);
        world.settle();
        assertThat(player.gotVideo()).hasSize(1);
    }

    @Test
    void aStreamThatIsThereIsPlayedWhateverStartIsAsked() {
        world.connected(0).publish("s").video(0, Media.KEY);
        world.settle();
        for (int loop = 0; loop < 2; loop++) {
            ClientStream player = play(loop, 30);
            world.run(Duration.ofSeconds(3));
            assertThat(player.codes()).contains(START).doesNotContain(NOT_FOUND);
            assertThat(player.gotVideo()).hasSize(1);
        }
    }

    @Test
    void aStreamOfAnotherNodeIsSearched() {
        RecordingCluster slow = new RecordingCluster(true, Duration.ZERO, Duration.ofSeconds(2));
        World there = new World(1, SETTINGS, slow);
        Client client = there.connected(0);
        ClientStream found = new ClientStream(client, client.createStream());
        found.call("play", AmfValue.of("s"), AmfValue.of(0));
        there.run(Duration.ofMillis(1500));
        assertThat(found.codes()).isEmpty();
        there.application().clusterEvents().remoteStarted(KEY);
        there.application().clusterEvents().remoteMedia(KEY, Media.video(0, Media.KEY, 0));
        there.run(Duration.ofSeconds(2));
        assertThat(found.codes()).contains(START);
        assertThat(found.gotVideo()).hasSize(1);
        ClientStream missing = new ClientStream(client, client.createStream());
        missing.call("play", AmfValue.of("other"), AmfValue.of(0));
        there.run(Duration.ofMillis(2500));
        assertThat(missing.codes()).isEqualTo(List.of(NOT_FOUND));
        assertThat(slow.calls())
                .containsExactly("want app/s", "want app/other", "unwant app/other");
    }
}
