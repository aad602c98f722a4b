package org.altocumulus.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.flv.FlvReader;
import org.altocumulus.protocol.flv.FlvTag;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Field cases 98, 110 and 117: what a recording says of times and tracks. */
class FlvRecorderTest {
    private static final long HOUR = 3_600_000;

    private final ByteArrayOutputStream pipe = new ByteArrayOutputStream();
    @TempDir private Path folder;

    private static RtmpMessage audio(long timestamp) {
        return message(MessageType.AUDIO, timestamp, "af0100");
    }

    private static RtmpMessage video(long timestamp) {
        return message(MessageType.VIDEO, timestamp, "17010000000000");
    }

    private static RtmpMessage message(int type, long timestamp, String payload) {
        return RtmpMessage.of(type, timestamp & 0xffff_ffffL, HexFormat.of().parseHex(payload));
    }

    private static List<FlvTag> tags(byte[] file) throws IOException {
        List<FlvTag> tags = new ArrayList<>();
        FlvReader reader = new FlvReader(new ByteArrayInputStream(file));
        for (FlvTag tag = reader.next(); tag != null; tag = reader.next()) {
            tags.add(tag);
        }
        assertThat(reader.truncated()).isFalse();
        return tags;
    }

    private static List<String> shown(byte[] file) throws IOException {
        return tags(file).stream().map(tag -> tag.type() + "@" + tag.timestamp()).toList();
    }

    private void record(RtmpMessage... messages) throws IOException {
        try (FlvRecorder recorder = new FlvRecorder(pipe)) {
            for (RtmpMessage message : messages) {
                recorder.write(message);
            }
        }
    }

    private Path recordFile(List<RtmpMessage> messages) throws IOException {
        Path file = folder.resolve("out.flv");
        var channel =
                Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FlvRecorder recorder = new FlvRecorder(FlvOutput.of(channel))) {
            for (RtmpMessage message : messages) {
                recorder.write(message);
            }
        }
        return file;
    }

    private static List<RtmpMessage> report(String name) throws IOException {
        return FlvSource.readAll(() -> open(name));
    }

    private static InputStream open(String name) {
        return FlvRecorderTest.class.getResourceAsStream(name + ".flv");
    }

    @ParameterizedTest
    @CsvSource({"novideo, 4", "noaudio, 1", "3s, 5"})
    void theHeaderAnnouncesTheTracksThatCame(String name, int flags) throws IOException {
        assertThat(Files.readAllBytes(recordFile(report(name)))[4]).isEqualTo((byte) flags);
        record(report(name).toArray(RtmpMessage[]::new));
        assertThat(pipe.toByteArray()[4]).isEqualTo((byte) flags);
        assertThat(tags(pipe.toByteArray())).hasSameSizeAs(report(name));
    }

    @Test
    void theHeaderOfAFileIsCorrectedWhenATrackComesLate() throws IOException {
        List<RtmpMessage> messages = new ArrayList<>();
        for (int time = 0; time < 3000; time += 20) {
            messages.add(audio(time));
        }
        messages.add(video(3000));
        byte[] file = Files.readAllBytes(recordFile(messages));
        assertThat(file[4]).isEqualTo((byte) 5);
        assertThat(tags(file)).hasSameSizeAs(messages);
    }

    @Test
    void anEmptyRecordingIsAFileWithoutTracks() throws IOException {
        record();
        assertThat(pipe.toByteArray()).hasSize(13);
        assertThat(pipe.toByteArray()[4]).isZero();
    }

    @ParameterizedTest
    @CsvSource({"8", "53", "700"})
    void earlyVideoKeepsItsDistanceToTheAudioThatCameFirst(int before) throws IOException {
        record(audio(HOUR), audio(HOUR + 23), video(HOUR - before), audio(HOUR + 46));
        assertThat(shown(pipe.toByteArray()))
                .containsExactly("8@" + before, "8@" + (before + 23), "9@0", "8@" + (before + 46));
    }

    @Test
    void aLatePlayersPictureIsSecondsOlderThanItsSound() throws IOException {
        record(audio(HOUR), video(HOUR - 2000), video(HOUR - 1960), audio(HOUR + 23));
        assertThat(shown(pipe.toByteArray())).containsExactly("8@2000", "9@0", "9@40", "8@2023");
    }

    @Test
    void aSecondPublicationFollowsTheFirst() throws IOException {
        try (FlvRecorder recorder = new FlvRecorder(pipe)) {
            for (long begin : List.of(0L, 0L, HOUR)) {
                for (int time = 0; time < 2000; time += 40) {
                    recorder.write(video(begin + time));
                    recorder.write(audio(begin + time + 10));
                }
            }
        }
        assertRisesWithoutGaps(pipe.toByteArray());
    }

    /** After a restart the clock may be anywhere, even where no step shows. */
    @Test
    void aPublicationOnAnotherConnectionFollowsTheFirst() throws IOException {
        try (FlvRecorder recorder = new FlvRecorder(pipe)) {
            for (long begin : List.of(500L, 9000L, 2500L)) {
                recorder.restart();
                for (int time = 0; time < 2000; time += 40) {
                    recorder.write(video(begin + time));
                    recorder.write(audio(begin + time + 10));
                }
            }
        }
        assertRisesWithoutGaps(pipe.toByteArray());
    }

    private static void assertRisesWithoutGaps(byte[] file) throws IOException {
        List<FlvTag> tags = tags(file);
        for (int type : List.of(FlvTag.AUDIO, FlvTag.VIDEO)) {
            List<Long> times =
                    tags.stream().filter(tag -> tag.type() == type).map(FlvTag::timestamp).toList();
            for (int i = 1; i < times.size(); i++) {
                assertThat(times.get(i) - times.get(i - 1)).as("step %d", i).isBetween(1L, 100L);
            }
        }
        assertThat(tags.get(tags.size() - 1).timestamp()).isBetween(5900L, 6200L);
    }

    @Test
    void dataOfAmf3IsWrittenAsAmf0AndWhatCannotBeIsLeftOut() throws IOException {
        record(
                message(MessageType.DATA_AMF3, 0, "00020001" + "78"),
                message(MessageType.DATA_AMF3, 0, "0a"),
                video(0));
        List<FlvTag> tags = tags(pipe.toByteArray());
        assertThat(tags).hasSize(2);
        assertThat(tags.get(0).type()).isEqualTo(FlvTag.DATA);
        assertThat(tags.get(0).body()).isEqualTo(HexFormat.of().parseHex("0200" + "0178"));
    }

    /** A channel whose device is full after some bytes, in the middle of a tag. */
    private static final class FullDisk implements SeekableByteChannel {
        private final SeekableByteChannel file;
        private final long room;

        FullDisk(SeekableByteChannel file, long room) {
            this.file = file;
            this.room = room;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            long left = room - file.position();
            if (left <= 0) {
                throw new IOException("No space left on device");
            }
            int count = (int) Math.min(left, bytes.remaining());
            ByteBuffer part = bytes.slice(bytes.position(), count);
            bytes.position(bytes.position() + count);
            return file.write(part);
        }

        @Override
        public int read(ByteBuffer bytes) throws IOException {
            return file.read(bytes);
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public SeekableByteChannel position(long position) throws IOException {
            file.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            file.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Test
    void aFullDiskLeavesAFileThatEndsWithAWholeTag() throws IOException {
        Path file = folder.resolve("full.flv");
        var channel =
                new FullDisk(
                        Files.newByteChannel(
                                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        1000);
        FlvRecorder recorder = new FlvRecorder(FlvOutput.of(channel));
        assertThatThrownBy(
                        () -> {
                            try (recorder) {
                                for (int time = 0; time < 10_000; time += 20) {
                                    recorder.write(audio(time));
                                }
                            }
                        })
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        byte[] bytes = Files.readAllBytes(file);
        assertThat(bytes.length).isBetween(900, 1000);
        assertThat(bytes[4]).isEqualTo((byte) 4);
        assertThat(tags(bytes)).hasSize((bytes.length - 13) / 18);
    }

    @Test
    @Timeout(30)
    void theThreadWritesAllBeforeItEnds() throws Exception {
        BlockingQueue<IOException> failures = new LinkedBlockingQueue<>();
        RecordingThread thread = new RecordingThread(new FlvRecorder(pipe), failures::add);
        for (int time = 0; time < 1000; time += 20) {
            thread.write(audio(time));
        }
        assertThat(thread.end(Duration.ofSeconds(20))).isTrue();
        assertThat(tags(pipe.toByteArray())).hasSize(50);
        assertThat(failures).isEmpty();
    }

    @Test
    @Timeout(30)
    void aReaderThatTakesNothingEndsTheRecordingAndHoldsNobodyUp() throws Exception {
        BlockingQueue<IOException> failures = new LinkedBlockingQueue<>();
        CountDownLatch stuck = new CountDownLatch(1);
        var out =
                new ByteArrayOutputStream() {
                    @Override
                    public void write(byte[] bytes) {
                        try {
                            stuck.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                };
        RecordingThread thread = new RecordingThread(new FlvRecorder(out), failures::add, 1 << 20);
        byte[] payload = new byte[100_000];
        payload[0] = (byte) 0xaf;
        payload[1] = 1;
        for (int i = 0; i < 100; i++) {
            thread.write(RtmpMessage.of(MessageType.AUDIO, i * 1000L, payload));
        }
        assertThat(failures.poll(20, TimeUnit.SECONDS))
                .hasMessage("too slow, 1 MiB wait to be written");
        assertThat(thread.end(Duration.ofMillis(50))).isFalse();
        stuck.countDown();
        assertThat(thread.end(Duration.ofSeconds(20))).isTrue();
        assertThat(failures).isEmpty();
    }
}
