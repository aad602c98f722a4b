package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.altocumulus.edge.stream.ClusterEvents;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterPlayTest {
    private static final StreamKey KEY = new StreamKey("app", "s");
    private static final String PUBLISHED = "NetStream.Play.PublishNotify";
    private static final String UNPUBLISHED = "NetStream.Play.UnpublishNotify";

    private final RecordingCluster cluster = new RecordingCluster(true);
    private final World world = new World(3, World.SETTINGS, cluster);
    private final ClusterEvents events = world.application().clusterEvents();

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    @Test
    void streamIsWantedFromTheFirstPlayerToTheLast() {
        ClientStream first = world.connected(0).play("s");
        ClientStream second = world.connected(1).play("s");
        ClientStream third = world.connected(1).play("s");
        assertThat(cluster.takeCalls()).containsExactly("want app/s");
        assertThat(world.application().wanted()).containsExactly(KEY);
        first.call("closeStream");
        second.call("closeStream");
        world.settle();
        assertThat(cluster.takeCalls()).isEmpty();
        third.call("closeStream");
        world.settle();
        assertThat(cluster.takeCalls()).containsExactly("unwant app/s");
        assertThat(world.application().wanted()).isEmpty();
    }

    @Test
    void streamThatIsPublishedHereIsNotWanted() {
        ClientStream publisher = world.connected(0).publish("s");
        ClientStream player = world.connected(1).play("s");
        assertThat(cluster.takeCalls()).containsExactly("publish app/s");
        publisher.call("closeStream");
        world.settle();
        assertThat(cluster.takeCalls()).containsExactly("unpublish app/s", "want app/s");
        world.connected(2).publish("s");
        assertThat(cluster.takeCalls()).containsExactly("publish app/s", "unwant app/s");
        assertThat(player.codes()).endsWith(PUBLISHED, UNPUBLISHED, PUBLISHED);
    }

    @Test
    void streamIsNotWantedWhileAClaimIsPendingAndIsWhenThatIsRefused() {
        RecordingCluster slow = new RecordingCluster(false);
        World slowWorld = new World(2, World.SETTINGS, slow);
        slowWorld.connected(0).publish("s");
        slowWorld.connected(1).play("s");
        assertThat(slow.takeCalls()).containsExactly("publish app/s");
        slow.answers().get(0).refused("taken");
        slowWorld.settle();
        assertThat(slow.takeCalls()).containsExactly("want app/s");
    }

    @Test
    void remoteMessagesReachAllPlayersUnchanged() {
        ClientStream here = world.connected(0).play("s");
        ClientStream there = world.connected(1).play("s");
        events.remoteStarted(KEY);
        RtmpMessage metadata = new DataMessage("onMetaData", List.of()).encode(0);
        RtmpMessage header = Media.video(0, Media.AVC_HEADER, 0);
        RtmpMessage key = Media.video(3, Media.KEY, 3000);
        events.remoteMedia(KEY, metadata);
        events.remoteMedia(KEY, header);
        events.remoteMedia(KEY, key);
        events.remoteMedia(KEY, RtmpMessage.of(MessageType.AGGREGATE, 0, new byte[3]));
        events.remoteMedia(KEY, RtmpMessage.of(MessageType.DATA_AMF0, 0, new byte[3]));
        world.settle();
        ClientStream late = world.connected(2).play("s");
        for (ClientStream player : List.of(here, there, late)) {
            assertThat(player.gotData()).containsExactly(ClientStream.hex(metadata));
            assertThat(player.gotVideo())
                    .containsExactly(ClientStream.hex(header), ClientStream.hex(key));
            assertThat(player.codes()).endsWith(PUBLISHED);
        }
        assertThat(world.refused(Refused.MALFORMED_MESSAGE)).isEqualTo(1);
        assertThat(world.stats().streams()).isZero();
    }

    @Test
    void remoteEndIsToldAndNothingIsKept() {
        ClientStream player = world.connected(0).play("s");
        events.remoteStarted(KEY);
        events.remoteMedia(KEY, Media.video(3, Media.KEY, 0));
        events.remoteEnded(KEY);
        events.remoteMedia(KEY, Media.video(4, Media.KEY, 0));
        world.settle();
        assertThat(player.codes()).endsWith(PUBLISHED, UNPUBLISHED);
        assertThat(player.gotVideo()).hasSize(1);
        assertThat(world.connected(0).play("s").gotVideo()).isEmpty();
        assertThat(cluster.calls()).containsExactly("want app/s");
    }

    @Test
    void remoteStreamThatStartsAnewIsJoinedAtItsKeyFrame() {
        ClientStream player = world.connected(0).play("s");
        events.remoteStarted(KEY);
        events.remoteMedia(KEY, Media.video(3, Media.KEY, 0));
        events.remoteStarted(KEY);
        events.remoteMedia(KEY, Media.video(4, Media.INTER, 0));
        events.remoteMedia(KEY, Media.video(5, Media.KEY, 0));
        world.settle();
        assertThat(player.codes()).endsWith(PUBLISHED, UNPUBLISHED, PUBLISHED);
        assertThat(player.gotVideo()).hasSize(2);
    }

    @Test
    void localPublisherTakesOverFromARemoteOne() {
        ClientStream player = world.connected(0).play("s");
        events.remoteStarted(KEY);
        events.remoteMedia(KEY, Media.video(3, Media.KEY, 0));
        world.settle();
        ClientStream publisher = world.connected(1).publish("s");
        publisher.video(4, Media.KEY);
        events.remoteMedia(KEY, Media.video(5, Media.KEY, 0));
        events.remoteEnded(KEY);
        world.settle();
        assertThat(cluster.calls()).containsExactly("want app/s", "publish app/s", "unwant app/s");
        assertThat(player.codes()).endsWith(PUBLISHED, UNPUBLISHED, PUBLISHED);
        assertThat(player.gotVideo()).hasSize(2);
    }

    @Test
    void remoteStreamIsForgottenWithItsLastPlayer() {
        Client client = world.connected(0);
        client.play("s");
        events.remoteStarted(KEY);
        events.remoteMedia(KEY, Media.video(3, Media.KEY, 0));
        world.settle();
        client.session().close(world.now());
        world.settle();
        assertThat(cluster.takeCalls()).containsExactly("want app/s", "unwant app/s");
        events.remoteMedia(KEY, Media.video(4, Media.KEY, 0));
        ClientStream again = world.connected(1).play("s");
        assertThat(again.gotVideo()).isEmpty();
        assertThat(again.codes()).doesNotContain(PUBLISHED);
        assertThat(cluster.takeCalls()).containsExactly("want app/s");
    }

    @Test
    void playerThatComesBackAtOnceGetsTheStreamOnce() {
        ClientStream publisher = world.connected(0).publish("s");
        ClientStream player = world.connected(1).play("s");
        publisher.video(0, Media.KEY);
        world.settle();
        player.call("closeStream");
        player.call("play", AmfValue.of("s"));
        publisher.video(1, Media.INTER);
        world.settle();
        assertThat(player.gotVideo())
                .extracting(hex -> hex.substring(0, 10))
                .containsExactly("0900000000", "0900000000", "0900000001");
    }
}
