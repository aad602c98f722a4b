package org.altocumulus.protocol.flv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RecordedMessages;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlvTest {
    private static final String HEADER = "464c5601 05 00000009 00000000";
    private static final String AUDIO = "08 000004 00000a 00 000000 af001210 0000000f";
    private static final String VIDEO = "09 000002 000017 01 000000 1700 0000000d";

    @Test
    void headerAndTagsAreWrittenAsTheFormatSays() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (FlvWriter writer = new FlvWriter(bytes, true, true)) {
            writer.write(new FlvTag(FlvTag.AUDIO, 10, Vectors.hex("af001210")));
            writer.write(new FlvTag(FlvTag.VIDEO, 0x0100_0017L, Vectors.hex("1700")));
            assertThat(writer.written()).isEqualTo(bytes.size());
        }
        assertThat(bytes.toByteArray()).isEqualTo(Vectors.hex(HEADER + AUDIO + VIDEO));
    }

    @Test
    void headerAndTagsAreRead() throws IOException {
        FlvReader reader = reader(HEADER + AUDIO + VIDEO);
        FlvTag audio = reader.next();
        assertThat(audio.type()).isEqualTo(FlvTag.AUDIO);
        assertThat(audio.timestamp()).isEqualTo(10);
        assertThat(audio.body()).isEqualTo(Vectors.hex("af001210"));
        FlvTag video = reader.next();
        assertThat(video.type()).isEqualTo(FlvTag.VIDEO);
        assertThat(video.timestamp()).isEqualTo(0x0100_0017L);
        assertThat(reader.next()).isNull();
        assertThat(reader.next()).isNull();
        assertThat(reader.truncated()).isFalse();
        assertThat(reader.skipped()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"00, false, false", "01, false, true", "04, true, false", "ff, true, true"})
    void theHeaderAnnouncesAudioAndVideo(String flags, boolean audio, boolean video)
            throws IOException {
        FlvReader reader = reader("464c5601" + flags + "00000009 00000000");
        assertThat(reader.announcesAudio()).isEqualTo(audio);
        assertThat(reader.announcesVideo()).isEqualTo(video);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new FlvWriter(bytes, audio, video).close();
        FlvReader again = new FlvReader(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(again.announcesAudio()).isEqualTo(audio);
        assertThat(again.announcesVideo()).isEqualTo(video);
    }

    @Test
    void recordedMessagesComeBackFromAFile() throws IOException, WireException {
        List<FlvTag> tags = new ArrayList<>();
        for (RtmpMessage message : RecordedMessages.all()) {
            int type = message.type();
            if (type == MessageType.AUDIO
                    || type == MessageType.VIDEO
                    || type == MessageType.DATA_AMF0) {
                tags.add(new FlvTag(type, message.timestamp(), message.payload().rest()));
            }
        }
        assertThat(tags).hasSizeGreaterThan(30);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (FlvWriter writer = new FlvWriter(bytes, true, true)) {
            for (FlvTag tag : tags) {
                writer.write(tag);
            }
        }
        FlvReader reader = new FlvReader(new ByteArrayInputStream(bytes.toByteArray()));
        for (FlvTag tag : tags) {
            assertThat(reader.next()).usingRecursiveComparison().isEqualTo(tag);
        }
        assertThat(reader.next()).isNull();
        assertThat(reader.offset()).isEqualTo(bytes.size());
    }

    @Test
    void aFileCutAnywhereBehindItsHeaderEndsWithItsLastWholeTag() throws IOException {
        byte[] file = Vectors.hex(HEADER + AUDIO + VIDEO);
        int audioEnd = 13 + 19;
        for (int length = 9; length <= file.length; length++) {
            FlvReader reader = new FlvReader(new ByteArrayInputStream(Arrays.copyOf(file, length)));
            int tags = 0;
            while (reader.next() != null) {
                tags++;
            }
            int whole = (length >= audioEnd - 4 ? 1 : 0) + (length >= file.length - 4 ? 1 : 0);
            assertThat(tags).as("cut to %d bytes", length).isEqualTo(whole);
            boolean atABoundary = length <= 13 || length == audioEnd || length == file.length;
            assertThat(reader.truncated()).as("cut to %d bytes", length).isEqualTo(!atABoundary);
        }
    }

    @Test
    void wrongSizesBetweenTagsAreTolerated() throws IOException {
        FlvReader reader =
                reader(
                        HEADER.replace("00000000", "12345678")
                                + AUDIO.replace("0000000f", "ffffffff")
                                + VIDEO);
        assertThat(reader.next()).isNotNull();
        assertThat(reader.next()).isNotNull();
        assertThat(reader.next()).isNull();
    }

    @Test
    void encryptedTagsAndOtherTypesArePassedOver() throws IOException {
        String encrypted = "28 000001 000000 00 000000 ff 0000000c";
        String unknown = "0b 000000 000000 00 000000 0000000b";
        FlvReader reader = reader(HEADER + encrypted + unknown + AUDIO);
        assertThat(reader.next().timestamp()).isEqualTo(10);
        assertThat(reader.skipped()).isEqualTo(2);
    }

    @Test
    void aLongerHeaderIsPassedOver() throws IOException {
        FlvReader reader = reader("464c5601 05 0000000c aabbcc 00000000" + AUDIO);
        assertThat(reader.next().timestamp()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "464c56",
                "464c5601 05 000000",
                "000001ba 05 00000009 00000000", // MPEG
                "464c5602 05 00000009 00000000",
                "464c5601 05 00000008 00000000",
                "464c5601 05 ffffffff 00000000"
            })
    void whatIsNoFlvIsRefused(String hex) {
        assertThatThrownBy(() -> reader(hex))
                .isInstanceOf(FlvException.class)
                .hasMessageContaining("expected");
    }

    @Test
    void aTagAboveTheBoundIsRefusedWithItsPlace() throws IOException {
        FlvReader reader = reader(HEADER + AUDIO + "09 ffffff 000000 00 000000 00");
        assertThat(reader.next()).isNotNull();
        assertThatThrownBy(reader::next)
                .isInstanceOfSatisfying(
                        FlvException.class, e -> assertThat(e.offset()).isEqualTo(32));
    }

    @Test
    void damagedFilesAreReadOrRefused() {
        List<byte[]> samples = List.of(Vectors.hex(HEADER + AUDIO + VIDEO + AUDIO));
        Mutations.mutateAll(
                samples,
                bytes -> {
                    try {
                        FlvReader reader = new FlvReader(new ByteArrayInputStream(bytes), 1 << 16);
                        for (FlvTag tag = reader.next(); tag != null; tag = reader.next()) {
                            assertThat(tag.body().length).isLessThan(bytes.length);
                        }
                        assertThat(reader.offset()).isEqualTo(bytes.length);
                    } catch (FlvException e) {
                        assertThat(e.offset()).isBetween(0L, (long) bytes.length);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
    }

    @Test
    void tagsThatCannotBeWrittenAreOurError() {
        byte[] none = new byte[0];
        assertThatThrownBy(() -> new FlvTag(10, 0, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FlvTag(8, 1L << 32, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FlvTag(8, 0, new byte[1 << 24]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static FlvReader reader(String hex) throws IOException {
        return new FlvReader(new ByteArrayInputStream(Vectors.hex(hex)));
    }
}
