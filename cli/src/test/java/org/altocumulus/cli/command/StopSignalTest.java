package org.altocumulus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StopSignalTest {
    /** No one sends it to the JVM of the tests, and its default is to be ignored. */
    private static final String HARMLESS = "WINCH";

    @Test
    @Timeout(20)
    void theFirstSignalAsksAndTheSecondActsAtOnce() throws Exception {
        var atOnce = new CountDownLatch(1);
        StopSignal stopSignal = StopSignal.install(List.of(HARMLESS), atOnce::countDown);

        raise();
        stopSignal.await();
        assertThat(atOnce.getCount()).isOne();

        raise();
        assertThat(atOnce.await(15, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSignalThatDoesNotExistIsAFaultOfOurs() {
        assertThatThrownBy(() -> StopSignal.install(List.of("NOSUCH"), () -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    private static void raise() throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Object harmless = signal.getConstructor(String.class).newInstance(HARMLESS);
        signal.getMethod("raise", signal).invoke(null, harmless);
    }
}
