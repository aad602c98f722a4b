package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.protocol.amf.AmfConstant;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishTest {
    private static final String START = "NetStream.Publish.Start";
    private static final String BAD_NAME = "NetStream.Publish.BadName";

    private final World world = new World(3);

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    @Test
    void publishingStartsAndEnds() {
        Client client = world.connected(0);
        ClientStream stream = client.publish("s");
        assertThat(stream.codes()).containsExactly(START);
        assertThat(world.application().published()).containsExactly(new StreamKey("app", "s"));
        stream.call("closeStream");
        world.settle();
        assertThat(stream.codes()).containsExactly(START, "NetStream.Unpublish.Success");
        assertThat(world.stats()).isEqualTo(new ApplicationStats(1, 0, 0));
    }

    @Test
    void secondPublisherOfANameIsRefused() {
        ClientStream first = world.connected(0).publish("s");
        for (int loop = 0; loop < 3; loop++) {
            Client client = world.connected(loop);
            assertThat(client.publish("s").codes()).containsExactly(BAD_NAME);
            assertThat(client.session().state()).isEqualTo(Session.State.OPEN);
        }
        assertThat(world.refused(Refused.PUBLISH_REFUSED)).isEqualTo(3);
        first.call("closeStream");
        world.settle();
        assertThat(world.connected(1).publish("s").codes()).containsExactly(START);
    }

    @Test
    void sameNameInAnotherApplicationIsAnotherStream() {
        world.connected(0).publish("s");
        Client other = world.client(1);
        other.connect("rtmfp://host/other");
        world.settle();
        assertThat(other.publish("s").codes()).containsExactly(START);
        assertThat(world.stats().streams()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"record", "append", "appendWithGap"})
    void recordingIsRefusedAndTheStreamIsLive(String mode) {
        Client client = world.connected(0);
        ClientStream stream = new ClientStream(client, client.createStream());
        stream.call("publish", AmfValue.of("s"), AmfValue.of(mode));
        world.settle();
        assertThat(stream.codes()).containsExactly(START, "NetStream.Record.NoAccess");
        assertThat(world.stats().streams()).isEqualTo(1);
    }

    @Test
    void publishWithoutAModeIsLive() {
        Client client = world.connected(0);
        ClientStream stream = new ClientStream(client, client.createStream());
        stream.call("publish", AmfValue.of("s"));
        world.settle();
        assertThat(stream.codes()).containsExactly(START);
    }

    @Test
    void namesThatNoStreamCanHaveAreRefused() {
        Client client = world.connected(0);
        ClientStream stream = new ClientStream(client, client.createStream());
        for (String name : List.of("", "a\nb", "x".repeat(StreamKey.MAX_NAME + 1), "\udcff")) {
            stream.call("publish", AmfValue.of(name));
            stream.call("play", AmfValue.of(name));
        }
        stream.call("publish", AmfValue.of(5));
        world.settle();
        assertThat(stream.codes()).hasSize(9).contains(BAD_NAME, "NetStream.Play.Failed");
        assertThat(world.stats()).isEqualTo(new ApplicationStats(1, 0, 0));
    }

    @Test
    void publishFalseEndsPublishing() {
        Client client = world.connected(0);
        ClientStream stream = client.publish("s");
        stream.call("publish", AmfValue.of(false));
        stream.call("publish", AmfConstant.NULL);
        world.settle();
        assertThat(stream.codes()).containsExactly(START, "NetStream.Unpublish.Success");
    }

    @Test
    void anotherNameOnTheSameStreamReplacesTheFirst() {
        Client client = world.connected(0);
        ClientStream stream = client.publish("a");
        stream.call("publish", AmfValue.of("b"));
        world.settle();
        stream.call("publish", AmfValue.of("b"));
        world.settle();
        assertThat(world.application().published()).containsExactly(new StreamKey("app", "b"));
        assertThat(stream.codes()).filteredOn(START::equals).hasSize(3);
    }

    @Test
    void playersAreToldOfEveryPublisher() {
        Client client = world.connected(2);
        ClientStream player = client.play("s");
        assertThat(player.codes()).containsExactly("NetStream.Play.Reset", "NetStream.Play.Start");
        for (int round = 1; round <= 3; round++) {
            Client publisher = world.connected(round % 2);
            ClientStream stream = publisher.publish("s");
            stream.video(0, Media.AVC_HEADER);
            stream.video(0, Media.KEY);
            world.settle();
            assertThat(player.gotVideo()).hasSize(2 * round);
            stream.call("closeStream");
            world.settle();
            assertThat(player.codes()).endsWith("NetStream.Play.UnpublishNotify");
        }
        assertThat(player.codes()).filteredOn("NetStream.Play.PublishNotify"::equals).hasSize(3);
        List<String> events = player.got(4);
        assertThat(events)
                .containsExactly(
                        "0400000000000000000001",
                        "0400000000000100000001",
                        "0400000000000000000001",
                        "0400000000000100000001",
                        "0400000000000000000001",
                        "0400000000000100000001");
    }

    @Test
    void newPublisherIsJoinedAtItsFirstKeyFrame() {
        ClientStream player = world.connected(2).play("s");
        ClientStream first = world.connected(0).publish("s");
        first.video(0, Media.KEY);
        world.settle();
        first.call("closeStream");
        world.settle();
        ClientStream second = world.connected(1).publish("s");
        second.video(5, Media.INTER);
        second.video(6, Media.KEY);
        second.video(7, Media.INTER);
        world.settle();
        assertThat(player.gotVideo())
                .extracting(hex -> hex.substring(0, 10))
                .containsExactly("0900000000", "0900000006", "0900000007");
    }

    @Test
    void publisherWhoseFirstFlowEndsBeforeItsMediaLosesNothing() {
        ClientStream player = world.connected(1).play("s");
        Client publisher = world.connected(0);
        ClientStream stream = publisher.publish("s");
        stream.video(0, Media.KEY);
        world.settle();
        publisher.uplink().limit(20_000, 100_000);
        for (long time = 40; time < 1200; time += 40) {
            stream.video(time, Media.INTER + "00".repeat(1000));
        }
        publisher.session().closeFlow(publisher.connectionFlow());
        stream.closeFlows();
        world.run(Duration.ofSeconds(20));
        assertThat(player.gotVideo()).hasSize(30);
        assertThat(publisher.closeReason()).isNotNull();
        assertThat(player.codes()).endsWith("NetStream.Play.UnpublishNotify");
    }

    @Test
    void publisherThatVanishesIsUnpublishedOnce() {
        Client publisher = world.connected(0);
        publisher.publish("s");
        ClientStream player = world.connected(1).play("s");
        publisher.vanish();
        world.run(Duration.ofMinutes(3));
        assertThat(world.stats()).isEqualTo(new ApplicationStats(1, 0, 1));
        assertThat(player.codes()).filteredOn("NetStream.Play.UnpublishNotify"::equals).hasSize(1);
    }

    @Test
    void publisherThatLeavesAfterItsLastMessagesIsUnpublishedAfterThem() {
        Client publisher = world.connected(0);
        ClientStream stream = publisher.publish("s");
        ClientStream player = world.connected(1).play("s");
        for (int i = 0; i < 20; i++) {
            stream.video(i, Media.KEY);
        }
        world.run(Duration.ofMillis(15));
        stream.call("closeStream");
        world.settle();
        publisher.session().close(world.now());
        world.settle();
        assertThat(player.gotVideo()).hasSize(20);
        assertThat(publisher.closeReason()).isEqualTo(CloseReason.NEAR_CLOSED);
        assertThat(world.stats()).isEqualTo(new ApplicationStats(1, 0, 1));
    }

    @Test
    void publishBeforeTheStreamExistsHarmsNoReconnect() {
        Client hasty = world.connected(0);
        ClientStream stream = new ClientStream(hasty, 1);
        stream.call("publish", AmfValue.of("s"));
        world.settle();
        hasty.vanish();
        Client again = world.connected(0);
        assertThat(again.publish("s").codes()).containsExactly(START);
        world.run(Duration.ofMinutes(3));
        assertThat(world.stats()).isEqualTo(new ApplicationStats(1, 1, 0));
    }

    @Test
    void mediaWithoutAPublicationIsCounted() {
        Client client = world.connected(0);
        ClientStream stream = new ClientStream(client, client.createStream());
        stream.video(0, Media.KEY);
        stream.audio(0, Media.AAC);
        world.settle();
        assertThat(world.refused(Refused.UNEXPECTED_MESSAGE)).isEqualTo(2);
    }
}
