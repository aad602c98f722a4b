package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.sim.PathProfile;
import org.altocumulus.protocol.sim.SeededRuns;
import org.altocumulus.protocol.sim.SharedPath;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.TrafficSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions that share a narrow link. */
class SharedBottleneckTest {
    private static final long LIVE_RATE = 125_000;

    @ParameterizedTest
    @EnumSource(CongestionAlgorithm.class)
    void twoBulkSessionsShareEvenlyWhicheverWasFirst(CongestionAlgorithm algorithm) {
        PathProfile profile = PathProfile.of(10, 100);
        SeededRuns.of(
                getClass(),
                4,
                40,
                seed -> {
                    SharedPath path = new SharedPath(profile, seed);
                    TrafficSource first = bulk(path, algorithm);
                    path.time().runFor(new Random(seed).nextLong(SECONDS.toNanos(30)));
                    TrafficSource second = bulk(path, algorithm);
                    path.time().runFor(SECONDS.toNanos(20));
                    long before = second.sink().bytes();
                    long duration = SECONDS.toNanos(80);
                    double one = first.measure(duration);
                    double two = (second.sink().bytes() - before) / 80.0;
                    assertThat(one / (one + two)).as("part of the first").isBetween(0.4, 0.6);
                    assertThat((one + two) / profile.bytesPerSecond()).isGreaterThan(0.9);
                });
    }

    private static TrafficSource bulk(SharedPath path, CongestionAlgorithm algorithm) {
        SimEndpoint from = path.add(algorithm);
        SimEndpoint to = path.add(algorithm);
        return TrafficSource.bulk(path, path.connect(from, to), to);
    }

    /** Where the bulk session learns of the live one. */
    private enum Common {
        /** Both are sent by one loop, which knows what it sends. */
        SENDER,
        /** Both are received by one loop, which tells the sender of the bulk session. */
        RECEIVER
    }

    /**
     * A live stream of 1 Mbit/s beside a bulk session.
     *
     * @param megabits of the link; its round trip is 100 ms, its queue as long
     * @param delay of 99 % of the live messages, in milliseconds
     */
    private record Beside(
            CongestionAlgorithm algorithm, Common common, double megabits, long delay) {}

    /** What is lost to an overflowing queue comes a round trip later, queue included. */
    static Stream<Beside> neighbours() {
        return Stream.of(2.0, 4.0, 10.0)
                .flatMap(
                        megabits ->
                                Arrays.stream(Common.values())
                                        .flatMap(
                                                common ->
                                                        Stream.of(
                                                                new Beside(
                                                                        CongestionAlgorithm.WINDOW,
                                                                        common,
                                                                        megabits,
                                                                        350),
                                                                new Beside(
                                                                        CongestionAlgorithm.DELAY,
                                                                        common,
                                                                        megabits,
                                                                        130))));
    }

    @ParameterizedTest
    @MethodSource("neighbours")
    void aBulkSessionYieldsToALiveOneAndStarvesNot(Beside beside) {
        PathProfile profile = PathProfile.of(beside.megabits, 100);
        SharedPath path = new SharedPath(profile, 1);
        SimEndpoint liveSender = path.add(beside.algorithm);
        SimEndpoint liveReceiver = path.add(beside.algorithm);
        SimEndpoint third = path.add(beside.algorithm);
        SimEndpoint bulkSender = beside.common == Common.SENDER ? liveSender : third;
        SimEndpoint bulkReceiver = beside.common == Common.RECEIVER ? liveReceiver : third;
        Session liveSession = path.connect(liveSender, liveReceiver);
        Session bulkSession = path.connect(bulkSender, bulkReceiver);
        TrafficSource bulk = TrafficSource.bulk(path, bulkSession, bulkReceiver);
        double alone = bulk.measure(SECONDS.toNanos(30));
        TrafficSource live = TrafficSource.live(path, liveSession, liveReceiver, LIVE_RATE);
        path.time().runFor(SECONDS.toNanos(20));
        live.sink().forgetDelays();
        long before = bulk.sink().bytes();
        double rate = live.measure(SECONDS.toNanos(60));
        double besideLive = (bulk.sink().bytes() - before) / 60.0;
        assertThat(rate).isGreaterThan(LIVE_RATE * 0.99);
        assertThat(live.sink().delay(0.99)).isLessThan(MILLISECONDS.toNanos(beside.delay));
        assertThat(besideLive).isBetween(profile.bytesPerSecond() * 0.2, alone - LIVE_RATE / 2.0);
    }
}
