package org.altocumulus.edge.daemon;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.altocumulus.edge.link.HostLoad;
import org.altocumulus.protocol.cluster.LoadReport;

/** Measures the host by what the JVM knows of it, and the node by its counters. One thread. */
final class HostMeter implements HostLoad {
    private final OperatingSystemMXBean system =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final LongSupplier clock;
    private final LongSupplier sentBytes;
    private long measuredAt;
    private long sentBefore;

    /**
     * A meter that begins now.
     *
     * @param clock nanoseconds of a monotonic clock
     * @param sentBytes all that the node has sent
     */
    HostMeter(LongSupplier clock, LongSupplier sentBytes) {
        this.clock = clock;
        this.sentBytes = sentBytes;
        this.measuredAt = clock.getAsLong();
        this.sentBefore = sentBytes.getAsLong();
    }

    /** Of the container's processors, in a container with a limit. */
    @Override
    public int cpu() {
        double load = system == null ? -1 : system.getCpuLoad();
        return load >= 0 && load <= 1
                ? (int) Math.round(load * LoadReport.FULL_CPU)
                : LoadReport.UNKNOWN;
    }

    @Override
    public long out() {
        long now = clock.getAsLong();
        long sent = sentBytes.getAsLong();
        long nanos = now - measuredAt;
        if (nanos <= 0) {
            return LoadReport.UNKNOWN;
        }
        double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
        long bits = (long) (Byte.SIZE * (sent - sentBefore) / seconds);
        measuredAt = now;
        sentBefore = sent;
        return bits;
    }
}
