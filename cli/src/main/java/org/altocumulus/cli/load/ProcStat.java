package org.altocumulus.cli.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says of processes: proc(5). */
final class ProcStat {
    /** USER_HZ, which is 100 on all architectures in use. */
    private static final long MICROS_PER_TICK = 10_000;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    private final Path proc;

    /**
     * @param proc where the processes are, {@code /proc}
     */
    ProcStat(Path proc) {
        this.proc = proc;
    }

    /**
     * A process now.
     *
     * @param name of its program
     * @param cpuMicros processor time of all its threads since it began
     * @param rssKilobytes its resident memory
     */
    record Sample(String name, long cpuMicros, long rssKilobytes) {}

    /**
     * Looks at a process.
     *
     * @throws IOException if there is none, or this system has no /proc
     */
    Sample of(long pid) throws IOException {
        Path process = proc.resolve(Long.toString(pid));
        // The name may have anything in it, so that fields are counted from behind it.
        String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
        int nameEnd = stat.lastIndexOf(')');
        String[] fields = stat.substring(nameEnd + 1).strip().split(" ", -1);
        long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
        String name = stat.substring(stat.indexOf('(') + 1, nameEnd);
        return new Sample(name, ticks * MICROS_PER_TICK, residentKilobytes(process));
    }

    private static long residentKilobytes(Path process) throws IOException {
        for (String line : Files.readAllLines(process.resolve("status"), StandardCharsets.UTF_8)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("no resident memory of " + process);
    }
}
