package org.altocumulus.edge.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.OutOfDirectMemoryError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.helpers.NOPLogger;

class FailuresTest {
    private final List<Integer> exitCodes = new ArrayList<>();
    private final IntConsumer before = Failures.ender(exitCodes::add);

    @AfterEach
    void reset() {
        Failures.ender(before);
    }

    static List<Throwable> survivable() {
        OutOfMemoryError refused = new OutOfMemoryError("Cannot reserve 5 bytes of direct memory");
        refused.setStackTrace(
                new StackTraceElement[] {
                    new StackTraceElement("java.nio.Bits", "reserveMemory", "Bits.java", 1)
                });
        return List.of(
                new IllegalStateException(),
                new StackOverflowError(),
                new NoClassDefFoundError(),
                new AssertionError(),
                refused);
    }

    @ParameterizedTest
    @MethodSource("survivable")
    void oneActionFailsAndTheProcessGoesOn(Throwable thrown) {
        long survived = Failures.survived();
        Failures.handle(NOPLogger.NOP_LOGGER, "test", thrown);
        assertThat(exitCodes).isEmpty();
        assertThat(Failures.survived()).isEqualTo(survived + 1);
    }

    static List<Error> fatal() {
        return List.of(new OutOfMemoryError("Java heap space"), new InternalError());
    }

    @ParameterizedTest
    @MethodSource("fatal")
    void aVirtualMachineThatCannotGoOnEndsTheProcessWithCodeThree(Error thrown) {
        Failures.run(
                NOPLogger.NOP_LOGGER,
                "test",
                () -> {
                    throw thrown;
                });
        assertThat(exitCodes).containsExactly(3);
    }

    /** Netty's constructor is its own: only its class is known here. */
    @Test
    void memoryThatNettyRefusesIsAnOutOfMemoryErrorToTheJvm() {
        assertThat(OutOfMemoryError.class).isAssignableFrom(OutOfDirectMemoryError.class);
    }
}
