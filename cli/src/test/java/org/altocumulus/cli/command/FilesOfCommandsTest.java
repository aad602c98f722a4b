package org.altocumulus.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.FlvOutput;
import org.altocumulus.cli.client.MediaCount;
import org.altocumulus.protocol.flv.FlvWriter;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The files and pipes that publish and play use, and what they say of them. */
@Timeout(60)
class FilesOfCommandsTest {
    @TempDir private Path folder;

    private static void assertRefused(Path file, boolean force, String reason) {
        OutputFile output = new OutputFile(file.toString(), force);
        assertThatThrownBy(output::check)
                .isInstanceOf(CommandFailure.class)
                .hasMessage("cannot write " + file + ": " + reason);
    }

    @Test
    void aPlaceThatCannotBeWrittenIsNamedWithTheReason() throws Exception {
        Path file = Files.createFile(folder.resolve("old.flv"));
        assertRefused(folder, true, "is a directory");
        assertRefused(file, false, "exists already; --force overwrites it");
        Path none = folder.resolve("none");
        assertRefused(none.resolve("x.flv"), false, "no such directory: " + none);
        assertRefused(file.resolve("x.flv"), true, "not a directory: " + file);
    }

    @Test
    void aFileIsNotTouchedBeforeItIsOpenedAndOverwrittenOnlyByForce() throws Exception {
        Path file = Files.writeString(folder.resolve("old.flv"), "x".repeat(100));
        new OutputFile(file.toString(), true).check();
        assertThat(file).hasSize(100);
        assertThatThrownBy(() -> new OutputFile(file.toString(), false).open())
                .isInstanceOf(CommandFailure.class)
                .hasMessage("cannot write " + file + ": exists already");
        try (FlvOutput output = new OutputFile(file.toString(), true).open()) {
            output.write(FlvWriter.header(true, true));
            output.announce(false, true);
        }
        assertThat(file).hasBinaryContent(FlvWriter.header(false, true));
    }

    @Test
    void standardOutputNeedsNoFile() {
        OutputFile output = new OutputFile("-", false);
        assertThat(output.isStandardOutput()).isTrue();
        assertThatCode(output::check).doesNotThrowAnyException();
        assertThat(output.failed(new IOException("Broken pipe")))
                .isEqualTo("cannot write standard output: whoever reads it has gone (broken pipe)");
    }

    @Test
    void reasonsAreWords() {
        assertThat(FileErrors.reason(new NoSuchFileException("/x")))
                .isEqualTo("no such file or directory");
        assertThat(
                        FileErrors.reason(
                                new FileSystemException("/x", null, "No space left on device")))
                .isEqualTo("no space left on the device");
        assertThat(FileErrors.reason(new FileSystemException("/x", null, "Read-only file system")))
                .isEqualTo("read-only file system");
        assertThat(FileErrors.reason(new IOException())).isEqualTo("input or output failed");
    }

    @Test
    void aFileThatCannotBeReadIsNamedWithTheReason() {
        assertThatThrownBy(() -> new InputFile(folder.toString()).check())
                .hasMessage("cannot read " + folder + ": is a directory");
        Path none = folder.resolve("none.flv");
        assertThatThrownBy(() -> new InputFile(none.toString()).check())
                .hasMessage("cannot read " + none + ": no such file");
        assertThatCode(() -> new InputFile("-").check()).doesNotThrowAnyException();
    }

    /** Even to open it takes until somebody writes. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "pipes of POSIX systems")
    void whoWaitsForAPipeToWhichNobodyWritesIsLetGo() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        InputFile file = new InputFile(pipe.toString());
        file.check();
        assertThat(file.isReadOnce()).isTrue();
        assertThat(file).hasToString(pipe.toString());
        try (InputStream in = file.open()) {
            CompletableFuture<Integer> read =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return in.read();
                                } catch (IOException e) {
                                    throw new AssertionError(e);
                                }
                            });
            assertThat(read).isNotDone();
            file.stop();
            assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo(-1);
        }
        // Lets the thread go that opens it.
        Files.write(pipe, new byte[1]);
    }

    @Test
    void aFileWithoutANameIsNone() {
        assertThatThrownBy(() -> new InputFile("").check())
                .hasMessage("cannot read a file without a name");
        assertThatThrownBy(() -> new OutputFile("", true).check())
                .hasMessage("cannot write a file without a name");
    }

    @Test
    void standardInputArrivesWhole() throws Exception {
        byte[] bytes = new byte[3 << 20];
        new Random(1).nextBytes(bytes);
        try (StandardInput input = new StandardInput(() -> new ByteArrayInputStream(bytes))) {
            assertThat(input.readAllBytes()).isEqualTo(bytes);
            assertThat(input.read()).isEqualTo(-1);
        }
    }

    @Test
    void whoWaitsForStandardInputIsLetGo() throws Exception {
        try (PipedOutputStream nobodyWrites = new PipedOutputStream();
                PipedInputStream pipe = new PipedInputStream(nobodyWrites);
                StandardInput input = new StandardInput(() -> pipe)) {
            CompletableFuture<byte[]> read =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return input.readAllBytes();
                                } catch (IOException e) {
                                    throw new AssertionError(e);
                                }
                            });
            nobodyWrites.write("abc".getBytes(UTF_8));
            nobodyWrites.flush();
            input.end();
            assertThat(read.get(30, TimeUnit.SECONDS)).hasSizeLessThanOrEqualTo(3);
        }
    }

    @Test
    void progressIsALineASecondOrStaysInItsPlaceOnATerminal() {
        MediaCount count = new MediaCount();
        count.add(RtmpMessage.of(MessageType.VIDEO, 0, new byte[125_000]));
        StringWriter lines = new StringWriter();
        try (Progress progress = new Progress(new PrintWriter(lines, true), true, false, count)) {
            progress.draw(1);
            progress.draw(2);
        }
        assertThat(lines.toString().lines())
                .containsExactly(
                        "1 s: 0 audio, 1 video, 0 data messages, 125000 bytes, 1000 kbit/s",
                        "2 s: 0 audio, 1 video, 0 data messages, 125000 bytes, 0 kbit/s");
        StringWriter terminal = new StringWriter();
        try (Progress progress =
                new Progress(new PrintWriter(terminal, true), false, true, count)) {
            progress.draw(1);
            progress.draw(2);
            progress.say(new PrintWriter(terminal, true), "news");
        }
        assertThat(terminal.toString())
                .startsWith("\r1 s: ")
                .contains(" kbit/s   \r")
                .endsWith("news\n");
        assertThat(terminal.toString().lines()).hasSize(1 + 4);
    }
}
