package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.altocumulus.edge.stream.ClusterEvents;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Viewers who stay while a stream is published again. */
class RepublishedTest {
    private static final StreamKey KEY = new StreamKey("app", "s");
    private static final long HOUR = 3_600_000;
    private static final int MAX_GAP = 4_000;

    private final World world = new World(3, World.SETTINGS, new RecordingCluster(true));
    private final Client viewer = world.connected(2);
    private final ClientStream player = viewer.play("s");

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    private static List<RtmpMessage> file(Predicate<RtmpMessage> which) {
        return FlvFiles.read("base-3s.flv").stream().filter(which).toList();
    }

    private void publish(int loop, List<RtmpMessage> messages) {
        ClientStream publisher = world.connected(loop).publish("s");
        messages.forEach(publisher::send);
        world.run(Duration.ofSeconds(1));
        publisher.call("closeStream");
        world.run(Duration.ofSeconds(1));
    }

    private void publishElsewhere(List<RtmpMessage> messages) {
        ClusterEvents events = world.application().clusterEvents();
        events.remoteStarted(KEY);
        messages.forEach(message -> events.remoteMedia(KEY, message));
        world.run(Duration.ofSeconds(1));
        events.remoteEnded(KEY);
        world.run(Duration.ofSeconds(1));
    }

    private List<RtmpMessage> got(int type) {
        return viewer.messages(player.id(), type);
    }

    /** All of both parts, in order; steps within each as they were, and a small one between. */
    private void assertOneFollowsTheOther(List<RtmpMessage> part, int type) {
        List<RtmpMessage> sent = part.stream().filter(m -> m.type() == type).toList();
        List<RtmpMessage> all = got(type);
        assertThat(all).hasSize(2 * sent.size());
        for (int i = 0; i < all.size(); i++) {
            byte[] payload = all.get(i).payload().rest();
            assertThat(payload).isEqualTo(sent.get(i % sent.size()).payload().rest());
        }
        List<RtmpMessage> frames =
                all.stream().filter(m -> !MediaKind.of(m).isConfiguration()).toList();
        List<RtmpMessage> sentFrames =
                sent.stream().filter(m -> !MediaKind.of(m).isConfiguration()).toList();
        for (int i = 1; i < frames.size(); i++) {
            int step = (int) (frames.get(i).timestamp() - frames.get(i - 1).timestamp());
            int at = i % sentFrames.size();
            if (at == 0) {
                assertThat(step).isBetween(1, MAX_GAP);
            } else {
                long before = sentFrames.get(at - 1).timestamp();
                assertThat(step).isEqualTo((int) (sentFrames.get(at).timestamp() - before));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, HOUR, 0xffff_fc00L, 2L * HOUR - 1})
    void theSecondPartFollowsTheFirstWhereverItsClockBegins(long begin) {
        List<RtmpMessage> file = file(message -> true);
        publish(0, file);
        publish(1, FlvFiles.shifted(file, begin));
        assertOneFollowsTheOther(file, MessageType.VIDEO);
        assertOneFollowsTheOther(file, MessageType.AUDIO);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, HOUR})
    void soAlsoWhereThereIsOnlySound(long begin) {
        List<RtmpMessage> file = file(message -> message.type() == MessageType.AUDIO);
        publish(0, file);
        publish(0, FlvFiles.shifted(file, begin));
        assertOneFollowsTheOther(file, MessageType.AUDIO);
    }

    @Test
    void soAlsoWhenThePublishersAreOnDifferentNodes() {
        List<RtmpMessage> file = file(message -> true);
        publishElsewhere(file);
        publish(1, file);
        assertOneFollowsTheOther(file, MessageType.VIDEO);
        assertOneFollowsTheOther(file, MessageType.AUDIO);
    }

    @Test
    void soAlsoWhenBothPublishElsewhere() {
        List<RtmpMessage> file = file(message -> true);
        publishElsewhere(file);
        publishElsewhere(file);
        assertOneFollowsTheOther(file, MessageType.VIDEO);
        assertOneFollowsTheOther(file, MessageType.AUDIO);
    }

    @Test
    void aNewcomerHasThePublishersTime() {
        publish(0, file(message -> true));
        ClientStream publisher = world.connected(0).publish("s");
        RtmpMessage key = publisher.video(40, Media.KEY);
        world.settle();
        ClientStream newcomer = world.connected(2).play("s");
        assertThat(newcomer.gotVideo()).containsExactly(ClientStream.hex(key));
        RtmpMessage later = publisher.video(80, Media.INTER);
        world.settle();
        assertThat(newcomer.gotVideo()).endsWith(ClientStream.hex(later));
        List<RtmpMessage> stayed = got(MessageType.VIDEO);
        long last = stayed.get(stayed.size() - 1).timestamp();
        assertThat(last - stayed.get(stayed.size() - 2).timestamp()).isEqualTo(40);
        assertThat(last).isGreaterThan(3_000);
    }

    @Test
    void compositionTimesAreKeptByteForByte() {
        List<RtmpMessage> file = FlvFiles.read("base-cts_-40.flv");
        publish(0, file);
        assertThat(player.gotVideo())
                .isEqualTo(
                        ClientStream.hex(
                                file.stream().filter(m -> m.type() == MessageType.VIDEO).toList()));
    }

    /** The audio header of the first would have late viewers wait for sound. */
    @Test
    void lateViewersOfAPublisherWithoutSoundGetNoHeaderOfTheOneBefore() {
        publish(0, file(message -> true));
        ClientStream publisher = world.connected(0).publish("s");
        FlvFiles.read("base-noaudio.flv").forEach(publisher::send);
        world.run(Duration.ofSeconds(1));
        for (int loop = 0; loop < world.loopCount(); loop++) {
            ClientStream late = world.connected(loop).play("s");
            assertThat(late.gotVideo()).isNotEmpty();
            assertThat(late.gotAudio()).isEmpty();
        }
    }
}
