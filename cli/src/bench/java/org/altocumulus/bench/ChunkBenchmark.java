package org.altocumulus.bench;

import java.util.concurrent.TimeUnit;
import org.altocumulus.hotpath.Chunks;
import org.altocumulus.protocol.chunk.BitmapAck;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.wire.WireException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Chunks to bytes and back, without the packet around them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChunkBenchmark {
    private final Chunks chunks = new Chunks();

    @Benchmark
    public UserData parseUserData() throws WireException {
        return chunks.parseUserData();
    }

    @Benchmark
    public int writeUserData() {
        return chunks.writeUserData();
    }

    @Benchmark
    public RangeAck parseRangeAck() throws WireException {
        return chunks.parseRangeAck();
    }

    @Benchmark
    public RangeAck parseRangeAckWithoutRanges() throws WireException {
        return chunks.parseRangeAckWithoutRanges();
    }

    @Benchmark
    public int writeRangeAck() {
        return chunks.writeRangeAck();
    }

    @Benchmark
    public BitmapAck parseBitmapAck() throws WireException {
        return chunks.parseBitmapAck();
    }

    @Benchmark
    public int writeBitmapAck() {
        return chunks.writeBitmapAck();
    }
}
