package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PumpTest {
    private static final long MILLI = MILLISECONDS.toNanos(1);
    private static final long ALL = Long.MAX_VALUE;

    private final VirtualTimers time = new VirtualTimers(0);
    private final List<Long> intended = new ArrayList<>();
    private final List<Long> startedAt = new ArrayList<>();

    /** Work that takes as long as it is told. */
    private Pump.Task taking(long nanos) {
        return (index, meant) -> {
            assertThat(index).isEqualTo(intended.size());
            intended.add(meant);
            startedAt.add(time.nanos());
            CompletableFuture<Void> done = new CompletableFuture<>();
            time.after(nanos, () -> done.complete(null));
            return done;
        };
    }

    @Test
    void withoutARateTheNextBeginsAsSoonAsOneEnds() {
        Pump pump = new Pump(time, time, null, 3, ALL, taking(10 * MILLI));
        pump.start();
        assertThat(pump.inFlight()).isEqualTo(3);
        time.runUntil(95 * MILLI);
        assertThat(pump.started()).isEqualTo(30);
        assertThat(pump.inFlight()).isEqualTo(3);
        assertThat(intended).isEqualTo(startedAt);
    }

    @Test
    void withARateEachBeginsAtItsTime() {
        Pump pump = new Pump(time, time, new Schedule(0, 100), 1000, ALL, taking(MILLI));
        pump.start();
        time.runUntil(SECONDS.toNanos(1) - 1);
        assertThat(pump.started()).isEqualTo(100);
        assertThat(intended).isEqualTo(startedAt);
        assertThat(intended.get(99)).isEqualTo(990 * MILLI);
    }

    /** Four at a time that take 50 ms are 80 a second: of 100 a second more and more wait. */
    @Test
    void whatHasToWaitForOthersKeepsTheTimeAtWhichItWasMeantToBegin() {
        Pump pump = new Pump(time, time, new Schedule(0, 100), 4, ALL, taking(50 * MILLI));
        pump.start();
        time.runUntil(SECONDS.toNanos(10));
        int count = intended.size();
        assertThat(count).isBetween(800, 804);
        for (int i = 0; i < count; i++) {
            assertThat(intended.get(i)).isEqualTo(10L * i * MILLI);
        }
        long waited = startedAt.get(count - 1) - intended.get(count - 1);
        assertThat(waited).isBetween(1900 * MILLI, 2100 * MILLI);
    }

    @Test
    void itEndsWithItsTotal() {
        Pump pump = new Pump(time, time, new Schedule(0, 100), 8, 20, taking(MILLI));
        pump.start();
        time.runUntil(190 * MILLI);
        assertThat(pump.isDone()).isFalse();
        time.runUntil(SECONDS.toNanos(1));
        assertThat(pump.isDone()).isTrue();
        assertThat(pump.started()).isEqualTo(20);
    }

    @Test
    void whatFailsAtOnceIsNotTriedWithoutEnd() {
        Pump pump =
                new Pump(
                        time,
                        time,
                        null,
                        2,
                        ALL,
                        (index, meant) -> {
                            intended.add(meant);
                            return CompletableFuture.failedFuture(new IllegalStateException());
                        });
        pump.start();
        time.runUntil(SECONDS.toNanos(1));
        assertThat(intended).hasSizeBetween(100, 202);
    }

    @Test
    void aStoppedOneStartsNoMore() {
        Pump pump = new Pump(time, time, null, 3, ALL, taking(10 * MILLI));
        pump.start();
        time.runUntil(15 * MILLI);
        pump.stop();
        time.runUntil(SECONDS.toNanos(1));
        assertThat(pump.started()).isEqualTo(6);
        assertThat(pump.inFlight()).isZero();
    }
}
