package org.altocumulus.origin.hub;

import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.MediaKind;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

class LateJoinerCacheTest {
    private static final StreamKey A = new StreamKey("live", "a");

    private final LateJoinerCache cache = new LateJoinerCache(1000);
    private long sequence;

    private void add(MediaKind... kinds) {
        for (MediaKind kind : kinds) {
            cache.add(new MediaFrame(A, sequence++, 9, 0, kind, new byte[36]));
        }
    }

    private Object[] sequences() {
        return cache.messages().stream().map(MediaFrame::sequence).toArray();
    }

    @Test
    void theLastPrefaceAndAllSinceTheKeyFrameAreKeptInOrder() {
        add(MediaKind.VIDEO_CONFIG, MediaKind.METADATA, MediaKind.AUDIO, MediaKind.METADATA);
        add(MediaKind.KEY, MediaKind.INTER, MediaKind.KEY, MediaKind.AUDIO, MediaKind.INTER);
        assertThat(sequences()).containsExactly(0L, 3L, 6L, 7L, 8L);
    }

    @Test
    void aConfigurationAmongTheFramesStaysInItsPlaceUntilTheNextKeyFrame() {
        add(MediaKind.VIDEO_CONFIG, MediaKind.KEY, MediaKind.VIDEO_CONFIG, MediaKind.INTER);
        assertThat(sequences()).containsExactly(0L, 1L, 2L, 3L);
        add(MediaKind.KEY);
        assertThat(sequences()).containsExactly(2L, 4L);
    }

    @Test
    void withoutAKeyFrameForTooLongOnlyThePrefaceIsKept() {
        add(MediaKind.AUDIO_CONFIG, MediaKind.KEY, MediaKind.METADATA);
        for (int i = 0; i < 20; i++) {
            add(MediaKind.INTER);
        }
        assertThat(sequences()).containsExactly(0L, 2L);
        add(MediaKind.KEY);
        assertThat(sequences()).containsExactly(0L, 2L, 23L);
    }

    @Test
    void soundAloneHasNoHistory() {
        add(MediaKind.AUDIO_CONFIG, MediaKind.AUDIO, MediaKind.AUDIO);
        assertThat(sequences()).containsExactly(0L);
        cache.clear();
        assertThat(sequences()).isEmpty();
    }
}
