package org.altocumulus.bench;

import java.util.concurrent.TimeUnit;
import org.altocumulus.hotpath.Keys;
import org.altocumulus.hotpath.ReceivingSession;
import org.altocumulus.hotpath.SendingSession;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Whole sessions, from the message to the datagram and from the datagram to the message. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SessionBenchmark {
    private static final long[] RANGES = {1L << 40, (1L << 40) + 2, (1L << 40) + 5, (1L << 40) + 9};

    /** What protects packets: a checksum, or an HMAC and sequence numbers. */
    @Param({"checksum", "hmac"})
    public String protection;

    private SendingSession sending;
    private SendingSession idle;
    private ReceivingSession receiving;

    /** Opens the sessions. */
    @Setup
    public void setUp() {
        Keys keys = protection.equals("hmac") ? Keys.hmac() : Keys.checksum();
        sending = new SendingSession(keys);
        receiving = new ReceivingSession(keys);
        idle = new SendingSession(keys);
        for (int i = 0; i < 1000; i++) {
            idle.sendMessage();
        }
    }

    /** The peer has got it all. */
    @TearDown
    public void check() {
        if (sending.unacknowledged() > 4000) {
            throw new IllegalStateException(sending.unacknowledged() + " bytes not acknowledged");
        }
    }

    /** A message of 1000 bytes to one packet, and half an acknowledgement. */
    @Benchmark
    public long send() {
        return sending.sendMessage();
    }

    /** One packet to a message of 1000 bytes, and half an acknowledgement. */
    @Benchmark
    public long receive() {
        return receiving.takeMessage();
    }

    /** A packet with an acknowledgement that says nothing new. */
    @Benchmark
    public long acknowledgement() {
        return idle.takeAcknowledgement();
    }

    /** The same with two ranges. */
    @Benchmark
    public long acknowledgementWithRanges() {
        return idle.takeAcknowledgement(RANGES);
    }
}
