package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** How long things took, from the time at which they were meant to begin; any thread. */
final class Latency {
    /** What took longer is counted as this long. */
    static final long LONGEST = SECONDS.toNanos(600);

    private static final int DIGITS = 3;
    private static final double MICROS_PER_MILLI = 1000;

    private final Recorder recorder = new Recorder(NANOSECONDS.toMicros(LONGEST), DIGITS);

    /** Counts one that took so many nanoseconds; less than nothing is nothing. */
    void record(long nanos) {
        recorder.recordValue(NANOSECONDS.toMicros(Math.max(0, Math.min(nanos, LONGEST))));
    }

    /** Takes out what was counted, and writes it in milliseconds; to be called once. */
    void write(ObjectNode to) {
        Histogram all = recorder.getIntervalHistogram();
        to.put("unit", "ms").put("count", all.getTotalCount());
        if (all.getTotalCount() > 0) {
            to.put("min", millis(all.getMinValue()))
                    .put("mean", Rounded.of(all.getMean() / MICROS_PER_MILLI))
                    .put("p50", millis(all.getValueAtPercentile(50)))
                    .put("p90", millis(all.getValueAtPercentile(90)))
                    .put("p99", millis(all.getValueAtPercentile(99)))
                    .put("p999", millis(all.getValueAtPercentile(99.9)))
                    .put("max", millis(all.getMaxValue()));
        }
    }

    private static double millis(long micros) {
        return micros / MICROS_PER_MILLI;
    }
}
