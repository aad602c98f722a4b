package org.altocumulus.protocol.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

class MediaQueueTest {
    private static final StreamKey A = new StreamKey("live", "a");
    private static final MediaQueueLimits LIMITS = new MediaQueueLimits(20_000, 100, 200, 1000);

    private final MediaQueue queue = new MediaQueue(LIMITS);
    private long sequence;

    private MediaFrame frame(StreamKey stream, MediaKind kind, int length) {
        return new MediaFrame(stream, sequence++, 9, 0, kind, new byte[length]);
    }

    private void offer(MediaKind kind, int length, long now) {
        queue.offer(frame(A, kind, length), now);
    }

    private List<MediaKind> drain(long now) {
        List<MediaKind> kinds = new ArrayList<>();
        for (StreamEvent event = queue.poll(now); event != null; event = queue.poll(now)) {
            kinds.add(event instanceof MediaFrame frame ? frame.kind() : null);
        }
        return kinds;
    }

    @Test
    void whatFitsLeavesInOrder() {
        queue.offer(new StreamStart(new Publication(A, "p")), 0);
        for (MediaKind kind : MediaKind.values()) {
            offer(kind, 10, 0);
        }
        assertThat(queue.bytes()).isPositive();
        assertThat(drain(50))
                .hasSize(9)
                .startsWith((MediaKind) null)
                .endsWith(MediaKind.DISPOSABLE);
        assertThat(queue.bytes()).isZero();
        assertThat(queue.dropped()).isZero();
    }

    @Test
    void disposableFramesGoFirst() {
        offer(MediaKind.KEY, 5000, 0);
        offer(MediaKind.DISPOSABLE, 5000, 0);
        offer(MediaKind.INTER, 5000, 0);
        offer(MediaKind.AUDIO, 4000, 0);
        offer(MediaKind.DISPOSABLE, 5000, 0);
        assertThat(drain(0)).containsExactly(MediaKind.KEY, MediaKind.INTER, MediaKind.AUDIO);
        assertThat(queue.dropped()).isEqualTo(2);
    }

    @Test
    void interFramesGoUpToTheNextKeyFrameEvenThatIsYetToCome() {
        offer(MediaKind.KEY, 8000, 0);
        offer(MediaKind.INTER, 8000, 0);
        offer(MediaKind.AUDIO, 5000, 0);
        offer(MediaKind.INTER, 10, 0);
        offer(MediaKind.DISPOSABLE, 10, 0);
        offer(MediaKind.KEY, 10, 0);
        offer(MediaKind.INTER, 11, 0);
        assertThat(drain(0))
                .containsExactly(MediaKind.KEY, MediaKind.AUDIO, MediaKind.KEY, MediaKind.INTER);
    }

    @Test
    void aKeyFrameThatALaterOneReplacesGoesBeforeAudio() {
        offer(MediaKind.KEY, 8000, 0);
        offer(MediaKind.AUDIO, 4000, 0);
        offer(MediaKind.KEY, 9000, 0);
        assertThat(drain(0)).containsExactly(MediaKind.AUDIO, MediaKind.KEY);
    }

    @Test
    void anotherStreamsKeyFrameReplacesNone() {
        StreamKey other = new StreamKey("live", "b");
        offer(MediaKind.KEY, 5000, 0);
        offer(MediaKind.INTER, 9000, 0);
        queue.offer(frame(other, MediaKind.KEY, 8000), 0);
        queue.offer(frame(other, MediaKind.INTER, 10), 0);
        assertThat(drain(0)).containsExactly(MediaKind.KEY, MediaKind.KEY, MediaKind.INTER);
    }

    @Test
    void lateVideoGoesAndAudioStaysLonger() {
        offer(MediaKind.KEY, 10, 0);
        offer(MediaKind.INTER, 10, 0);
        offer(MediaKind.AUDIO, 10, 0);
        offer(MediaKind.KEY, 10, 90);
        offer(MediaKind.INTER, 10, 90);
        assertThat(drain(150)).containsExactly(MediaKind.AUDIO, MediaKind.KEY, MediaKind.INTER);

        offer(MediaKind.AUDIO, 10, 200);
        offer(MediaKind.DATA, 10, 200);
        assertThat(drain(401)).containsExactly(MediaKind.DATA);
    }

    @Test
    void whatMayNotBeDroppedEndsTheConnectionInstead() {
        offer(MediaKind.DATA, 10_000, 0);
        offer(MediaKind.AUDIO_CONFIG, 9_000, 0);
        assertThat(queue.isOverrun()).isFalse();
        offer(MediaKind.METADATA, 9_000, 0);
        assertThat(queue.isOverrun()).isTrue();
        assertThat(queue.poll(0)).isNull();
    }

    @Test
    void dataThatWaitForTooLongEndTheConnection() {
        offer(MediaKind.DATA, 10, 0);
        assertThat(queue.poll(1001)).isNull();
        assertThat(queue.isOverrun()).isTrue();
    }

    @Test
    void whatIsDiscardedIsGoneAndNoLoss() {
        offer(MediaKind.KEY, 100, 0);
        queue.offer(frame(new StreamKey("live", "b"), MediaKind.KEY, 10), 0);
        queue.discard(A);
        assertThat(drain(0)).hasSize(1);
        assertThat(queue.bytes()).isZero();
        assertThat(queue.dropped()).isZero();
    }

    @Test
    void randomTrafficKeepsTheBoundsAndNeverLeavesAnInterFrameWithoutItsReference() {
        Seeds.of(7000, 200, 20_000).forEach(MediaQueueTest::runRandomTraffic);
    }

    private static void runRandomTraffic(long seed) {
        Random random = new Random(seed);
        MediaQueue queue = new MediaQueue(LIMITS);
        List<StreamKey> streams = List.of(A, new StreamKey("live", "b"), new StreamKey("x", "a"));
        MediaKind[] kinds = MediaKind.values();
        Map<StreamKey, Long> lastReference = new HashMap<>();
        Map<Long, Long> needs = new HashMap<>();
        Set<Long> indispensable = new HashSet<>();
        Set<Long> delivered = new HashSet<>();
        long offered = 0;
        long last = -1;
        long now = 0;
        for (int i = 0; i < 400; i++) {
            now += random.nextInt(4);
            if (random.nextInt(5) < 3) {
                StreamKey stream = streams.get(random.nextInt(streams.size()));
                MediaKind kind = kinds[random.nextInt(kinds.length)];
                int length = kind.isIndispensable() ? 5 : random.nextInt(1500);
                long sequence = offered++;
                queue.offer(new MediaFrame(stream, sequence, 9, 0, kind, new byte[length]), now);
                if (kind.isIndispensable()) {
                    indispensable.add(sequence);
                } else if (kind != MediaKind.AUDIO) {
                    if (kind != MediaKind.KEY) {
                        needs.put(sequence, lastReference.getOrDefault(stream, -1L));
                    }
                    if (kind != MediaKind.DISPOSABLE) {
                        lastReference.put(stream, sequence);
                    }
                }
            } else if (queue.poll(now) instanceof MediaFrame frame) {
                last = check(seed, frame, last, needs, delivered);
            }
            assertThat(queue.bytes()).as("seed " + seed).isLessThanOrEqualTo(LIMITS.bytes());
        }
        assertThat(queue.isOverrun()).as("seed " + seed).isFalse();
        while (queue.poll(now) instanceof MediaFrame frame) {
            last = check(seed, frame, last, needs, delivered);
        }
        assertThat(delivered).as("seed " + seed).containsAll(indispensable);
        assertThat(delivered.size() + queue.dropped()).as("seed " + seed).isEqualTo(offered);
        assertThat(queue.bytes()).as("seed " + seed).isZero();
    }

    private static long check(
            long seed, MediaFrame frame, long last, Map<Long, Long> needs, Set<Long> delivered) {
        assertThat(frame.sequence()).as("seed " + seed).isGreaterThan(last);
        long needed = needs.getOrDefault(frame.sequence(), -1L);
        if (needed >= 0) {
            assertThat(delivered).as("seed " + seed + ", " + frame).contains(needed);
        }
        delivered.add(frame.sequence());
        return frame.sequence();
    }

    @Test
    void nothingIsKeptOfAStreamThatIsNotWantedThoughFramesOfItWereDropped() {
        offer(MediaKind.KEY, 8000, 0);
        offer(MediaKind.INTER, 8000, 0);
        offer(MediaKind.AUDIO, 5000, 0);
        assertThat(queue.dropped()).isEqualTo(1);
        queue.discard(A);
        assertThat(queue.isEmpty()).isTrue();
        offer(MediaKind.INTER, 10, 0);
        assertThat(drain(0)).as("no key frame is waited for").containsExactly(MediaKind.INTER);
        assertThat(queue.dropped()).isEqualTo(1);
    }
}
