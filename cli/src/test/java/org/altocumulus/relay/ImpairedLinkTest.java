package org.altocumulus.relay;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ImpairedLinkTest {
    private static final int SIZE = 1000;
    private static final int MANY = 100_000;
    private static final long SPACING = MILLISECONDS.toNanos(1);

    private final LinkCounters counters = new LinkCounters();

    private ImpairedLink link(String conditions, long seed) {
        return new ImpairedLink(LinkConditions.parse(conditions), new Random(seed), counters);
    }

    /** What becomes of datagrams that come a millisecond apart. */
    private List<long[]> run(ImpairedLink link, int datagrams) {
        List<long[]> arrivals = new ArrayList<>();
        for (int i = 0; i < datagrams; i++) {
            arrivals.add(link.arrivals(i * SPACING, SIZE));
        }
        return arrivals;
    }

    @Test
    void aCleanLinkGivesEverythingOnceAndAtOnce() {
        List<long[]> arrivals = run(link("", 1), 100);
        for (int i = 0; i < 100; i++) {
            assertThat(arrivals.get(i)).containsExactly(i * SPACING);
        }
        assertThat(counters.received.sum()).isEqualTo(100);
        assertThat(counters.receivedBytes.sum()).isEqualTo(100 * SIZE);
        assertThat(counters.allLost()).isZero();
    }

    @Test
    void theSameSeedDecidesTheSame() {
        String all =
                "loss=3% burst=1% burst-length=4 duplicate=2% reorder=5% delay=50ms jitter=9ms";
        List<String> first = texts(run(link(all, 7), 5000));
        assertThat(texts(run(link(all, 7), 5000))).isEqualTo(first);
        assertThat(texts(run(link(all, 8), 5000))).isNotEqualTo(first);
    }

    private static List<String> texts(List<long[]> arrivals) {
        return arrivals.stream().map(Arrays::toString).toList();
    }

    @Test
    void asManyAreLostAsAskedFor() {
        List<long[]> arrivals = run(link("loss=3%", 2), MANY);
        long lost = arrivals.stream().filter(times -> times.length == 0).count();
        assertThat(lost / (double) MANY).isCloseTo(0.03, within(0.003));
        assertThat(counters.lost.sum()).isEqualTo(lost);
        assertThat(longestRunOfLosses(arrivals)).isLessThan(6);
    }

    @Test
    void burstsHaveTheMeanLengthAskedFor() {
        List<long[]> arrivals = run(link("burst=0.5% burst-length=8", 3), MANY);
        long lost = arrivals.stream().filter(times -> times.length == 0).count();
        long bursts = 0;
        for (int i = 1; i < MANY; i++) {
            bursts += arrivals.get(i).length == 0 && arrivals.get(i - 1).length > 0 ? 1 : 0;
        }
        assertThat(lost / (double) bursts).isCloseTo(8, within(1.0));
        assertThat(bursts / (double) (MANY - lost)).isCloseTo(0.005, within(0.0007));
        assertThat(counters.lostInBursts.sum()).isEqualTo(lost);
        assertThat(longestRunOfLosses(arrivals)).isGreaterThan(20);
    }

    private static int longestRunOfLosses(List<long[]> arrivals) {
        int longest = 0;
        int current = 0;
        for (long[] times : arrivals) {
            current = times.length == 0 ? current + 1 : 0;
            longest = Math.max(longest, current);
        }
        return longest;
    }

    @Test
    void jitterStaysWithinItsRangeAndChangesNoOrder() {
        long delay = MILLISECONDS.toNanos(50);
        long jitter = MILLISECONDS.toNanos(10);
        List<long[]> arrivals = run(link("delay=50ms jitter=10ms", 4), 10_000);
        long shortest = Long.MAX_VALUE;
        long longest = 0;
        long last = 0;
        for (int i = 0; i < arrivals.size(); i++) {
            long arrival = arrivals.get(i)[0];
            assertThat(arrival).as("datagram %d", i).isGreaterThanOrEqualTo(last);
            last = arrival;
            shortest = Math.min(shortest, arrival - i * SPACING);
            longest = Math.max(longest, arrival - i * SPACING);
        }
        assertThat(shortest).isBetween(delay - jitter, delay);
        assertThat(longest).isBetween(delay + jitter * 9 / 10, delay + jitter);
    }

    @Test
    void thoseHeldBackAreOvertakenAndHoldUpNobody() {
        List<long[]> arrivals = run(link("delay=10ms reorder=5% hold=20ms", 5), MANY);
        long held = 0;
        long overtaken = 0;
        for (int i = 0; i < MANY - 1; i++) {
            long late = arrivals.get(i)[0] - i * SPACING - MILLISECONDS.toNanos(10);
            assertThat(late).isBetween(0L, MILLISECONDS.toNanos(20));
            held += late > 0 ? 1 : 0;
            overtaken += arrivals.get(i)[0] > arrivals.get(i + 1)[0] ? 1 : 0;
        }
        assertThat(held / (double) MANY).isCloseTo(0.05, within(0.005));
        assertThat(counters.heldBack.sum()).isBetween(held, held + 1);
        assertThat(overtaken).isGreaterThan(held * 8 / 10);
    }

    @Test
    void copiesComeAfterTheFirst() {
        List<long[]> arrivals = run(link("duplicate=10% hold=20ms", 6), MANY);
        long doubled = 0;
        for (long[] times : arrivals) {
            if (times.length == 2) {
                doubled++;
                assertThat(times[1] - times[0]).isBetween(1L, MILLISECONDS.toNanos(20));
            }
        }
        assertThat(doubled / (double) MANY).isCloseTo(0.1, within(0.005));
        assertThat(counters.duplicated.sum()).isEqualTo(doubled);
    }

    @Test
    void bandwidthSpacesWhatIsSentAtOnceAndAFullQueueLosesTheRest() {
        // 1000 bytes take a millisecond; ten of them may wait.
        ImpairedLink link = link("rate=1000000 queue=10000 delay=5ms", 7);
        for (int i = 0; i < 10; i++) {
            assertThat(link.arrivals(0, SIZE)).containsExactly(MILLISECONDS.toNanos(1 + i + 5));
        }
        assertThat(link.arrivals(0, SIZE)).isEmpty();
        assertThat(counters.lostInQueue.sum()).isOne();
        // Half a millisecond later half a datagram has left, which is not enough for a whole one.
        assertThat(link.arrivals(MILLISECONDS.toNanos(1) / 2, SIZE)).isEmpty();
        assertThat(link.arrivals(MILLISECONDS.toNanos(1) / 2, SIZE / 2)).hasSize(1);
        assertThat(link.arrivals(MILLISECONDS.toNanos(100), SIZE))
                .containsExactly(MILLISECONDS.toNanos(106));
    }

    @Test
    void whatIsLostOnTheWayTakesNoBandwidth() {
        ImpairedLink link = link("loss=100% rate=1000000 queue=10000", 8);
        for (int i = 0; i < 100; i++) {
            assertThat(link.arrivals(0, SIZE)).isEmpty();
        }
        assertThat(counters.lost.sum()).isEqualTo(100);
        assertThat(counters.lostInQueue.sum()).isZero();
    }
}
