package org.altocumulus.cli.command;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Signals that stop: the first asks the process to stop in order, with an exit code of its own; the
 * second ends it at once. Signals that come within a second of the first are one with it: a
 * terminal and a shell, or GNU {@code timeout}, which signals the process and then its group, send
 * several where one was meant.
 *
 * <p>A shutdown hook could do neither: the JVM would exit with 143 and ignore the second signal.
 */
final class StopSignal {
    private static final int KILLED = 128 + 15;
    private static final long SAME_SIGNAL = TimeUnit.SECONDS.toNanos(1);

    /** For a command to end in order; a daemon has settings for that. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch signalled = new CountDownLatch(1);
    private final AtomicBoolean received = new AtomicBoolean();
    private final Runnable atOnce;
    private final LongSupplier clock;
    private volatile long first;
    private final Object lock = new Object();
    private Runnable onFirst = () -> {};

    private StopSignal(Runnable atOnce, LongSupplier clock) {
        this.atOnce = atOnce;
        this.clock = clock;
    }

    /**
     * Takes the signals over from the JVM, for the rest of the process. Losing the terminal (HUP)
     * stops a command as TERM does. A command that is still there 15 s after the first, as it waits
     * for a file that does not answer, ends then.
     */
    static StopSignal install() {
        StopSignal signal =
                install(
                        List.of("TERM", "INT", "HUP"),
                        () -> Runtime.getRuntime().halt(KILLED),
                        System::nanoTime);
        signal.endsAfter(PATIENCE);
        return signal;
    }

    /** Ends the process that long after the first signal if it is still there. */
    void endsAfter(Duration patience) {
        Thread watch = new Thread(() -> watch(patience), "stop-signal");
        watch.setDaemon(true);
        watch.start();
    }

    private void watch(Duration patience) {
        try {
            signalled.await();
            Thread.sleep(patience.toMillis());
            System.err.println("altocumulus: did not stop within " + patience.toSeconds() + " s");
            atOnce.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * As {@link #install()}, for a daemon.
     *
     * @param reload what HUP does, which stops no daemon
     * @param clock as of the other method
     */
    static StopSignal install(Runnable reload, LongSupplier clock) {
        JvmSignals.handle("HUP", reload);
        return install(List.of("TERM", "INT"), () -> Runtime.getRuntime().halt(KILLED), clock);
    }

    /**
     * Takes signals over.
     *
     * @param atOnce what a second signal does
     * @param clock nanoseconds, of any beginning
     */
    static StopSignal install(List<String> names, Runnable atOnce, LongSupplier clock) {
        var stopSignal = new StopSignal(atOnce, clock);
        names.forEach(name -> JvmSignals.handle(name, stopSignal::received));
        return stopSignal;
    }

    /**
     * Runs {@code action}, and none that was given before, on the first signal, on a thread of the
     * JVM's; at once if that has come already.
     */
    void onFirst(Runnable action) {
        synchronized (lock) {
            onFirst = action;
            if (received.get()) {
                action.run();
            }
        }
    }

    /** Lets {@link #await} return without a signal; any thread, any number of times. */
    void release() {
        stop.countDown();
    }

    /** Waits for the first signal, or for {@link #release}. */
    void await() throws InterruptedException {
        stop.await();
    }

    /** Whether a signal has come. */
    boolean hasCome() {
        return received.get();
    }

    /** Stops as a signal does; any thread. */
    void received() {
        long now = clock.getAsLong();
        synchronized (lock) {
            if (!received.get()) {
                first = now;
                received.set(true);
                signalled.countDown();
                onFirst.run();
                stop.countDown();
                return;
            }
        }
        if (now - first >= SAME_SIGNAL) {
            atOnce.run();
        }
    }
}
