package org.altocumulus.bench;

import java.util.concurrent.TimeUnit;
import org.altocumulus.hotpath.LinkFrames;
import org.altocumulus.protocol.cluster.Frame;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Frames of the cluster link: lines with keys, and messages of 1000 bytes behind some. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LinkFrameBenchmark {
    private final LinkFrames frames = new LinkFrames();

    /** Of a message that a client published. */
    @Benchmark
    public int writeMedia() {
        return frames.writeMedia();
    }

    @Benchmark
    public Frame parseMedia() {
        return frames.parseMedia();
    }

    /** A report of load, as edges send it every second. */
    @Benchmark
    public Frame parseControl() {
        return frames.parseControl();
    }
}
