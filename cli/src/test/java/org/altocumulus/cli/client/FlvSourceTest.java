package org.altocumulus.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.flv.FlvException;
import org.altocumulus.protocol.flv.FlvTag;
import org.altocumulus.protocol.flv.FlvWriter;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Field case 102, with the files of the reports: 3 s of a picture of 48 x 32 and a sine. */
class FlvSourceTest {
    private static final byte[] AUDIO = {(byte) 0xaf, 1, 0};
    private static final byte[] KEY_FRAME = {0x17, 1, 0, 0, 0, 0};

    private final List<String> jumps = new ArrayList<>();

    /** Tags of a file that is made here. */
    private static FlvTag tag(int type, long timestamp) {
        return new FlvTag(type, timestamp & 0xffff_ffffL, type == FlvTag.AUDIO ? AUDIO : KEY_FRAME);
    }

    private static byte[] file(FlvTag... tags) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (FlvWriter writer = new FlvWriter(bytes, true, true)) {
            for (FlvTag tag : tags) {
                writer.write(tag);
            }
        }
        return bytes.toByteArray();
    }

    private FlvSource source(byte[] file, boolean loop) throws IOException {
        return new FlvSource(
                () -> new ByteArrayInputStream(file),
                loop,
                (at, by) -> jumps.add(at + " by " + by));
    }

    private static byte[] report(String name) throws IOException {
        try (InputStream in = FlvSourceTest.class.getResourceAsStream(name + ".flv")) {
            return in.readAllBytes();
        }
    }

    private static List<FlvSource.Due> all(FlvSource source) {
        List<FlvSource.Due> messages = new ArrayList<>();
        for (FlvSource.Due due = source.next(); due != null; due = source.next()) {
            messages.add(due);
        }
        return messages;
    }

    private static List<Long> times(List<FlvSource.Due> messages) {
        return messages.stream().map(FlvSource.Due::millis).toList();
    }

    private static List<FlvSource.Due> frames(List<FlvSource.Due> messages, int type) {
        return messages.stream()
                .filter(due -> due.message().type() == type)
                .filter(due -> !MediaKind.of(due.message()).isConfiguration())
                .toList();
    }

    private static void assertRises(List<FlvSource.Due> messages, long longestStep) {
        for (int type : List.of(MessageType.AUDIO, MessageType.VIDEO)) {
            List<Long> times = times(frames(messages, type));
            for (int i = 1; i < times.size(); i++) {
                assertThat(times.get(i) - times.get(i - 1))
                        .as("step %d of type %d", i, type)
                        .isBetween(0L, longestStep);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "3s, 0",
        "shift_3600000, 0",
        "wrap, 0",
        "jump_600000, 1",
        "jump_-2000, 1",
    })
    void filesOfTheReportsTakeThreeSecondsAndTheirTimesRise(String name, int clockJumps)
            throws IOException {
        FlvSource source = source(report(name), false);
        List<FlvSource.Due> messages = all(source);
        assertThat(messages).hasSameSizeAs(all(source(report("3s"), false)));
        assertThat(messages.get(0).millis()).isLessThanOrEqualTo(MediaTimeline.LATEST_START);
        long first = frames(messages, MessageType.VIDEO).get(0).millis();
        // The maker of the files cut times below 0 to 0, so one lost some frames' distance.
        assertThat(source.position() - first).isBetween(2400L, 3200L);
        assertRises(messages, 250);
        assertThat(jumps).hasSize(clockJumps);
        assertThat(source.fault()).isEmpty();
        for (FlvSource.Due due : messages) {
            assertThat(due.message().timestamp()).isEqualTo(due.millis());
        }
    }

    @Test
    void theTimesOfAUsualFileStayAsTheyAre() throws IOException {
        List<FlvSource.Due> messages =
                all(source(file(tag(8, 23), tag(9, 0), tag(8, 46), tag(9, 40)), false));
        assertThat(times(messages)).containsExactly(23L, 0L, 46L, 40L);
    }

    @Test
    void audioAndVideoStayAsFarApartAsTheyWereWhereverTheClockBegins() throws IOException {
        long hour = 3_600_000;
        List<FlvSource.Due> messages =
                all(source(file(tag(8, hour + 53), tag(9, hour), tag(8, hour + 76)), false));
        assertThat(times(messages)).containsExactly(1000L, 947L, 1023L);
    }

    @Test
    void theClockMayWrapInsideAFile() throws IOException {
        List<FlvTag> tags = new ArrayList<>();
        long begin = (1L << 32) - 3000;
        for (long time = 0; time < 6000; time += 40) {
            tags.add(tag(FlvTag.VIDEO, begin + time));
            tags.add(tag(FlvTag.AUDIO, begin + time + 11));
        }
        FlvSource source = source(file(tags.toArray(FlvTag[]::new)), false);
        List<FlvSource.Due> messages = all(source);
        assertThat(messages).hasSize(300);
        assertThat(source.position()).isEqualTo(1000 + 5960 + 11);
        assertRises(messages, 40);
        assertThat(jumps).isEmpty();
    }

    /** Recorders write metadata and codec headers at 0 in the middle as well. */
    @Test
    void timesOfHeadersAreNoJumps() throws IOException {
        FlvTag header = new FlvTag(FlvTag.VIDEO, 0, new byte[] {0x17, 0, 0, 0, 0, 1});
        FlvTag metadata = new FlvTag(FlvTag.DATA, 0, new byte[] {2, 0, 1, 'x'});
        List<FlvSource.Due> messages =
                all(
                        source(
                                file(
                                        metadata,
                                        header,
                                        tag(9, 3_600_000),
                                        tag(9, 3_600_040),
                                        header,
                                        metadata,
                                        tag(9, 3_600_080)),
                                false));
        assertThat(times(messages)).containsExactly(0L, 0L, 1000L, 1040L, 1040L, 1040L, 1080L);
        assertThat(jumps).isEmpty();
    }

    @Test
    void aPauseOfSomeSecondsStaysAndALongerOneIsBridgedAndTold() throws IOException {
        List<FlvSource.Due> messages =
                all(source(file(tag(9, 0), tag(9, 40), tag(9, 9000), tag(9, 30_000)), false));
        assertThat(times(messages)).containsExactly(0L, 40L, 9000L, 10_000L);
        assertThat(jumps).containsExactly("9000 by 21000");
    }

    /** Around a step of the clock some tags of one type still have the time before. */
    @ParameterizedTest
    @ValueSource(longs = {-2000, -600_000, 600_000})
    void aStepOfTheClockIsBridgedOnceAlthoughTagsAreMixed(long step) throws IOException {
        long base = 1_000_000;
        FlvSource source =
                source(
                        file(
                                tag(9, base),
                                tag(8, base + 10),
                                tag(9, base + 40),
                                tag(9, base + 80 + step),
                                tag(8, base + 50),
                                tag(9, base + 120 + step),
                                tag(8, base + 90 + step),
                                tag(9, base + 160 + step),
                                tag(8, base + 130 + step)),
                        false);
        List<FlvSource.Due> messages = all(source);
        assertRises(messages, 80);
        assertThat(source.position()).isEqualTo(1160);
        assertThat(times(frames(messages, FlvTag.AUDIO)))
                .containsExactly(1010L, 1050L, 1090L, 1130L);
        assertThat(jumps).hasSize(1);
    }

    @Test
    void aLoopGoesOnOneFrameBehindTheEnd() throws IOException {
        FlvSource source = source(file(tag(9, 500), tag(9, 540), tag(9, 580)), true);
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            times.add(source.next().millis());
        }
        assertThat(times).containsExactly(500L, 540L, 580L, 620L, 660L, 700L, 740L);
        assertThat(jumps).isEmpty();
    }

    @Test
    void aFileWithoutTimesIsLoopedOnceASecondAndSoSaid() throws IOException {
        byte[] file = report("all_zero");
        int tags = all(source(file, false)).size();
        FlvSource source = source(file, true);
        for (int pass = 0; pass < 5; pass++) {
            for (int i = 0; i < tags; i++) {
                long from = pass * FlvSource.TIMELESS_PASS;
                assertThat(source.next().millis()).isBetween(from, from + 500);
            }
        }
        assertThat(source.isTimeless()).isTrue();
        FlvSource usual = source(report("3s"), false);
        all(usual);
        assertThat(usual.isTimeless()).isFalse();
    }

    @Test
    void aLoopOverNothingEnds() throws IOException {
        FlvSource source = source(file(), true);
        assertThat(source.next()).isNull();
        assertThat(source.tags()).isZero();
        assertThat(source.fault()).isEmpty();
    }

    @Test
    void aTruncatedFileSaysWhereAndWhatCameBeforeIsRead() throws IOException {
        byte[] whole = file(tag(9, 0), tag(9, 40));
        FlvSource source = source(Arrays.copyOf(whole, whole.length - 6), false);
        assertThat(all(source)).hasSize(1);
        assertThat(source.fault())
                .hasValue(
                        "the file is truncated: it ends at byte 49, inside the tag that begins at"
                                + " byte 34");
        FlvSource looped = source(Arrays.copyOf(whole, whole.length - 6), true);
        for (int i = 0; i < 5; i++) {
            assertThat(looped.next().millis()).isEqualTo(i * (i == 0 ? 0 : 1040L));
        }
    }

    @Test
    void aFileThatCannotBeReadOnSaysWhyAndWhatCameBeforeIsRead() throws IOException {
        byte[] file = file(tag(9, 0), tag(9, 40));
        InputStream broken =
                new SequenceInputStream(
                        new ByteArrayInputStream(file, 0, 40),
                        new InputStream() {
                            @Override
                            public int read() throws IOException {
                                throw new IOException("the disk is gone");
                            }

                            @Override
                            public int read(byte[] bytes, int offset, int length)
                                    throws IOException {
                                throw new IOException("the disk is gone");
                            }
                        });
        FlvSource source = new FlvSource(() -> broken, false);
        assertThat(all(source)).hasSize(1);
        assertThat(source.fault()).hasValue("the disk is gone");
    }

    @ParameterizedTest
    @CsvSource({"'', nothing", "FL, 2 bytes", "not an FLV file, expected 464c56 (FLV)"})
    void whatIsNoFlvIsRefusedAtOnce(String text, String expected) {
        byte[] file = text.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> source(file, false))
                .isInstanceOf(FlvException.class)
                .hasMessageContaining(expected);
    }
}
