package org.altocumulus.cli.load;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** One measurement: set-up, warm-up, the measured time, the rest, the report. */
public final class LoadRun {
    private final LoadMode mode;
    private final LoadTimes times;
    private final LoadClock clock;
    private final Usage usage;
    private final Watch watch;
    private volatile Window window;

    /**
     * A measurement that has not begun.
     *
     * @param mode closed by its owner
     * @param servers process ids on this machine whose use of it is told as well
     * @param progress gets a line a second
     */
    public LoadRun(
            LoadMode mode,
            LoadTimes times,
            List<Long> servers,
            LoadClock clock,
            Consumer<String> progress) {
        this.mode = mode;
        this.times = times;
        this.clock = clock;
        this.usage = new Usage(new ProcStat(Path.of("/proc")), servers);
        this.watch = new Watch(clock, this::line, progress);
    }

    private String line() {
        Window measured = window;
        String phase = "set-up";
        if (measured != null) {
            long now = clock.nanos();
            phase =
                    measured.contains(now)
                            ? "measuring"
                            : now < measured.start() ? "warm-up" : "ending";
        }
        return mode.name() + ", " + phase + ": " + mode.progress();
    }

    /** Ends it early; what was measured so far is reported. Any thread. */
    public void stop() {
        watch.stop();
    }

    /**
     * Runs it.
     *
     * @return the report
     * @throws IOException with the reason, if nothing could be measured
     */
    public ObjectNode run() throws IOException, InterruptedException {
        usage.sample(Usage.Moment.BEFORE);
        mode.prepare(watch);
        long start = clock.nanos();
        window = new Window(start + times.warmUp().toNanos(), times.measured().toNanos());
        mode.begin(start, window);
        watch.until(window.start());
        usage.sample(Usage.Moment.START);
        watch.until(window.end());
        window.cut(clock.nanos());
        usage.sample(Usage.Moment.END);
        mode.finish(watch);
        return report();
    }

    private ObjectNode report() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("mode", mode.name());
        report.put("seconds", Rounded.of(window.seconds()));
        long count = mode.report(report, window.seconds(), usage);
        usage.write(report, mode.work(), count);
        return report;
    }
}
