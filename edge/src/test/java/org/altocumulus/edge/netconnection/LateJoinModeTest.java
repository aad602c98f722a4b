package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.altocumulus.edge.ops.LateJoinMode;
import org.altocumulus.edge.stream.ClusterEvents;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.edge.stream.StreamFixtures;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LateJoinModeTest {
    private static final StreamKey KEY = new StreamKey("app", "s");

    private static World world(LateJoinMode mode) {
        ApplicationSettings settings =
                World.with(StreamFixtures.with(StreamFixtures.SETTINGS, mode));
        return new World(2, settings, new RecordingCluster(true));
    }

    private static RtmpMessage chat(String line) {
        return new DataMessage("chat", List.of(AmfValue.of(line))).encode(0);
    }

    private static RtmpMessage set(String handler) {
        return new DataMessage(
                        DataMessage.SET_DATA_FRAME, List.of(AmfValue.of(handler), AmfValue.of(1)))
                .encode(0);
    }

    private static String shown(String handler) {
        return ClientStream.hex(new DataMessage(handler, List.of(AmfValue.of(1))).encode(0));
    }

    @ParameterizedTest
    @EnumSource(LateJoinMode.class)
    void dataFromBeforeIsNotRepeatedButForWhatWasSet(LateJoinMode mode) {
        World world = world(mode);
        ClientStream publisher = world.connected(0).publish("s");
        ClientStream there = world.connected(1).play("s");
        publisher.send(set("onMetaData"));
        publisher.send(set("onCuePoint"));
        publisher.video(0, Media.KEY);
        publisher.send(chat("before"));
        publisher.video(40, Media.INTER);
        world.settle();
        assertThat(there.gotData()).endsWith(ClientStream.hex(chat("before")));
        for (int loop = 0; loop < 2; loop++) {
            ClientStream late = world.connected(loop).play("s");
            assertThat(late.gotData()).containsExactly(shown("onMetaData"), shown("onCuePoint"));
            publisher.send(chat("after"));
            world.settle();
            assertThat(late.gotData()).hasSize(3).endsWith(ClientStream.hex(chat("after")));
        }
    }

    @Test
    void liveBeginsAtTheNextKeyFrameAndWithSoundAtOnce() {
        World world = world(LateJoinMode.LIVE);
        ClientStream publisher = world.connected(0).publish("s");
        RtmpMessage header = publisher.video(0, Media.AVC_HEADER);
        publisher.video(0, Media.KEY);
        publisher.audio(10, Media.AAC);
        publisher.video(40, Media.INTER);
        world.settle();
        ClientStream first = world.connected(0).play("s");
        ClientStream second = world.connected(0).play("s");
        publisher.video(80, Media.INTER);
        RtmpMessage audio = publisher.audio(90, Media.AAC);
        RtmpMessage key = publisher.video(120, Media.KEY);
        world.settle();
        for (ClientStream late : List.of(first, second)) {
            assertThat(late.gotVideo()).isEqualTo(ClientStream.hex(List.of(header, key)));
            assertThat(late.gotAudio()).containsExactly(ClientStream.hex(audio));
        }
    }

    @Test
    void whoWaitedForTheStreamGetsItsBeginning() {
        World world = world(LateJoinMode.LIVE);
        ClientStream player = world.connected(1).play("s");
        ClientStream publisher = world.connected(0).publish("s");
        RtmpMessage key = publisher.video(0, Media.KEY);
        publisher.send(chat("first"));
        world.settle();
        assertThat(player.gotVideo()).containsExactly(ClientStream.hex(key));
        assertThat(player.gotData()).containsExactly(ClientStream.hex(chat("first")));
    }

    @ParameterizedTest
    @EnumSource(LateJoinMode.class)
    void anEdgeThatJoinsLateTellsThePastFromThePresent(LateJoinMode mode) {
        World world = world(mode);
        ClusterEvents events = world.application().clusterEvents();
        ClientStream player = world.connected(1).play("s");
        events.remoteStarted(KEY);
        events.remoteMedia(KEY, set("onCuePoint"), false);
        events.remoteMedia(KEY, Media.video(0, Media.KEY, 0), true);
        events.remoteMedia(KEY, chat("before"), true);
        events.remoteMedia(KEY, Media.audio(10, Media.AAC, 0), true);
        events.remoteMedia(KEY, Media.video(40, Media.INTER, 0), false);
        events.remoteMedia(KEY, chat("after"), false);
        events.remoteMedia(KEY, Media.video(80, Media.KEY, 0), false);
        world.settle();
        assertThat(player.gotData())
                .containsExactly(shown("onCuePoint"), ClientStream.hex(chat("after")));
        boolean live = mode == LateJoinMode.LIVE;
        assertThat(player.gotVideo()).hasSize(live ? 1 : 3);
        assertThat(player.gotAudio()).hasSize(live ? 0 : 1);
    }

    @Test
    void whatIsRepeatedToTheClusterIsMarkedOnceTheBeginningIsOver() {
        RecordingCluster cluster = new RecordingCluster(true);
        World world = new World(1, World.SETTINGS, cluster);
        ClientStream publisher = world.connected(0).publish("s");
        publisher.video(0, Media.KEY);
        world.settle();
        world.application().clusterEvents().send(KEY);
        world.settle();
        assertThat(cluster.past()).containsExactly(false);
        world.run(Duration.ofSeconds(3));
        world.application().clusterEvents().send(KEY);
        publisher.video(40, Media.INTER);
        world.settle();
        assertThat(cluster.past()).containsExactly(false, true, false);
    }
}
