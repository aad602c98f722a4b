package org.altocumulus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StopSignalTest {
    /** No one sends it to the JVM of the tests, and its default is to be ignored. */
    private static final String HARMLESS = "WINCH";

    private final AtomicLong nanos = new AtomicLong();

    @Test
    @Timeout(20)
    void theFirstSignalAsksAndTheSecondActsAtOnce() throws Exception {
        var atOnce = new CountDownLatch(1);
        StopSignal stopSignal =
                StopSignal.install(List.of(HARMLESS), atOnce::countDown, nanos::get);

        raise();
        stopSignal.await();
        assertThat(atOnce.getCount()).isOne();

        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        raise();
        assertThat(atOnce.await(15, TimeUnit.SECONDS)).isTrue();
    }

    /** GNU timeout signals the process and then its group. */
    @Test
    void signalsWithinASecondOfTheFirstAreOneWithIt() {
        var atOnce = new AtomicLong();
        var first = new AtomicLong();
        nanos.set(-5);
        StopSignal stopSignal = StopSignal.install(List.of(), atOnce::incrementAndGet, nanos::get);
        stopSignal.onFirst(first::incrementAndGet);
        stopSignal.received();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1) - 1);
        stopSignal.received();
        stopSignal.received();
        assertThat(first).hasValue(1);
        assertThat(atOnce).hasValue(0);
        nanos.addAndGet(1);
        stopSignal.received();
        assertThat(first).hasValue(1);
        assertThat(atOnce).hasValue(1);
    }

    @Test
    @Timeout(20)
    void aCommandThatDoesNotEndIsEnded() throws Exception {
        var atOnce = new CountDownLatch(1);
        StopSignal stopSignal = StopSignal.install(List.of(), atOnce::countDown, nanos::get);
        stopSignal.endsAfter(Duration.ofMillis(10));
        assertThat(atOnce.await(100, TimeUnit.MILLISECONDS)).isFalse();
        stopSignal.received();
        assertThat(atOnce.await(15, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSignalThatDoesNotExistIsAFaultOfOurs() {
        assertThatThrownBy(() -> StopSignal.install(List.of("NOSUCH"), () -> {}, nanos::get))
                .isInstanceOf(IllegalStateException.class);
    }

    private static void raise() throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Object harmless = signal.getConstructor(String.class).newInstance(HARMLESS);
        signal.getMethod("raise", signal).invoke(null, harmless);
    }
}
