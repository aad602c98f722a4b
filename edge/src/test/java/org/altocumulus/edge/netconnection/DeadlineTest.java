package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.edge.stream.StreamFixtures;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that are no longer worth sending to a player. */
class DeadlineTest {
    private static final int FRAME_MILLIS = 40;
    private static final int GOP = 50;

    private final World world = new World(1, settings(), ClusterPort.NONE);
    private final Client client = world.connected(0);
    private ClientStream publisher;
    private ClientStream player;
    private long frames;

    @BeforeEach
    void publishAndPlay() {
        publisher = world.connected(0).publish("s");
        publisher.video(0, Media.AVC_HEADER);
        publisher.audio(0, Media.AAC_HEADER);
        player = client.play("s");
        world.settle();
    }

    @Test
    void aPauseOfTheWayShorterThanAnyDeadlineLosesNothing() {
        stream(Duration.ofSeconds(1));
        pause(Duration.ofMillis(600));
        stream(Duration.ofSeconds(5));
        assertThat(player.gotAudio()).hasSize((int) frames + 1);
        assertThat(player.gotVideo()).hasSize((int) frames + 1);
    }

    @Test
    void aLongerOneCostsVideoUpToTheNextKeyFrameAndNoAudio() {
        stream(Duration.ofSeconds(2));
        pause(Duration.ofMillis(1500));
        stream(Duration.ofSeconds(5));
        assertThat(player.gotAudio()).hasSize((int) frames + 1);
        List<Long> video = videoFrames();
        assertThat(video).isSorted().doesNotHaveDuplicates();
        long lost = firstMissing(video);
        long next = lost + GOP - lost % GOP;
        assertThat(lost).isBetween(50L, 90L);
        assertThat(video).as("from the next key frame on").contains(next, next + 1, frames - 1);
        assertThat(video.stream().filter(f -> f > lost && f < next).count())
                .as("what was on its way behind the one that was given up")
                .isLessThan(10);
        assertThat(world.refused(Refused.VIDEO_DROPPED)).isBetween(1L, (long) GOP);
    }

    @Test
    void framesBehindAKeyFrameThatFollowsTheOneGivenUpAreNotGivenUp() {
        stream(Duration.ofMillis(1600), 200);
        client.downlink().cut(true);
        stream(Duration.ofMillis(200), 200);
        publisher.video(1800, Media.AVC_HEADER);
        stream(Duration.ofSeconds(1), 200);
        client.downlink().cut(false);
        stream(Duration.ofSeconds(5), 200);
        List<Long> video = videoFrames();
        assertThat(firstMissing(video)).isBetween(38L, 45L);
        for (long frame = GOP; frame < frames; frame++) {
            assertThat(video).contains(frame);
        }
        assertThat(player.gotVideo()).as("with both headers").hasSize(video.size() + 2);
    }

    @Test
    void aVeryLongOneCostsAudioToo() {
        stream(Duration.ofSeconds(2));
        pause(Duration.ofSeconds(4));
        stream(Duration.ofSeconds(5));
        int missing = (int) frames + 1 - player.gotAudio().size();
        assertThat(missing).isBetween(40, 100);
        assertThat(videoFrames()).contains(frames - 1);
        assertThat(world.refused(Refused.AUDIO_DROPPED)).isEqualTo(missing);
    }

    @Test
    void commandsAndHeadersAreNeverGivenUp() {
        client.downlink().cut(true);
        publisher.video(0, Media.AVC_HEADER);
        publisher.audio(0, Media.AAC_HEADER);
        publisher.data(5, "cue");
        world.settle();
        publisher.call("closeStream");
        world.run(Duration.ofSeconds(12));
        client.downlink().cut(false);
        world.run(Duration.ofSeconds(20));
        assertThat(player.gotVideo()).hasSize(2);
        assertThat(player.gotAudio()).hasSize(2);
        assertThat(player.gotData()).hasSize(1);
        assertThat(player.codes()).endsWith("NetStream.Play.UnpublishNotify");
    }

    private void pause(Duration time) {
        client.downlink().cut(true);
        stream(time);
        client.downlink().cut(false);
    }

    private void stream(Duration time) {
        stream(time, 3000);
    }

    /** 25 frames a second with a key frame in each second one, and audio. */
    private void stream(Duration time, int frameBytes) {
        for (long i = time.toMillis() / FRAME_MILLIS; i > 0; i--) {
            long timestamp = frames * FRAME_MILLIS;
            String head = frames % GOP == 0 ? Media.KEY : Media.INTER;
            publisher.send(Media.video(timestamp, head, frameBytes));
            publisher.send(Media.audio(timestamp, Media.AAC, 200));
            frames++;
            world.run(Duration.ofMillis(FRAME_MILLIS));
        }
    }

    private List<Long> videoFrames() {
        return client.messages(player.id(), MessageType.VIDEO).stream()
                .filter(message -> !MediaKind.of(message).isConfiguration())
                .map(RtmpMessage::timestamp)
                .map(timestamp -> timestamp / FRAME_MILLIS)
                .toList();
    }

    private static long firstMissing(List<Long> frames) {
        long expected = 0;
        while (frames.contains(expected)) {
            expected++;
        }
        return expected;
    }

    private static ApplicationSettings settings() {
        return World.with(StreamFixtures.with(StreamFixtures.SETTINGS, MediaDeadlines.DEFAULT));
    }
}
