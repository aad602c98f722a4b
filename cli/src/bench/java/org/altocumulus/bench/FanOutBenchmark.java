package org.altocumulus.bench;

import java.util.concurrent.TimeUnit;
import org.altocumulus.hotpath.FanOut;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A frame of 1000 bytes from a publisher to 200 players, and the acknowledgements that come back,
 * for each frame that is delivered.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FanOutBenchmark {
    private static final int PLAYERS = 200;

    private FanOut fanOut;

    /** Connects everybody. */
    @Setup
    public void setUp() {
        fanOut = new FanOut(PLAYERS);
    }

    /** All players got it all. */
    @TearDown
    public void check() {
        if (fanOut.unacknowledged() > PLAYERS * 4000L) {
            throw new IllegalStateException(fanOut.unacknowledged() + " bytes not acknowledged");
        }
    }

    @Benchmark
    @OperationsPerInvocation(PLAYERS)
    public long delivered() {
        return fanOut.sendFrame();
    }
}
