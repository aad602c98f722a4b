package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.FlowLog;
import org.altocumulus.protocol.sim.LinkProfile;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bulk transfer over a link of 2 Mbit/s and 200 ms that loses 5 % for a while (§3.5.2). */
class BackOffTest {
    private static final int RATE = 250_000;
    private static final int MESSAGE = 10_000;
    private static final LinkProfile LINK =
            LinkProfile.GOOD.withDelay(MILLISECONDS.toNanos(100)).withBandwidth(RATE, RATE / 5);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void lossMakesASenderBackOffAndItRecoversAfterwards(long seed) {
        SimPair pair = SimPair.plain(seed);
        SentFlow up = SentFlow.open(pair.connect(), Priority.BULK);
        pair.network().link(LINK);
        feed(pair, up);
        pair.time().runFor(SECONDS.toNanos(20));
        long before = bytesIn(pair, up, 20);
        long inFlight = pair.clientSession().bytesInFlight();
        pair.network().link(LINK.withLoss(0.05));
        pair.time().runFor(SECONDS.toNanos(5));
        long meanwhile = bytesIn(pair, up, 20);
        assertThat(pair.clientSession().bytesInFlight()).isLessThan(inFlight / 2);
        pair.network().link(LINK);
        pair.time().runFor(SECONDS.toNanos(30));
        long after = bytesIn(pair, up, 20);
        assertThat(meanwhile).isBetween(before / 50, before * 2 / 3);
        assertThat(after).isGreaterThan(before * 8 / 10);
        up.assertSomeArrived(up.arrivedAt(pair.server()));
    }

    /** Keeps enough in the queue for two seconds of the link. */
    private static void feed(SimPair pair, SentFlow up) {
        while (up.flow().queuedBytes() < 2 * RATE) {
            up.send(MESSAGE);
        }
        pair.time().after(SECONDS.toNanos(1), () -> feed(pair, up));
    }

    /** What arrives in so many seconds from now on. */
    private static long bytesIn(SimPair pair, SentFlow up, int seconds) {
        FlowLog log = up.arrivedAt(pair.server());
        int before = log.messages().size();
        pair.time().runFor(SECONDS.toNanos(seconds));
        return (long) MESSAGE * (log.messages().size() - before);
    }
}
