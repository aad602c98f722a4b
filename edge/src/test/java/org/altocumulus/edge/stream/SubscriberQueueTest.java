package org.altocumulus.edge.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.ops.QueueSettings;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.Test;

class SubscriberQueueTest {
    private static final long SECOND = 1_000_000_000;
    private static final int FRAME = 936;
    private static final int FRAME_COST = 1005;

    private final StreamCounters counters = new StreamCounters();
    private final SubscriberQueue video =
            new SubscriberQueue(true, settings(StreamFixtures.DEADLINES), counters);
    private final SubscriberQueue audio =
            new SubscriberQueue(false, settings(StreamFixtures.DEADLINES), counters);

    @Test
    void disposableFramesGoFirst() {
        video(0, Media.KEY, Media.INTER, Media.DISPOSABLE, Media.INTER, Media.DISPOSABLE);
        video(5, Media.INTER, Media.INTER, Media.INTER, Media.INTER, Media.INTER);
        assertThat(drain(video)).isEqualTo("0 1 2 3 4 5 6 7 8 9");
        video(0, Media.KEY, Media.INTER, Media.DISPOSABLE, Media.INTER, Media.DISPOSABLE);
        video(5, Media.INTER, Media.INTER, Media.INTER, Media.INTER, Media.INTER, Media.INTER);
        assertThat(drain(video)).isEqualTo("0 1 3 4 5 6 7 8 9 10");
        assertThat(counters.of(Dropped.VIDEO)).isEqualTo(1);
    }

    @Test
    void thenAllUpToTheNextKeyFrame() {
        video(0, Media.KEY, Media.INTER, Media.INTER, Media.INTER, Media.KEY, Media.INTER);
        video(6, Media.INTER, Media.INTER, Media.INTER, Media.INTER, Media.INTER);
        assertThat(drain(video)).isEqualTo("4 5 6 7 8 9 10");
    }

    @Test
    void withoutAnotherKeyFrameAllGoesAndNothingPassesBeforeOne() {
        video(0, Media.KEY);
        for (int i = 1; i <= 12; i++) {
            video(i, Media.INTER);
        }
        video(13, Media.KEY, Media.INTER);
        assertThat(drain(video)).isEqualTo("13 14");
        assertThat(counters.of(Dropped.VIDEO)).isEqualTo(13);
    }

    @Test
    void configurationAmongTheDroppedComesBeforeTheKeyFrame() {
        video(0, Media.AVC_HEADER, Media.KEY, Media.INTER, Media.INTER, Media.INTER, Media.KEY);
        video(6, Media.INTER, Media.INTER, Media.INTER, Media.INTER, Media.INTER, Media.INTER);
        assertThat(drain(video)).isEqualTo("0 5 6 7 8 9 10 11");
    }

    @Test
    void droppedConfigurationWaitsForAKeyFrameThatComesLater() {
        video(0, Media.AVC_HEADER, Media.KEY);
        for (int i = 2; i <= 12; i++) {
            video(i, Media.INTER);
        }
        assertThat(video.bytes()).isZero();
        video(13, Media.KEY);
        assertThat(drain(video)).isEqualTo("0 13");
    }

    @Test
    void newConfigurationReplacesTheOneThatWasDropped() {
        video(0, Media.AVC_HEADER, Media.KEY);
        for (int i = 2; i <= 12; i++) {
            video(i, Media.INTER);
        }
        video(13, Media.AVC_HEADER, Media.KEY);
        assertThat(drain(video)).isEqualTo("13 14");
    }

    @Test
    void whatIsTooOldIsDroppedUpToAKeyFrame() {
        video(0, Media.AVC_HEADER, Media.KEY, Media.INTER);
        video.add(message(3, Media.INTER), SECOND);
        video.add(message(4, Media.KEY), SECOND + 1);
        assertThat(video.poll(5 * SECOND + 1).message().message().timestamp()).isZero();
        assertThat(video.poll(5 * SECOND + 1).message().message().timestamp()).isEqualTo(4);
        assertThat(video.poll(5 * SECOND + 1)).isNull();
    }

    @Test
    void eachKindHasItsDeadline() {
        StreamSettings settings = settings(MediaDeadlines.DEFAULT);
        SubscriberQueue queue = new SubscriberQueue(true, settings, counters);
        queue.add(message(0, Media.KEY), 0);
        queue.add(message(1, Media.INTER), 0);
        queue.add(message(2, Media.INTER), 0);
        queue.add(message(3, Media.KEY), 3 * SECOND);
        queue.add(message(4, Media.INTER), 3 * SECOND);
        assertThat(queue.poll(3 * SECOND).message().message().timestamp()).isZero();
        assertThat(queue.poll(3 * SECOND).message().message().timestamp()).isEqualTo(3);
        assertThat(queue.poll(4 * SECOND).message().message().timestamp()).isEqualTo(4);
        SubscriberQueue sound = new SubscriberQueue(false, settings, counters);
        sound.add(StreamMessage.media(Media.audio(0, Media.AAC_HEADER, 0)), 0);
        sound.add(StreamMessage.media(Media.audio(1, Media.AAC, FRAME)), 0);
        sound.add(StreamMessage.media(Media.audio(2, Media.AAC, FRAME)), 1);
        assertThat(sound.poll(2 * SECOND + 1).message().message().timestamp()).isZero();
        assertThat(sound.poll(2 * SECOND + 1).message().message().timestamp()).isEqualTo(2);
    }

    @Test
    void afterALossOnTheWayVideoGoesOnAtAKeyFrame() {
        video(0, Media.INTER, Media.KEY, Media.INTER, Media.INTER, Media.KEY);
        video.poll(0);
        video.poll(0);
        video.skipToKeyFrame();
        assertThat(drain(video)).isEqualTo("4");
        video.skipToKeyFrame();
        video(5, Media.INTER, Media.KEY, Media.INTER);
        video.skipToKeyFrame();
        assertThat(drain(video)).isEqualTo("6 7");
    }

    @Test
    void audioLosesItsOldestAndKeepsItsHeader() {
        audio.add(StreamMessage.media(Media.audio(0, Media.AAC_HEADER, 0)), 0);
        for (int i = 1; i <= 14; i++) {
            audio.add(StreamMessage.media(Media.audio(i, Media.AAC, FRAME)), 0);
        }
        assertThat(drain(audio)).isEqualTo("0 5 6 7 8 9 10 11 12 13 14");
        assertThat(counters.of(Dropped.AUDIO)).isEqualTo(4);
    }

    @Test
    void messageLargerThanTheQueueFitsAlone() {
        video(0, Media.KEY, Media.INTER);
        video.add(StreamMessage.media(Media.video(2, Media.KEY, 20_000)), 0);
        assertThat(drain(video)).isEqualTo("2");
        video.add(StreamMessage.media(Media.video(3, Media.KEY, 20_000)), 0);
        video(4, Media.INTER);
        assertThat(drain(video)).as("there is no room beside it").isEmpty();
        assertThat(video.bytes()).isZero();
    }

    @Test
    void nothingIsKeptWhenCleared() {
        video(0, Media.AVC_HEADER, Media.KEY, Media.INTER);
        video.clear();
        video(3, Media.INTER, Media.KEY);
        assertThat(drain(video)).isEqualTo("4");
    }

    @Test
    void aFrameIsLetPastOnlyWhereItWouldBeNextAnyway() {
        assertThat(video.letsPass(message(0, Media.INTER))).isFalse();
        assertThat(video.letsPass(message(1, Media.KEY))).isTrue();
        assertThat(video.letsPass(message(2, Media.INTER))).isTrue();
        video(3, Media.INTER);
        assertThat(video.letsPass(message(4, Media.INTER))).isFalse();
        assertThat(drain(video)).isEqualTo("3");
        assertThat(video.letsPass(StreamMessage.media(Media.video(5, Media.KEY, 20_000)))).isTrue();
        assertThat(video.letsPass(message(6, Media.INTER))).isTrue();
    }

    @Test
    void noFrameIsLetPastADroppedConfiguration() {
        video(0, Media.AVC_HEADER, Media.KEY);
        for (int i = 2; i <= 12; i++) {
            video(i, Media.INTER);
        }
        assertThat(video.isEmpty()).isTrue();
        assertThat(video.letsPass(message(13, Media.KEY))).isFalse();
        video(13, Media.KEY);
        assertThat(drain(video)).isEqualTo("0 13");
    }

    private void video(long timestamp, String... heads) {
        for (int i = 0; i < heads.length; i++) {
            video.add(message(timestamp + i, heads[i]), 0);
        }
    }

    private static StreamMessage message(long timestamp, String head) {
        boolean header = head.equals(Media.AVC_HEADER);
        RtmpMessage message = Media.video(timestamp, head, header ? 0 : FRAME);
        assertThat(header || StreamMessage.media(message).size() == FRAME_COST).isTrue();
        return StreamMessage.media(message);
    }

    private static String drain(SubscriberQueue queue) {
        List<String> timestamps = new ArrayList<>();
        SubscriberQueue.Entry next = queue.poll(0);
        while (next != null) {
            timestamps.add(Long.toString(next.message().message().timestamp()));
            next = queue.poll(0);
        }
        assertThat(queue.bytes()).isZero();
        return String.join(" ", timestamps);
    }

    private static StreamSettings settings(MediaDeadlines deadlines) {
        StreamSettings small =
                StreamFixtures.with(
                        StreamFixtures.SETTINGS,
                        new QueueSettings(10 * FRAME_COST + 100, Duration.ofSeconds(4)));
        return StreamFixtures.with(small, deadlines);
    }
}
