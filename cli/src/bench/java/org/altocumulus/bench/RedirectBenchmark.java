package org.altocumulus.bench;

import java.util.concurrent.TimeUnit;
import org.altocumulus.hotpath.RedirectingOrigin;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A hello of a new client to the Redirect for it: datagram in, datagram out. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RedirectBenchmark {
    /** Edges that are ready. */
    @Param({"6", "100"})
    public int edges;

    private RedirectingOrigin origin;

    /** Registers the edges. */
    @Setup
    public void setUp() {
        origin = new RedirectingOrigin(edges);
    }

    @Benchmark
    public long answer() {
        return origin.answerHello();
    }
}
