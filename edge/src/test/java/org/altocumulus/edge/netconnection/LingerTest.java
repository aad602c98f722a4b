package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.stream.ClusterEvents;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.edge.stream.StreamLoop;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LingerTest {
    private static final StreamKey KEY = new StreamKey("app", "s");
    private static final String PUBLISHED = "NetStream.Play.PublishNotify";
    private static final String UNPUBLISHED = "NetStream.Play.UnpublishNotify";
    private static final Duration ALMOST = Duration.ofMillis(4600);

    private final RecordingCluster cluster = new RecordingCluster(true, Duration.ofSeconds(5));
    private final World world = new World(3, World.SETTINGS, cluster);
    private final ClusterEvents events = world.application().clusterEvents();
    private final RtmpMessage header = Media.video(0, Media.AVC_HEADER, 0);
    private final RtmpMessage key = Media.video(3, Media.KEY, 3000);

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    private ClientStream playStarted(int loop) {
        ClientStream player = world.connected(loop).play("s");
        events.remoteStarted(KEY);
        events.remoteMedia(KEY, header);
        events.remoteMedia(KEY, key);
        world.settle();
        assertThat(player.gotVideo()).hasSize(2);
        assertThat(cluster.takeCalls()).containsExactly("want app/s");
        return player;
    }

    private void leave(ClientStream player) {
        player.call("closeStream");
        world.settle();
    }

    @Test
    void pullEndsSomeSecondsAfterTheLastPlayer() {
        leave(playStarted(0));
        world.run(ALMOST);
        assertThat(cluster.takeCalls()).isEmpty();
        assertThat(world.application().wanted()).containsExactly(KEY);
        world.settle();
        assertThat(cluster.takeCalls()).containsExactly("unwant app/s");
        assertThat(world.application().wanted()).isEmpty();
        world.run(Duration.ofSeconds(20));
        assertThat(cluster.takeCalls()).isEmpty();
    }

    @Test
    void playerThatComesBackGetsHeaderAndKeyFrameFromHereAtOnce() {
        leave(playStarted(0));
        RtmpMessage meanwhile = Media.video(4, Media.INTER, 100);
        events.remoteMedia(KEY, meanwhile);
        world.run(ALMOST.dividedBy(2));
        ClientStream back = world.connected(2).play("s");
        assertThat(back.codes()).endsWith(PUBLISHED);
        assertThat(back.gotVideo())
                .containsExactly(
                        ClientStream.hex(header),
                        ClientStream.hex(key),
                        ClientStream.hex(meanwhile));
        world.run(Duration.ofSeconds(20));
        RtmpMessage later = Media.video(5, Media.INTER, 100);
        events.remoteMedia(KEY, later);
        world.settle();
        assertThat(back.gotVideo()).endsWith(ClientStream.hex(later));
        assertThat(cluster.takeCalls()).isEmpty();
    }

    @Test
    void timeBeginsAnewEachTimeTheLastPlayerLeaves() {
        leave(playStarted(0));
        world.run(Duration.ofSeconds(3));
        ClientStream back = world.connected(1).play("s");
        leave(back);
        world.run(ALMOST);
        assertThat(cluster.takeCalls()).isEmpty();
        world.settle();
        assertThat(cluster.takeCalls()).containsExactly("unwant app/s");
    }

    @Test
    void streamThatHasNotStartedIsNotWantedWithoutPlayers() {
        leave(world.connected(0).play("s"));
        assertThat(cluster.takeCalls()).containsExactly("want app/s", "unwant app/s");
    }

    @Test
    void streamThatEndsWithoutPlayersIsForgottenAtOnce() {
        leave(playStarted(0));
        events.remoteEnded(KEY);
        world.settle();
        assertThat(cluster.takeCalls()).containsExactly("unwant app/s");
        ClientStream again = world.connected(1).play("s");
        assertThat(again.gotVideo()).isEmpty();
        assertThat(again.codes()).doesNotContain(PUBLISHED);
        world.run(Duration.ofSeconds(20));
        assertThat(cluster.takeCalls()).containsExactly("want app/s");
    }

    @Test
    void streamThatStartsAnewWithoutPlayersIsJoinedAtItsNewKeyFrame() {
        leave(playStarted(0));
        events.remoteStarted(KEY);
        RtmpMessage other = Media.video(9, Media.KEY, 50);
        events.remoteMedia(KEY, other);
        world.settle();
        assertThat(world.connected(1).play("s").gotVideo())
                .containsExactly(ClientStream.hex(other));
        assertThat(cluster.takeCalls()).isEmpty();
    }

    @Test
    void publisherHereTakesOverFromAStreamWithoutPlayers() {
        leave(playStarted(0));
        ClientStream publisher = world.connected(1).publish("s");
        assertThat(cluster.takeCalls()).containsExactly("publish app/s", "unwant app/s");
        ClientStream player = world.connected(2).play("s");
        publisher.video(7, Media.KEY);
        world.run(Duration.ofSeconds(20));
        assertThat(player.codes()).endsWith(PUBLISHED).doesNotContain(UNPUBLISHED);
        assertThat(player.gotVideo()).hasSize(1);
        assertThat(cluster.takeCalls()).isEmpty();
    }

    @Test
    void refusedPublisherHereLeavesTheStreamAsItIs() {
        RecordingCluster slow = new RecordingCluster(false, Duration.ofSeconds(5));
        World slowWorld = new World(2, World.SETTINGS, slow);
        ClientStream player = slowWorld.connected(0).play("s");
        slowWorld.application().clusterEvents().remoteStarted(KEY);
        slowWorld.settle();
        player.call("closeStream");
        slowWorld.settle();
        slowWorld.connected(1).publish("s");
        slow.answers().get(0).refused("taken");
        slowWorld.settle();
        assertThat(slow.takeCalls()).containsExactly("want app/s", "publish app/s");
        slowWorld.run(Duration.ofSeconds(6));
        assertThat(slow.takeCalls()).containsExactly("unwant app/s");
    }

    @Test
    void clientThatGoesThroughManyStreamsMakesTheNodeKeepNoMoreThanSome() {
        World one = new World(1, World.SETTINGS, cluster);
        ClientStream player = one.connected(0).play("first");
        List<String> expected = new ArrayList<>(List.of("want app/first", "unwant app/first"));
        for (int i = 0; i <= StreamLoop.MAX_LINGERING; i++) {
            player.call("closeStream");
            player.call("play", AmfValue.of("s" + i));
            one.run(Duration.ofMillis(30));
            one.application().clusterEvents().remoteStarted(new StreamKey("app", "s" + i));
            one.run(Duration.ofMillis(30));
            expected.add("want app/s" + i);
        }
        player.call("closeStream");
        one.run(Duration.ofMillis(30));
        expected.add("unwant app/s" + StreamLoop.MAX_LINGERING);
        assertThat(cluster.takeCalls()).isEqualTo(expected);
        one.run(Duration.ofSeconds(6));
        assertThat(cluster.takeCalls()).hasSize(StreamLoop.MAX_LINGERING);
        assertThat(one.application().wanted()).isEmpty();
    }
}
