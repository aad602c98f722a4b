package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlowPlayerTest {
    private static final int FRAME_MILLIS = 40;
    private static final int GOP = 25;

    private final World world = new World(2);
    private ClientStream publisher;
    private long frames;

    @BeforeEach
    void publish() {
        publisher = world.connected(0).publish("s");
        publisher.video(0, Media.AVC_HEADER);
        publisher.audio(0, Media.AAC_HEADER);
        world.settle();
    }

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    @Test
    void slowPlayerGetsOnlyWhatADecoderCanUse() {
        Client client = world.connected(1);
        ClientStream player = client.play("s");
        client.downlink().limit(30_000, 20_000);
        stream(Duration.ofSeconds(30), 3000);
        client.downlink().limit(10_000_000, 1_000_000);
        stream(Duration.ofSeconds(10), 3000);
        assertThat(world.refused(Refused.VIDEO_DROPPED)).isPositive();
        requireDecodable(client, player);
        assertThat(lastTimestamp(client, player)).isEqualTo((frames - 1) * FRAME_MILLIS);
    }

    @Test
    void theEndIsToldBehindTheLastFrames() {
        Client client = world.connected(1);
        ClientStream player = client.play("s");
        client.downlink().limit(30_000, 20_000);
        stream(Duration.ofSeconds(2), 2000);
        publisher.call("closeStream");
        world.run(Duration.ofSeconds(20));
        assertThat(player.codes()).endsWith("NetStream.Play.UnpublishNotify");
        List<Client.Received> received = client.received();
        assertThat(received.get(received.size() - 1).message().type())
                .isEqualTo(MessageType.COMMAND_AMF0);
        assertThat(player.gotVideo()).hasSize((int) frames + 1);
    }

    @Test
    void fastPlayersDoNotSufferFromASlowOne() {
        Client slow = world.connected(1);
        slow.play("s");
        slow.downlink().limit(10_000, 10_000);
        ClientStream fast = world.connected(1).play("s");
        stream(Duration.ofSeconds(20), 2000);
        assertThat(fast.gotVideo()).hasSize((int) frames + 1);
        assertThat(fast.gotAudio()).hasSize((int) frames + 1);
    }

    @Test
    void playerThatStopsAcknowledgingIsBoundedAndGoesOnAtAKeyFrame() {
        Client client = world.connected(1);
        ClientStream player = client.play("s");
        stream(Duration.ofSeconds(2), 20_000);
        client.uplink().cut(true);
        long most = 0;
        for (int i = 0; i < 25; i++) {
            stream(Duration.ofSeconds(1), 20_000);
            most = Math.max(most, client.serverSession().queuedBytes());
        }
        assertThat(most).isLessThan(2L * World.SETTINGS.streams().queue().bytes());
        client.uplink().cut(false);
        stream(Duration.ofSeconds(30), 2000);
        requireDecodable(client, player);
        assertThat(lastTimestamp(client, player)).isEqualTo((frames - 1) * FRAME_MILLIS);
    }

    @Test
    void tailOfAStreamArrivesWithoutMoreFromThePublisher() {
        Client client = world.connected(1);
        ClientStream player = client.play("s");
        client.downlink().limit(200_000, 100_000);
        for (int i = 0; i < 40; i++) {
            publisher.send(Media.video(i, i == 0 ? Media.KEY : Media.INTER, 8000));
        }
        world.run(Duration.ofSeconds(6));
        assertThat(player.gotVideo()).hasSize(41);
    }

    @Test
    void lossCostsNothingThatWasSentInTime() {
        Client client = world.connected(1);
        ClientStream player = client.play("s");
        client.downlink().limit(400_000, 8_000);
        stream(Duration.ofSeconds(20), 4000);
        world.run(Duration.ofSeconds(5));
        requireDecodable(client, player);
        assertThat(player.gotVideo()).hasSize((int) frames + 1);
    }

    @Test
    void closedPlayerHasNothingMoreOnItsWay() {
        Client client = world.connected(1);
        ClientStream player = client.play("s");
        client.downlink().limit(50_000, 20_000);
        stream(Duration.ofSeconds(5), 5000);
        assertThat(client.serverSession().queuedBytes()).isPositive();
        player.call("closeStream");
        world.run(Duration.ofMillis(100));
        assertThat(client.serverSession().queuedBytes()).isZero();
        int got = player.gotVideo().size();
        client.downlink().limit(10_000_000, 1_000_000);
        player.call("play", AmfValue.of("s"));
        stream(Duration.ofSeconds(2), 5000);
        assertThat(player.gotVideo().size()).isGreaterThan(got);
        assertThat(lastTimestamp(client, player)).isEqualTo((frames - 1) * FRAME_MILLIS);
    }

    /** 25 frames a second with a key frame in each, a disposable one in four, and audio. */
    private void stream(Duration time, int size) {
        for (long i = time.toMillis() / FRAME_MILLIS; i > 0; i--) {
            long timestamp = frames * FRAME_MILLIS;
            String head = frames % 4 == 3 ? Media.DISPOSABLE : Media.INTER;
            publisher.send(Media.video(timestamp, frames % GOP == 0 ? Media.KEY : head, size));
            publisher.send(Media.audio(timestamp, Media.AAC, 200));
            frames++;
            world.run(Duration.ofMillis(FRAME_MILLIS));
        }
        world.settle();
    }

    /** Every inter frame follows the frame that it needs, without a hole. */
    private void requireDecodable(Client client, ClientStream player) {
        long reference = -1;
        boolean configured = false;
        for (RtmpMessage message : client.messages(player.id(), MessageType.VIDEO)) {
            long frame = message.timestamp() / FRAME_MILLIS;
            switch (MediaKind.of(message)) {
                case VIDEO_CONFIGURATION -> configured = true;
                case KEY_FRAME -> {
                    assertThat(configured).isTrue();
                    reference = frame;
                }
                case INTER_FRAME -> {
                    long needed = (frame - 1) % 4 == 3 ? frame - 2 : frame - 1;
                    if (needed % GOP == GOP - 1) {
                        needed = frame - 1;
                    }
                    assertThat(reference).as("frame %s", frame).isGreaterThanOrEqualTo(needed);
                    reference = frame;
                }
                default -> {}
            }
        }
    }

    private long lastTimestamp(Client client, ClientStream player) {
        List<RtmpMessage> video = client.messages(player.id(), MessageType.VIDEO);
        return video.get(video.size() - 1).timestamp();
    }
}
