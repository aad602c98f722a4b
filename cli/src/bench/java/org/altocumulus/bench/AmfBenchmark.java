package org.altocumulus.bench;

import java.util.concurrent.TimeUnit;
import org.altocumulus.hotpath.AmfMessages;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.WireException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The messages with the most AMF in them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AmfBenchmark {
    private final AmfMessages messages = new AmfMessages();

    @Benchmark
    public Command parseConnect() throws WireException {
        return messages.parseConnect();
    }

    @Benchmark
    public RtmpMessage writeConnect() {
        return messages.writeConnect();
    }

    @Benchmark
    public DataMessage parseMetadata() throws WireException {
        return messages.parseMetadata();
    }

    @Benchmark
    public RtmpMessage writeMetadata() {
        return messages.writeMetadata();
    }
}
