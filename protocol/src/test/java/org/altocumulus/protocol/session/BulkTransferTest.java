package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.sim.PathProfile;
import org.altocumulus.protocol.sim.SeededRuns;
import org.altocumulus.protocol.sim.SharedPath;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.TrafficSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One bulk flow alone on a path. Goodput is the bytes of messages that arrive, in their order, by
 * what the narrow link carries of datagrams in that time.
 */
class BulkTransferTest {
    private static final PathProfile PATH = PathProfile.of(10, 100);
    private static final long ALL_ARRIVES_WITHIN = SECONDS.toNanos(600);

    /**
     * @param path what the datagrams go through
     * @param duration for which goodput is counted, from the first message on
     * @param seeds of the random loss
     * @param each the least goodput of every seed
     * @param mean the least mean of them
     */
    private record Transfer(
            CongestionAlgorithm algorithm,
            PathProfile path,
            long duration,
            int seeds,
            double each,
            double mean) {}

    /**
     * With random loss at least what a TCP of RFC 5681 gets by the formula of Mathis et al.: 1.22
     * segments in a round trip by the root of the loss rate, that is 11 % of the link at 1 %, 5 %
     * at 5 % and 3.5 % at 10 %.
     */
    static Stream<Transfer> transfers() {
        return Arrays.stream(CongestionAlgorithm.values())
                .flatMap(
                        algorithm ->
                                Stream.of(
                                        transfer(algorithm, 0, 60, 1, 0.90, 0.90),
                                        transfer(algorithm, 0.01, 30, 100, 0.08, 0.112),
                                        transfer(algorithm, 0.05, 30, 100, 0.035, 0.05),
                                        transfer(algorithm, 0.10, 30, 100, 0.02, 0.0355),
                                        transfer(algorithm, 0.30, 30, 100, 0.0005, 0.007)));
    }

    private static Transfer transfer(
            CongestionAlgorithm algorithm,
            double loss,
            long seconds,
            int seeds,
            double each,
            double mean) {
        long duration = SECONDS.toNanos(seconds);
        return new Transfer(algorithm, PATH.withLoss(loss), duration, seeds, each, mean);
    }

    @ParameterizedTest
    @MethodSource("transfers")
    void aBulkFlowGetsItsShareAndAllOfItArrives(Transfer transfer) {
        double[] sum = {0};
        int runs =
                seeds(
                        transfer.seeds,
                        seed -> {
                            double goodput = play(transfer, seed);
                            assertThat(goodput).as("goodput").isGreaterThan(transfer.each);
                            sum[0] += goodput;
                        });
        double mean = sum[0] / runs;
        assertThat(mean).as("mean goodput").isGreaterThan(transfer.mean);
    }

    @ParameterizedTest
    @EnumSource(CongestionAlgorithm.class)
    void aPathThatChangesTheOrderCostsLittle(CongestionAlgorithm algorithm) {
        seeds(
                4,
                seed -> {
                    PathProfile path = PATH.withJitter(MILLISECONDS.toNanos(10));
                    Transfer transfer = new Transfer(algorithm, path, SECONDS.toNanos(30), 4, 0, 0);
                    assertThat(play(transfer, seed)).as("goodput").isGreaterThan(0.7);
                });
    }

    private static int seeds(int count, LongConsumer test) {
        return SeededRuns.of(BulkTransferTest.class, count, 10 * count, test);
    }

    /** The session is open before anything gets lost: this is not about handshakes. */
    private static double play(Transfer transfer, long seed) {
        SharedPath path = new SharedPath(transfer.path.withLoss(0), seed);
        SimEndpoint from = path.add(transfer.algorithm);
        SimEndpoint to = path.add(transfer.algorithm);
        TrafficSource bulk = TrafficSource.bulk(path, path.connect(from, to), to);
        path.change(transfer.path, from, to);
        double goodput = bulk.measure(transfer.duration) / transfer.path.bytesPerSecond();
        bulk.stop();
        path.time().runUntil(() -> bulk.sink().messages() == bulk.messages(), ALL_ARRIVES_WITHIN);
        assertThat(bulk.sink().messages()).as("messages").isEqualTo(bulk.messages());
        assertThat(bulk.session().state()).isEqualTo(Session.State.OPEN);
        return goodput;
    }

    private static TrafficSource begin(SharedPath path, CongestionAlgorithm algorithm) {
        SimEndpoint from = path.add(algorithm);
        SimEndpoint to = path.add(algorithm);
        return TrafficSource.bulk(path, path.connect(from, to), to);
    }

    @ParameterizedTest
    @EnumSource(CongestionAlgorithm.class)
    void fivePercentLossAt200MillisecondsMakesItBackOffAndItRecoversWhenTheLossEnds(
            CongestionAlgorithm algorithm) {
        PathProfile good = PathProfile.of(10, 200);
        seeds(
                4,
                seed -> {
                    SharedPath path = new SharedPath(good, seed);
                    SimEndpoint from = path.add(algorithm);
                    SimEndpoint to = path.add(algorithm);
                    TrafficSource bulk = TrafficSource.bulk(path, path.connect(from, to), to);
                    bulk.measure(SECONDS.toNanos(20));
                    double before = bulk.measure(SECONDS.toNanos(20));
                    path.change(good.withLoss(0.05), from, to);
                    path.time().runFor(SECONDS.toNanos(10));
                    double lossy = bulk.measure(SECONDS.toNanos(20));
                    path.change(good, from, to);
                    path.time().runFor(SECONDS.toNanos(60));
                    double after = bulk.measure(SECONDS.toNanos(20));
                    assertThat(lossy).isBetween(before * 0.01, before * 0.1);
                    assertThat(after).isGreaterThan(before * 0.9);
                });
    }

    @ParameterizedTest
    @EnumSource(CongestionAlgorithm.class)
    void anInterruptionCostsLittleMoreThanItself(CongestionAlgorithm algorithm) {
        SharedPath path = new SharedPath(PATH, 1);
        SimEndpoint from = path.add(algorithm);
        SimEndpoint to = path.add(algorithm);
        TrafficSource bulk = TrafficSource.bulk(path, path.connect(from, to), to);
        double before = bulk.measure(SECONDS.toNanos(20));
        path.network().cut(from.address(), to.address());
        assertThat(bulk.measure(SECONDS.toNanos(5))).isLessThan(before / 10);
        assertThat(bulk.session().bytesInFlight()).as("less than two segments").isLessThan(2400);
        path.network().heal(from.address(), to.address());
        path.time().runFor(SECONDS.toNanos(20));
        assertThat(bulk.measure(SECONDS.toNanos(20))).isGreaterThan(before * 0.9);
    }

    @Test
    void theDelayAlgorithmKeepsTheQueueShort() {
        SharedPath path = new SharedPath(PATH, 1);
        TrafficSource bulk = begin(path, CongestionAlgorithm.DELAY);
        path.time().runFor(SECONDS.toNanos(10));
        long dropped = path.bottleneck().dropped();
        for (int i = 0; i < 400; i++) {
            path.time().runFor(MILLISECONDS.toNanos(100));
            assertThat(path.bottleneck().queuedBytes(path.time().now()))
                    .as("80 ms and a burst")
                    .isLessThan(PATH.bytesPerSecond() * 9 / 100);
        }
        assertThat(path.bottleneck().dropped()).isEqualTo(dropped);
        assertThat(bulk.session().state()).isEqualTo(Session.State.OPEN);
    }

    @ParameterizedTest
    @EnumSource(CongestionAlgorithm.class)
    void aRouteThatBecomesLongerIsForgotten(CongestionAlgorithm algorithm) {
        SharedPath path = new SharedPath(PATH, 1);
        SimEndpoint from = path.add(algorithm);
        SimEndpoint to = path.add(algorithm);
        TrafficSource bulk = TrafficSource.bulk(path, path.connect(from, to), to);
        path.time().runFor(SECONDS.toNanos(20));
        path.change(PATH.withRoundTrip(MILLISECONDS.toNanos(220)), from, to);
        path.time().runFor(SECONDS.toNanos(60));
        assertThat(bulk.measure(SECONDS.toNanos(40)) / PATH.bytesPerSecond()).isGreaterThan(0.75);
    }
}
