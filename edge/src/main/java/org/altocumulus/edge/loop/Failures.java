package org.altocumulus.edge.loop;

import io.netty.util.internal.OutOfDirectMemoryError;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import org.slf4j.Logger;

/**
 * What becomes of a process in which something was thrown that nobody expected. The one place for
 * it: every loop, link thread, key exchange worker and callback asks here.
 *
 * <ul>
 *   <li>An exception, a stack overflow, a class that cannot be linked, a failed assertion: an
 *       internal error of one action. It is logged with its stack trace and counted, what it
 *       concerned ends (a session, a handshake, a connection), and everything else goes on.
 *   <li>Direct memory that Netty or the JDK refuses is a bound that was reached, not a broken
 *       process: the same.
 *   <li>Out of memory, and other errors of the virtual machine: nothing can be relied on any more.
 *       The process ends at once with exit code 3, as it does by {@code
 *       -XX:+ExitOnOutOfMemoryError} for what the JVM itself notices, so that whoever supervises it
 *       starts a new one.
 * </ul>
 *
 * <p>Any thread.
 */
public final class Failures {
    /** Exit code of a process that the virtual machine cannot go on with. */
    public static final int EXIT_CODE = 3;

    private static final LongAdder SURVIVED = new LongAdder();

    private static volatile IntConsumer end = Runtime.getRuntime()::halt;

    private Failures() {}

    /**
     * Logs and counts what was thrown, or ends the process.
     *
     * @param what was being done, such as "link"
     */
    public static void handle(Logger log, String what, Throwable thrown) {
        if (endsProcess(thrown)) {
            try {
                log.error("{}: {}: the process ends", what, thrown.toString());
            } finally {
                end.accept(EXIT_CODE);
            }
            return;
        }
        SURVIVED.increment();
        log.error("{}: internal error", what, thrown);
    }

    /** Runs a task; what it throws is handled here. */
    public static void run(Logger log, String what, Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            handle(log, what, e);
        }
    }

    /** How many were survived since the start of the process. */
    public static long survived() {
        return SURVIVED.sum();
    }

    static boolean endsProcess(Throwable thrown) {
        return thrown instanceof VirtualMachineError
                && !(thrown instanceof StackOverflowError)
                && !isDirectMemory(thrown);
    }

    /** The JDK's own refusal of a direct buffer is told by who threw it. */
    private static boolean isDirectMemory(Throwable thrown) {
        if (thrown instanceof OutOfDirectMemoryError) {
            return true;
        }
        StackTraceElement[] trace = thrown.getStackTrace();
        return thrown instanceof OutOfMemoryError
                && trace.length > 0
                && trace[0].getClassName().equals("java.nio.Bits");
    }

    /** For tests: what ends the process; returns what did before. */
    static IntConsumer ender(IntConsumer other) {
        IntConsumer before = end;
        end = other;
        return before;
    }
}
