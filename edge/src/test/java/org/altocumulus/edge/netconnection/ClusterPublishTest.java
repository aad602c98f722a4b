package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.stream.ClusterEvents;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterPublishTest {
    private static final StreamKey KEY = new StreamKey("app", "s");
    private static final String START = "NetStream.Publish.Start";
    private static final String BAD_NAME = "NetStream.Publish.BadName";

    private final RecordingCluster cluster = new RecordingCluster(false);
    private final World world = new World(3, World.SETTINGS, cluster);

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    @Test
    void publishWaitsForTheAnswerAndLosesNothingMeanwhile() {
        ClientStream player = world.connected(2).play("s");
        ClientStream stream = world.connected(0).publish("s");
        List<RtmpMessage> sent = new ArrayList<>();
        sent.add(stream.video(0, Media.AVC_HEADER));
        sent.add(stream.video(0, Media.KEY));
        sent.add(stream.video(40, Media.INTER));
        world.settle();
        assertThat(stream.codes()).isEmpty();
        assertThat(player.gotVideo()).isEmpty();
        assertThat(world.application().published()).isEmpty();
        cluster.answers().get(0).accepted();
        world.settle();
        assertThat(stream.codes()).containsExactly(START);
        assertThat(player.gotVideo()).isEqualTo(ClientStream.hex(sent));
        assertThat(world.application().published()).containsExactly(KEY);
    }

    @Test
    void aStreamThatIsWantedBeforeTheAnswerIsSentAfterIt() {
        ClientStream stream = world.connected(0).publish("s");
        stream.video(0, Media.AVC_HEADER);
        stream.video(0, Media.KEY);
        world.settle();
        world.application().clusterEvents().send(KEY);
        world.settle();
        assertThat(cluster.media()).isEmpty();
        cluster.answers().get(0).accepted();
        world.settle();
        assertThat(cluster.media()).hasSize(2);
        assertThat(cluster.calls()).containsExactly("publish app/s", "replaying app/s");
        stream.video(40, Media.INTER);
        world.settle();
        assertThat(cluster.media()).hasSize(3);
    }

    @Test
    void aMessageThatIsSentAgainHasItsNumberAgain() {
        ClientStream stream = world.connected(0).publish("s");
        cluster.answers().get(0).accepted();
        stream.video(0, Media.AVC_HEADER);
        stream.video(0, Media.KEY);
        stream.video(40, Media.INTER);
        world.settle();
        world.application().clusterEvents().send(KEY);
        world.settle();
        world.application().clusterEvents().send(KEY);
        world.settle();
        stream.video(80, Media.INTER);
        world.settle();
        assertThat(cluster.numbers()).containsExactly(0L, 1L, 2L, 0L, 1L, 2L, 3L);
    }

    @Test
    void refusalComesWithItsReasonBeforeAnySuccess() {
        ClientStream stream = world.connected(0).publish("s");
        cluster.answers().get(0).refused("s is published on edge-2");
        world.settle();
        assertThat(stream.codes()).containsExactly(BAD_NAME);
        assertThat(stream.statuses().get(0).description()).isEqualTo("s is published on edge-2");
        assertThat(cluster.calls()).containsExactly("publish app/s");
        assertThat(world.stats().streams()).isZero();
        stream.call("closeStream");
        world.settle();
        assertThat(cluster.calls()).containsExactly("publish app/s");
    }

    @Test
    void publisherThatLeavesBeforeTheAnswerIsWithdrawn() {
        Client client = world.connected(0);
        ClientStream stream = client.publish("s");
        stream.call("closeStream");
        world.settle();
        assertThat(cluster.calls()).containsExactly("publish app/s", "unpublish app/s");
        cluster.answers().get(0).accepted();
        world.settle();
        assertThat(stream.codes()).isEmpty();
        assertThat(world.stats().streams()).isZero();
    }

    @Test
    void lateAnswerToAWithdrawnClaimIsNoneToTheNext() {
        ClientStream first = world.connected(0).publish("s");
        first.call("closeStream");
        world.settle();
        ClientStream second = world.connected(1).publish("s");
        cluster.answers().get(0).accepted();
        world.settle();
        assertThat(second.codes()).isEmpty();
        cluster.answers().get(1).accepted();
        world.settle();
        assertThat(second.codes()).containsExactly(START);
    }

    @Test
    void secondClaimIsRefusedWhileTheFirstIsPending() {
        world.connected(0).publish("s");
        assertThat(world.connected(1).publish("s").codes()).containsExactly(BAD_NAME);
        assertThat(cluster.answers()).hasSize(1);
    }

    @Test
    void revokedPublisherIsToldAndPlayersGoOnWithTheOther() {
        ClientStream stream = published();
        ClientStream player = world.connected(2).play("s");
        stream.video(0, Media.KEY);
        world.settle();
        ClusterEvents events = world.application().clusterEvents();
        cluster.takeCalls();
        events.revoked(KEY, "edge-2 was first");
        world.settle();
        assertThat(stream.codes()).containsExactly(START, BAD_NAME);
        assertThat(player.codes()).endsWith("NetStream.Play.UnpublishNotify");
        assertThat(cluster.calls()).containsExactly("want app/s");
        events.remoteStarted(KEY);
        events.remoteMedia(KEY, Media.video(7, Media.KEY, 0));
        world.settle();
        assertThat(player.gotVideo()).hasSize(2);
        stream.video(8, Media.KEY);
        world.settle();
        assertThat(player.gotVideo()).hasSize(2);
    }

    @Test
    void aRevocationThatCrossesTheEndOfItsPublicationIsNoneOfTheNext() {
        published().call("closeStream");
        ClientStream second = world.connected(1).publish("s");
        world.application().clusterEvents().revoked(KEY, "edge-2 was first");
        world.settle();
        assertThat(second.codes()).isEmpty();
        cluster.answers().get(1).accepted();
        world.settle();
        assertThat(second.codes()).containsExactly(START);
        assertThat(world.application().published()).containsExactly(KEY);
    }

    @Test
    void clusterGetsHeadersAndTheLastKeyFrameAndThenEachMessageOnce() {
        ClientStream stream = published();
        world.connected(0).play("s");
        world.connected(1).play("s");
        stream.video(0, Media.AVC_HEADER);
        stream.audio(0, Media.AAC_HEADER);
        stream.data(0, "@setDataFrame", AmfValue.of("onMetaData"), AmfValue.of(1));
        stream.video(0, Media.KEY);
        stream.video(5, Media.KEY);
        world.settle();
        world.run(Duration.ofSeconds(3));
        assertThat(cluster.media()).isEmpty();
        ClusterEvents events = world.application().clusterEvents();
        events.send(KEY);
        world.settle();
        assertThat(cluster.media()).extracting(RtmpMessage::type).containsExactly(18, 8, 9, 9);
        RtmpMessage inter = stream.video(10, Media.INTER);
        world.settle();
        assertThat(cluster.media()).hasSize(5);
        assertThat(cluster.media().get(4).encoded()).isEqualTo(inter.encoded());
        events.stop(KEY);
        world.settle();
        stream.video(20, Media.INTER);
        world.settle();
        assertThat(cluster.media()).hasSize(5);
    }

    /** Players of other nodes that waited for the stream get what players here got. */
    @Test
    void whoAsksMomentsAfterTheBeginningGetsAllOfIt() {
        ClientStream player = world.connected(2).play("s");
        ClientStream stream = world.connected(0).publish("s");
        sendSoundBeforeThePicture(stream);
        assertThat(player.gotAudio()).isEmpty();
        cluster.answers().get(0).accepted();
        world.settle();
        assertThat(player.gotAudio()).hasSize(3);
        world.application().clusterEvents().send(KEY);
        world.settle();
        assertThat(cluster.media()).extracting(RtmpMessage::type).containsExactly(8, 8, 8, 9, 9);
        assertThat(cluster.past()).containsOnly(false);
        assertThat(cluster.numbers()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    private void sendSoundBeforeThePicture(ClientStream stream) {
        stream.audio(0, Media.AAC_HEADER);
        stream.audio(0, Media.AAC);
        stream.audio(20, Media.AAC);
        world.settle();
        stream.video(0, Media.AVC_HEADER);
        stream.video(0, Media.KEY);
        world.settle();
    }

    @Test
    void sendingStartsOverWhenTheClusterAsksAgain() {
        ClientStream stream = published();
        stream.video(0, Media.KEY);
        world.settle();
        world.application().clusterEvents().send(KEY);
        world.application().clusterEvents().send(KEY);
        world.settle();
        assertThat(cluster.media()).hasSize(2);
        assertThat(cluster.calls())
                .containsExactly("publish app/s", "replaying app/s", "replaying app/s");
    }

    @Test
    void unpublishEndsSending() {
        ClientStream stream = published();
        world.application().clusterEvents().send(KEY);
        stream.call("closeStream");
        world.settle();
        assertThat(cluster.calls())
                .containsExactly("publish app/s", "replaying app/s", "unpublish app/s");
        ClientStream again = world.connected(1).publish("s");
        cluster.answers().get(1).accepted();
        again.video(0, Media.KEY);
        world.settle();
        assertThat(cluster.media()).isEmpty();
    }

    @Test
    void eventsForStreamsThatAreNotHereAreIgnored() {
        ClusterEvents events = world.application().clusterEvents();
        events.send(KEY);
        events.stop(KEY);
        events.remoteStarted(KEY);
        events.remoteMedia(KEY, Media.video(0, Media.KEY, 0));
        events.remoteEnded(KEY);
        events.revoked(KEY, "why");
        world.settle();
        assertThat(cluster.calls()).isEmpty();
        assertThat(cluster.media()).isEmpty();
    }

    @Test
    void keptDataOfAnyHandlerReachesLateJoinersOfOtherNodes() {
        ClientStream stream = published();
        stream.data(0, "@setDataFrame", AmfValue.of("onCaption"), AmfValue.of(1));
        world.settle();
        world.application().clusterEvents().send(KEY);
        world.settle();

        World other = new World(2, World.SETTINGS, new RecordingCluster(true));
        ClientStream early = other.connected(0).play("s");
        ClusterEvents there = other.application().clusterEvents();
        there.remoteStarted(KEY);
        cluster.media().forEach(message -> there.remoteMedia(KEY, message));
        other.settle();
        ClientStream late = other.connected(1).play("s");
        RtmpMessage expected = new DataMessage("onCaption", List.of(AmfValue.of(1))).encode(0);
        assertThat(early.gotData()).containsExactly(ClientStream.hex(expected));
        assertThat(late.gotData()).containsExactly(ClientStream.hex(expected));
    }

    private ClientStream published() {
        ClientStream stream = world.connected(0).publish("s");
        cluster.answers().get(0).accepted();
        world.settle();
        assertThat(stream.codes()).containsExactly(START);
        return stream;
    }
}
