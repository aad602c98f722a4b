package org.altocumulus.bench;

import java.util.concurrent.TimeUnit;
import org.altocumulus.hotpath.Keys;
import org.altocumulus.hotpath.SealedPackets;
import org.altocumulus.protocol.crypto.OpenResult;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One packet to one datagram and back: AES, checksum or HMAC, session id. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SealBenchmark {
    /** What protects packets: a checksum, or an HMAC and sequence numbers. */
    @Param({"checksum", "hmac"})
    public String protection;

    /** A message of 1000 bytes, or an acknowledgement of 48 bytes as a datagram. */
    @Param({"message", "acknowledgement"})
    public String packet;

    private SealedPackets packets;

    /** Agrees on keys. */
    @Setup
    public void setUp() {
        Keys keys = protection.equals("hmac") ? Keys.hmac() : Keys.checksum();
        packets =
                packet.equals("message")
                        ? SealedPackets.message(keys)
                        : SealedPackets.acknowledgement(keys);
    }

    @Benchmark
    public int seal() {
        return packets.seal();
    }

    @Benchmark
    public OpenResult open() {
        return packets.open();
    }
}
