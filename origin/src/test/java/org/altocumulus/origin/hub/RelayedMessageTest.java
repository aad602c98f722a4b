package org.altocumulus.origin.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.MediaKind;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

class RelayedMessageTest {
    private static final StreamKey A = new StreamKey("live", "a");

    private final LateJoinCache<RelayedMessage> cache = new LateJoinCache<>(1000, 10_000);
    private long sequence;

    private void add(MediaKind... kinds) {
        for (MediaKind kind : kinds) {
            cache.add(RelayedMessage.of(new MediaFrame(A, sequence++, 9, 0, kind, new byte[36])));
        }
    }

    private void add(MediaKind kind, String handler, String... arguments) {
        List<AmfValue> values = List.of(arguments).stream().map(AmfValue::of).toList();
        byte[] payload = new DataMessage(handler, values).encode(0).payload().rest();
        cache.add(
                RelayedMessage.of(
                        new MediaFrame(A, sequence++, MessageType.DATA_AMF0, 0, kind, payload)));
    }

    private Object[] sequences() {
        return cache.contents().stream().map(message -> message.media().sequence()).toArray();
    }

    @Test
    void theLastHeadersAndAllSinceTheKeyFrameAreKept() {
        add(MediaKind.VIDEO_CONFIG, MediaKind.METADATA, MediaKind.AUDIO, MediaKind.METADATA);
        add(MediaKind.KEY, MediaKind.INTER, MediaKind.KEY, MediaKind.AUDIO, MediaKind.INTER);
        assertThat(sequences()).containsExactly(3L, 0L, 6L, 7L, 8L);
    }

    @Test
    void allDataThatWasSetIsKeptEachUnderItsName() {
        add(MediaKind.METADATA, "@setDataFrame", "onMetaData", "1");
        add(MediaKind.METADATA, "@setDataFrame", "onCuePoint", "2");
        add(MediaKind.METADATA, "onMetaData", "3");
        assertThat(sequences()).containsExactly(1L, 2L);
        add(MediaKind.DATA, "@clearDataFrame", "onCuePoint");
        assertThat(sequences()).containsExactly(2L);
    }

    @Test
    void dataOfTheMomentIsNotKeptUnderAName() {
        add(MediaKind.DATA, "chat", "hello");
        add(MediaKind.DATA, "@setDataFrame", "of an edge that says otherwise");
        assertThat(sequences()).isEmpty();
    }

    @Test
    void withoutAKeyFrameForTooLongOnlyTheHeadersAreKept() {
        add(MediaKind.AUDIO_CONFIG, MediaKind.KEY, MediaKind.METADATA);
        for (int i = 0; i < 20; i++) {
            add(MediaKind.INTER);
        }
        assertThat(sequences()).containsExactly(2L, 0L);
        add(MediaKind.KEY);
        assertThat(sequences()).containsExactly(2L, 0L, 23L);
    }

    @Test
    void soundAloneHasNoHistory() {
        add(MediaKind.AUDIO_CONFIG, MediaKind.AUDIO, MediaKind.AUDIO);
        assertThat(sequences()).containsExactly(0L);
    }
}
