package org.altocumulus.edge.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LateJoinCacheTest {
    private final LateJoinCache<StreamMessage> cache =
            settings(10_000, Duration.ofSeconds(10)).newCache();

    @Test
    void keepsHeadersAndAllFromTheLastKeyFrameOn() {
        add(0, Media.AVC_HEADER);
        add(1, Media.INTER);
        add(2, Media.KEY);
        add(3, Media.INTER);
        add(4, Media.KEY);
        cache.add(StreamMessage.media(Media.audio(5, Media.AAC, 0)));
        cache.add(StreamMessage.media(Media.audio(0, Media.AAC_HEADER, 0)));
        add(6, Media.INTER);
        assertThat(timestamps()).isEqualTo("0 0 4 5 6");
    }

    @Test
    void tooManyBytesMeanTheNextKeyFrame() {
        add(0, Media.KEY);
        cache.add(StreamMessage.media(Media.video(1, Media.INTER, 11_000)));
        assertThat(timestamps()).isEmpty();
        add(2, Media.INTER);
        assertThat(timestamps()).isEmpty();
        add(3, Media.KEY);
        assertThat(timestamps()).isEqualTo("3");
    }

    @Test
    void emptyMessagesCountToo() {
        add(0, Media.KEY);
        for (int i = 0; i < 1000; i++) {
            cache.add(StreamMessage.media(Media.audio(0, "", 0)));
        }
        assertThat(cache.contents()).isEmpty();
    }

    @Test
    void tooMuchTimeMeansTheNextKeyFrameAlsoWhereTheClockWraps() {
        add(0xffff_ff00L, Media.KEY);
        add(9000, Media.INTER);
        assertThat(cache.contents()).hasSize(2);
        add(10_000, Media.INTER);
        assertThat(cache.contents()).isEmpty();
    }

    @Test
    void newConfigurationMakesOlderFramesUseless() {
        add(0, Media.AVC_HEADER);
        add(1, Media.KEY);
        add(2, Media.AVC_HEADER);
        assertThat(timestamps()).isEqualTo("2 1");
        add(3, Media.AVC_HEADER + "77");
        assertThat(timestamps()).isEqualTo("3");
    }

    @Test
    void aHeaderThatComesAgainUnchangedLosesNothing() {
        add(0, Media.AVC_HEADER);
        add(1, Media.KEY);
        add(2, Media.INTER);
        add(3, Media.AVC_HEADER);
        add(4, Media.INTER);
        assertThat(timestamps()).isEqualTo("3 1 2 4");
    }

    /** An encoder that ends with an empty header: whoever joins gets the one with a record. */
    @ParameterizedTest
    @ValueSource(strings = {"17", "1700", "1700000000", "af00", "af"})
    void aHeaderWithoutARecordTakesNoOthersPlace(String broken) {
        boolean audio = broken.startsWith("af");
        add(0, Media.AVC_HEADER);
        cache.add(StreamMessage.media(Media.audio(0, Media.AAC_HEADER, 0)));
        add(1, Media.KEY);
        RtmpMessage message = audio ? Media.audio(2, broken, 0) : Media.video(2, broken, 0);
        cache.add(StreamMessage.media(message));
        assertThat(timestamps()).isEqualTo("0 0 1 2");
        assertThat(hex(cache.head().get(0).message())).endsWith(Media.AAC_HEADER);
        assertThat(hex(cache.head().get(1).message())).endsWith(Media.AVC_HEADER);
    }

    private static String hex(RtmpMessage message) {
        return HexFormat.of().formatHex(message.encoded());
    }

    @Test
    void withoutBytesOnlyHeadersAreKept() {
        LateJoinCache<StreamMessage> small = settings(0, Duration.ofSeconds(10)).newCache();
        small.add(StreamMessage.media(Media.video(0, Media.AVC_HEADER, 0)));
        small.add(StreamMessage.media(Media.video(1, Media.KEY, 0)));
        assertThat(small.contents()).hasSize(1);
    }

    @Test
    void dataIsKeptByHandlerAndBounded() throws WireException {
        for (int i = 0; i < 40; i++) {
            cache.add(frame("handler" + i % 20, "value " + i));
        }
        assertThat(cache.contents()).hasSize(16);
        assertThat(cache.contents().get(15).frame()).isEqualTo("handler19");
        cache.add(frame("large", "x".repeat(300_000)));
        assertThat(cache.contents()).hasSize(16);
        for (int i = 0; i < 10; i++) {
            cache.add(frame("wide" + i, "x".repeat(100_000)));
        }
        assertThat(cache.contents()).hasSize(2);
    }

    private static StreamMessage frame(String handler, String value) throws WireException {
        List<AmfValue> arguments = List.of(AmfValue.of(handler), AmfValue.of(value));
        return DataFrames.read(new DataMessage("@setDataFrame", arguments).encode(0));
    }

    private void add(long timestamp, String payload) {
        cache.add(StreamMessage.media(Media.video(timestamp, payload, 0)));
    }

    private String timestamps() {
        return cache.contents().stream()
                .map(StreamMessage::message)
                .map(RtmpMessage::timestamp)
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    private static StreamSettings settings(int bytes, Duration time) {
        return StreamFixtures.with(StreamFixtures.SETTINGS, bytes, time);
    }
}
