package org.altocumulus.cli.load;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the servers and this process used, by samples at the times that matter. A server that ends
 * in between has no figures.
 */
final class Usage {
    /** When samples are taken. */
    enum Moment {
        /** Before anything is sent. */
        BEFORE,
        /** When what is measured begins. */
        START,
        /** When it has ended. */
        END
    }

    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final ProcStat processes;
    private final List<Long> servers;
    private final long self = ProcessHandle.current().pid();
    private final Map<Moment, Map<Long, ProcStat.Sample>> samples = new LinkedHashMap<>();
    private final Map<Moment, Long> compiling = new LinkedHashMap<>();

    /**
     * @param servers their process ids, perhaps none
     */
    Usage(ProcStat processes, List<Long> servers) {
        this.processes = processes;
        this.servers = List.copyOf(servers);
    }

    /** Takes samples. */
    void sample(Moment moment) {
        Map<Long, ProcStat.Sample> now = new LinkedHashMap<>();
        List<Long> all = new ArrayList<>(servers);
        all.add(self);
        for (long pid : all) {
            try {
                now.put(pid, processes.of(pid));
            } catch (IOException | RuntimeException e) {
                // It has ended, or there is no /proc: there are no figures then.
            }
        }
        samples.put(moment, now);
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
            compiling.put(moment, compiler.getTotalCompilationTime());
        }
    }

    /** Whether there are processes of servers to tell of. */
    boolean hasServers() {
        return !servers.isEmpty();
    }

    /** Processor time of all servers between two moments, or -1 if that is not known. */
    long serverCpuMicros(Moment from, Moment to) {
        long sum = servers.isEmpty() ? -1 : 0;
        for (long pid : servers) {
            long of = cpuMicros(pid, from, to);
            if (of < 0) {
                return -1;
            }
            sum += of;
        }
        return sum;
    }

    /** Processor time of this process, or -1 if that is not known. */
    long ownCpuMicros(Moment from, Moment to) {
        return cpuMicros(self, from, to);
    }

    private long cpuMicros(long pid, Moment from, Moment to) {
        ProcStat.Sample first = sample(from, pid);
        ProcStat.Sample last = sample(to, pid);
        return first == null || last == null ? -1 : last.cpuMicros() - first.cpuMicros();
    }

    /** Resident memory of all servers, or -1 if that is not known. */
    long serverKilobytes(Moment moment) {
        long sum = servers.isEmpty() ? -1 : 0;
        for (long pid : servers) {
            ProcStat.Sample sample = sample(moment, pid);
            if (sample == null) {
                return -1;
            }
            sum += sample.rssKilobytes();
        }
        return sum;
    }

    private ProcStat.Sample sample(Moment moment, long pid) {
        return samples.getOrDefault(moment, Map.of()).get(pid);
    }

    /**
     * Writes what was used in the measured time, altogether and for one piece of work.
     *
     * @param work such as "handshake"
     * @param count how many of it there were
     */
    void write(ObjectNode report, String work, long count) {
        if (hasServers()) {
            ObjectNode server = report.putObject("server");
            cpu(server, serverCpuMicros(Moment.START, Moment.END), work, count);
            memory(server, serverKilobytes(Moment.BEFORE), serverKilobytes(Moment.END));
            ArrayNode each = server.putArray("processes");
            for (long pid : servers) {
                write(each.addObject(), pid);
            }
        }
        ObjectNode generator = report.putObject("generator");
        cpu(generator, ownCpuMicros(Moment.START, Moment.END), work, count);
        Long before = compiling.get(Moment.START);
        Long after = compiling.get(Moment.END);
        if (before != null && after != null) {
            generator.put("compileSeconds", Rounded.of((after - before) / MILLIS_PER_SECOND));
        }
    }

    private void write(ObjectNode to, long pid) {
        ProcStat.Sample last = sample(Moment.END, pid);
        to.put("pid", pid);
        if (last == null) {
            to.put("ended", true);
            return;
        }
        to.put("name", last.name());
        to.put("cpuSeconds", seconds(cpuMicros(pid, Moment.START, Moment.END)));
        ProcStat.Sample first = sample(Moment.BEFORE, pid);
        memory(to, first == null ? -1 : first.rssKilobytes(), last.rssKilobytes());
    }

    private static void cpu(ObjectNode to, long micros, String work, long count) {
        if (micros >= 0) {
            to.put("cpuSeconds", seconds(micros));
            if (count > 0) {
                String capital = work.substring(0, 1).toUpperCase(Locale.ROOT) + work.substring(1);
                to.put("cpuMicrosPer" + capital, Rounded.of((double) micros / count));
            }
        }
    }

    private static void memory(ObjectNode to, long before, long after) {
        if (before >= 0 && after >= 0) {
            to.put("rssKilobytesBefore", before).put("rssKilobytesAfter", after);
        }
    }

    private static double seconds(long micros) {
        return Rounded.of(micros / MICROS_PER_SECOND);
    }
}
