package org.altocumulus.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcStatTest {
    @TempDir private Path proc;
    private ProcStat stat;

    @BeforeEach
    void self() throws IOException {
        stat = new ProcStat(proc);
        process(ProcessHandle.current().pid(), "java", 0, 0);
    }

    /** A process with so many ticks in user and in system mode. */
    private void process(long pid, String name, long ticks, long kilobytes) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                pid
                        + " ("
                        + name
                        + ") S 1 2 3 4 5 6 7 8 9 10 "
                        + ticks
                        + " "
                        + ticks
                        + " 0 0 20 0 1\n");
        Files.writeString(
                folder.resolve("status"),
                "Name:\t" + name + "\nVmHWM:\t 999 kB\nVmRSS:\t  " + kilobytes + " kB\n");
    }

    @Test
    void timeAndMemoryAreReadWhateverTheNameIs() throws IOException {
        process(42, "a) S 1 (b", 150, 2048);
        assertThat(stat.of(42)).isEqualTo(new ProcStat.Sample("a) S 1 (b", 3_000_000, 2048));
    }

    @Test
    void aProcessThatIsNotThereHasNone() {
        assertThatThrownBy(() -> stat.of(43)).isInstanceOf(IOException.class);
    }

    @Test
    void theUseOfServersIsToldTogetherAndForEachPieceOfWork() throws IOException {
        process(42, "origin", 100, 1000);
        process(43, "edge", 200, 2000);
        Usage usage = new Usage(stat, List.of(42L, 43L));
        usage.sample(Usage.Moment.BEFORE);
        process(42, "origin", 110, 1100);
        usage.sample(Usage.Moment.START);
        process(42, "origin", 120, 1200);
        process(43, "edge", 230, 2300);
        process(ProcessHandle.current().pid(), "java", 5, 0);
        usage.sample(Usage.Moment.END);

        ObjectNode json = JsonNodeFactory.instance.objectNode();
        usage.write(json, "message", 1000);
        // 10 and 30 ticks of 10 ms in each mode
        assertThat(json.at("/server/cpuSeconds").asDouble()).isEqualTo(0.8);
        assertThat(json.at("/server/cpuMicrosPerMessage").asDouble()).isEqualTo(800);
        assertThat(json.at("/server/rssKilobytesBefore").asLong()).isEqualTo(3000);
        assertThat(json.at("/server/rssKilobytesAfter").asLong()).isEqualTo(3500);
        assertThat(json.at("/server/processes/1/name").asText()).isEqualTo("edge");
        assertThat(json.at("/server/processes/1/cpuSeconds").asDouble()).isEqualTo(0.6);
        assertThat(json.at("/generator/cpuMicrosPerMessage").asDouble()).isEqualTo(100);
        assertThat(usage.serverCpuMicros(Usage.Moment.BEFORE, Usage.Moment.START))
                .isEqualTo(200_000);
    }

    @Test
    void aServerThatEndedHasNoFiguresAndNeitherHaveAllTogether() throws IOException {
        process(42, "origin", 100, 1000);
        Usage usage = new Usage(stat, List.of(42L));
        usage.sample(Usage.Moment.BEFORE);
        usage.sample(Usage.Moment.START);
        Files.delete(proc.resolve("42/stat"));
        usage.sample(Usage.Moment.END);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        usage.write(json, "message", 1000);
        assertThat(json.at("/server/processes/0/ended").asBoolean()).isTrue();
        assertThat(json.path("server").has("cpuSeconds")).isFalse();
        assertThat(json.path("generator").has("cpuSeconds")).isTrue();
    }
}
