package org.altocumulus.protocol.cluster;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * When a load report is due: regularly, and soon after the number of clients jumped by 5 % (at
 * least one client) of what was reported last.
 */
final class LoadReporter {
    private static final int JUMP_DIVISOR = 20;
    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(100);

    private final long interval;
    private int clients;
    private int cpu = LoadReport.UNKNOWN;
    private long out = LoadReport.UNKNOWN;
    private int reportedClients;
    private long sequence;
    private long lastReport;
    private long lastAccepted;
    private boolean anyAccepted;

    /**
     * @param interval between regular reports
     */
    LoadReporter(long interval, long now) {
        this.interval = interval;
        this.lastReport = now - interval;
    }

    void clients(int count) {
        clients = count;
    }

    /** Measures of the host, told with the next report. */
    void host(int processors, long sent) {
        cpu = processors;
        out = sent;
    }

    /** Nanoseconds until a report is due, 0 or less if it is. */
    long delay(long now) {
        int jump = Math.abs(clients - reportedClients);
        boolean jumped = jump > 0 && jump >= reportedClients / JUMP_DIVISOR;
        return lastReport + (jumped ? SHORTEST : interval) - now;
    }

    LoadReport report(long now) {
        lastReport = now;
        reportedClients = clients;
        return new LoadReport(++sequence, clients, cpu, out);
    }

    void accepted(long now) {
        lastAccepted = now;
        anyAccepted = true;
    }

    /** Nanoseconds since the origin accepted a report; empty before the first. */
    OptionalLong age(long now) {
        return anyAccepted ? OptionalLong.of(now - lastAccepted) : OptionalLong.empty();
    }
}
