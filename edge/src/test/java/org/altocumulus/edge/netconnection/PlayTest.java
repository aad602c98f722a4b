package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.protocol.amf.AmfConstant;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.UserControl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlayTest {
    private final World world = new World(4);
    private ClientStream publisher;

    @BeforeEach
    void publish() {
        publisher = world.connected(0).publish("s");
    }

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    @Test
    void playersOfAllLoopsGetTheSameBytes() {
        List<ClientStream> players = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            players.add(world.connected(i % 4).play("s"));
        }
        List<RtmpMessage> video = new ArrayList<>();
        List<RtmpMessage> audio = new ArrayList<>();
        video.add(publisher.video(0, Media.AVC_HEADER));
        audio.add(publisher.audio(0, Media.AAC_HEADER));
        for (int i = 0; i < 50; i++) {
            String head = i % 10 == 0 ? Media.KEY : Media.INTER;
            video.add(publisher.send(Media.video(i * 40L, head, 100 + 97 * i)));
            audio.add(publisher.send(Media.audio(i * 40L, Media.AAC, 200)));
        }
        world.run(Duration.ofSeconds(3));
        for (ClientStream player : players) {
            assertThat(player.gotVideo()).isEqualTo(ClientStream.hex(video));
            assertThat(player.gotAudio()).isEqualTo(ClientStream.hex(audio));
        }
        assertThat(world.stats()).isEqualTo(new ApplicationStats(9, 1, 8));
    }

    @Test
    void lateJoinerGetsHeadersAndEverythingFromTheLastKeyFrameOn() {
        publisher.data(0, "@setDataFrame", AmfValue.of("onMetaData"), AmfValue.of("the metadata"));
        RtmpMessage audioHeader = publisher.audio(0, Media.AAC_HEADER);
        RtmpMessage videoHeader = publisher.video(0, Media.AVC_HEADER);
        publisher.video(10, Media.KEY);
        publisher.video(20, Media.INTER);
        publisher.audio(21, Media.AAC);
        world.settle();
        RtmpMessage key = publisher.video(30, Media.KEY);
        world.settle();
        RtmpMessage audio = publisher.audio(31, Media.AAC);
        RtmpMessage inter = publisher.video(40, Media.INTER);
        world.settle();
        for (int loop = 0; loop < 4; loop++) {
            ClientStream first = world.connected(loop).play("s");
            ClientStream second = world.connected(loop).play("s");
            for (ClientStream player : List.of(first, second)) {
                assertThat(player.gotVideo())
                        .isEqualTo(ClientStream.hex(List.of(videoHeader, key, inter)));
                assertThat(player.gotAudio())
                        .isEqualTo(ClientStream.hex(List.of(audioHeader, audio)));
                assertThat(player.gotData()).hasSize(1);
                assertThat(player.codes())
                        .containsExactly(
                                "NetStream.Play.Reset",
                                "NetStream.Play.Start",
                                "NetStream.Play.PublishNotify");
            }
        }
    }

    @Test
    void lateJoinerGoesOnWithoutGapOrRepetition() {
        List<RtmpMessage> video = new ArrayList<>();
        List<ClientStream> players = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            video.add(publisher.video(i, i % 20 == 0 ? Media.KEY : Media.INTER));
            if (i % 7 == 3) {
                Client client = world.connected(i % 4);
                players.add(new ClientStream(client, client.createStream()));
                players.get(players.size() - 1).call("play", AmfValue.of("s"));
            }
        }
        world.settle();
        for (ClientStream player : players) {
            List<String> got = player.gotVideo();
            List<String> sent = ClientStream.hex(video);
            assertThat(got).isEqualTo(sent.subList(sent.indexOf(got.get(0)), sent.size()));
            assertThat(sent.indexOf(got.get(0)) % 20).isZero();
        }
    }

    @Test
    void nothingPassesBeforeAKeyFrameButAudioAndHeaders() {
        ClientStream player = world.connected(1).play("s");
        publisher.video(0, Media.INTER);
        publisher.video(1, Media.DISPOSABLE);
        publisher.video(2, Media.AVC_HEADER);
        publisher.audio(3, Media.AAC);
        publisher.video(4, Media.INTER);
        publisher.video(5, Media.KEY);
        publisher.video(6, Media.INTER);
        world.settle();
        assertThat(player.gotVideo()).hasSize(3);
        assertThat(player.gotAudio()).hasSize(1);
    }

    @Test
    void audioOnlyStreamHasNoVideoMessages() {
        ClientStream player = world.connected(1).play("s");
        publisher.audio(0, Media.AAC_HEADER);
        publisher.video(0, "");
        publisher.audio(20, Media.AAC);
        publisher.audio(40, "");
        world.settle();
        assertThat(player.gotAudio()).hasSize(3);
        assertThat(player.gotVideo()).isEmpty();
    }

    @Test
    void videoOnlyStreamPassesWithItsEndOfSequence() {
        ClientStream player = world.connected(1).play("s");
        publisher.video(0, Media.AVC_HEADER);
        publisher.video(0, Media.KEY);
        publisher.video(40, Media.INTER);
        publisher.video(80, Media.AVC_END);
        publisher.video(80, "");
        world.settle();
        assertThat(player.gotVideo()).hasSize(5);
        assertThat(player.gotAudio()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20})
    void sentDataArrivesInOrderWithItsTime(int count) {
        ClientStream player = world.connected(1).play("s");
        AmfValue[] arguments = new AmfValue[count];
        Arrays.setAll(arguments, i -> AmfValue.of("argument " + i));
        for (int i = 0; i < 10; i++) {
            publisher.data(1000 + i, "handler" + i, arguments);
            publisher.video(1000 + i, Media.KEY);
        }
        world.settle();
        assertThat(player.gotData()).hasSize(10);
        for (int i = 0; i < 10; i++) {
            assertThat(player.gotData().get(i)).startsWith("12%08x".formatted(1000 + i));
        }
    }

    @Test
    void dataInAmf3FormArrivesAsTypeEighteen() {
        ClientStream player = world.connected(1).play("s");
        RtmpMessage plain = new DataMessage("f", List.of(AmfValue.of(1))).encode(7);
        byte[] body = plain.payload().rest();
        byte[] formatted = new byte[body.length + 1];
        System.arraycopy(body, 0, formatted, 1, body.length);
        publisher.send(RtmpMessage.of(MessageType.DATA_AMF3, 7, formatted));
        world.settle();
        assertThat(player.gotData()).containsExactly(ClientStream.hex(plain));
    }

    @Test
    void clearedDataIsNotSentToLateJoiners() {
        publisher.data(0, "@setDataFrame", AmfValue.of("onMetaData"), AmfValue.of(1));
        publisher.data(0, "@setDataFrame", AmfValue.of("onCaption"), AmfValue.of(1));
        ClientStream early = world.connected(1).play("s");
        assertThat(early.gotData()).hasSize(2);
        publisher.data(0, "@clearDataFrame", AmfValue.of("onMetaData"));
        world.settle();
        assertThat(early.gotData()).hasSize(2);
        assertThat(world.connected(1).play("s").gotData()).hasSize(1);
        assertThat(world.connected(2).play("s").gotData()).hasSize(1);
    }

    @Test
    void aggregatesAndUnreadableDataAreCountedAndThePublisherLives() {
        ClientStream player = world.connected(1).play("s");
        publisher.send(RtmpMessage.of(MessageType.AGGREGATE, 0, new byte[20]));
        publisher.send(RtmpMessage.of(MessageType.DATA_AMF0, 0, new byte[] {2, 9, 9}));
        publisher.data(0, "@setDataFrame");
        publisher.send(new UserControl.FlowSync(0, 2).encode(0));
        publisher.video(1, Media.KEY);
        world.settle();
        assertThat(world.refused(Refused.AGGREGATE_MESSAGE)).isEqualTo(1);
        assertThat(world.refused(Refused.MALFORMED_MESSAGE)).isEqualTo(2);
        assertThat(player.gotVideo()).hasSize(1);
        assertThat(player.gotData()).isEmpty();
    }

    @Test
    void pausedPlayerGetsNothingAndGoesOnAtAKeyFrame() {
        ClientStream player = world.connected(1).play("s");
        publisher.video(0, Media.AVC_HEADER);
        publisher.video(0, Media.KEY);
        world.settle();
        player.call("pause", AmfValue.of(true), AmfValue.of(0));
        world.settle();
        int before = player.gotVideo().size();
        for (int i = 0; i < 1000; i++) {
            publisher.send(Media.video(i, Media.KEY, 5000));
            publisher.audio(i, Media.AAC);
            publisher.data(i, "cue");
        }
        world.run(Duration.ofSeconds(60));
        assertThat(player.gotVideo()).hasSize(before);
        assertThat(player.gotAudio()).isEmpty();
        assertThat(player.gotData()).isEmpty();
        player.call("pause", AmfValue.of(false), AmfValue.of(0));
        world.settle();
        publisher.video(2000, Media.INTER);
        publisher.video(2001, Media.KEY);
        world.settle();
        assertThat(player.gotVideo()).hasSize(before + 2);
        assertThat(player.codes()).endsWith("NetStream.Pause.Notify", "NetStream.Unpause.Notify");
    }

    @Test
    void repeatedPauseAndResumeAreAnsweredEachTime() {
        ClientStream player = world.connected(1).play("s");
        for (int i = 0; i < 3; i++) {
            player.call("pause", AmfValue.of(false), AmfValue.of(0));
        }
        for (int i = 0; i < 2; i++) {
            player.call("pause", AmfValue.of(true), AmfValue.of(0));
        }
        player.call("seek", AmfValue.of(1000));
        world.settle();
        assertThat(player.codes().subList(3, 9))
                .containsExactly(
                        "NetStream.Unpause.Notify",
                        "NetStream.Unpause.Notify",
                        "NetStream.Unpause.Notify",
                        "NetStream.Pause.Notify",
                        "NetStream.Pause.Notify",
                        "NetStream.Seek.Failed");
    }

    @Test
    void receivedKindsCanBeChosen() {
        Client client = world.connected(1);
        ClientStream player = new ClientStream(client, client.createStream());
        player.call("receiveVideo", AmfValue.of(false));
        player.call("play", AmfValue.of("s"));
        publisher.video(0, Media.AVC_HEADER);
        publisher.video(0, Media.KEY);
        publisher.audio(0, Media.AAC);
        world.settle();
        assertThat(player.gotVideo()).isEmpty();
        assertThat(player.gotAudio()).hasSize(1);
        player.call("receiveVideo", AmfValue.of(true));
        player.call("receiveAudio", AmfValue.of(false));
        world.settle();
        publisher.video(10, Media.INTER);
        publisher.video(20, Media.KEY);
        publisher.audio(20, Media.AAC);
        world.settle();
        assertThat(player.gotVideo())
                .extracting(hex -> hex.substring(10))
                .containsExactly(Media.AVC_HEADER, Media.KEY);
        assertThat(player.gotAudio()).hasSize(1);
    }

    @Test
    void bufferTimesOfAllSizesAreAccepted() {
        Client client = world.connected(1);
        ClientStream player = client.play("s");
        for (long millis : new long[] {0, 100, 3000, 0xffff_ffffL}) {
            SendFlow flow = client.openStream(player.id());
            client.send(flow, new UserControl.SetBufferLength(player.id(), millis).encode(0));
        }
        publisher.audio(0, Media.AAC);
        world.settle();
        assertThat(player.gotAudio()).hasSize(1);
        assertThat(world.refused(Refused.UNKNOWN_CONTROL_EVENT)).isZero();
    }

    @Test
    void playFalseAndCloseStreamEndPlaying() {
        Client client = world.connected(1);
        ClientStream player = client.play("s");
        player.call("play", AmfValue.of(false));
        world.settle();
        assertThat(world.stats().players()).isZero();
        player.call("play", AmfValue.of("s"));
        world.settle();
        assertThat(world.stats().players()).isEqualTo(1);
        player.call("closeStream");
        player.call("closeStream");
        player.call("pause", AmfValue.of(true));
        player.call("play", AmfConstant.NULL);
        world.settle();
        publisher.video(0, Media.KEY);
        world.settle();
        assertThat(world.stats().players()).isZero();
        assertThat(player.gotVideo()).isEmpty();
    }

    @Test
    void playWithoutResetKeepsTheStatusOut() {
        Client client = world.connected(1);
        ClientStream player = new ClientStream(client, client.createStream());
        player.call(
                "play", AmfValue.of("s"), AmfValue.of(-3000), AmfValue.of(-1), AmfValue.of(false));
        world.settle();
        assertThat(player.codes())
                .containsExactly("NetStream.Play.Start", "NetStream.Play.PublishNotify");
    }

    @Test
    void playingAnotherStreamLeavesTheFirst() {
        ClientStream other = world.connected(2).publish("other");
        ClientStream player = world.connected(1).play("s");
        player.call("play", AmfValue.of("other"));
        world.settle();
        publisher.video(0, Media.KEY);
        RtmpMessage expected = other.video(0, Media.AVC_HEADER);
        world.settle();
        assertThat(player.gotVideo()).containsExactly(ClientStream.hex(expected));
        assertThat(world.stats().players()).isEqualTo(1);
    }

    @Test
    void oneClientCanPublishAndPlayItself() {
        Client client = world.connected(3);
        ClientStream out = client.publish("mirror");
        ClientStream in = client.play("mirror");
        out.video(0, Media.KEY);
        world.settle();
        assertThat(in.gotVideo()).hasSize(1);
    }

    @Test
    void unknownCommandOfAStreamFailsOnTheConnection() {
        Client client = world.connected(1);
        ClientStream player = client.play("s");
        player.call("sendMeMoney", AmfValue.of(1));
        player.call("onStatus", AmfValue.of(1));
        world.settle();
        assertThat(client.control().get(client.control().size() - 1).name()).isEqualTo("_error");
        assertThat(world.refused(Refused.UNKNOWN_COMMAND)).isEqualTo(1);
    }
}
