package org.altocumulus.cli.command;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * SIGTERM and SIGINT as a daemon takes them: the first asks it to stop in order, with an exit code
 * of its own; the second ends the process at once. Signals that come within a second of the first
 * are one with it: a terminal and a shell, or GNU {@code timeout}, which signals the process and
 * then its group, send several where one was meant.
 *
 * <p>A shutdown hook could do neither: the JVM would exit with 143 and ignore the second signal.
 * The class behind it is no standard API and warns where it is named in source, hence reflection.
 */
final class StopSignal {
    private static final int KILLED = 128 + 15;
    private static final long SAME_SIGNAL = TimeUnit.SECONDS.toNanos(1);

    private final CountDownLatch stop = new CountDownLatch(1);
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

    /** Takes both signals over from the JVM, for the rest of the process. */
    static StopSignal install() {
        return install(
                List.of("TERM", "INT"), () -> Runtime.getRuntime().halt(KILLED), System::nanoTime);
    }

    /**
     * Takes signals over.
     *
     * @param atOnce what a second signal does
     * @param clock nanoseconds, of any beginning
     */
    static StopSignal install(List<String> names, Runnable atOnce, LongSupplier clock) {
        var stopSignal = new StopSignal(atOnce, clock);
        try {
            for (String name : names) {
                stopSignal.handle(name);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM lets no signals be handled", e);
        }
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
                onFirst.run();
                stop.countDown();
                return;
            }
        }
        if (now - first >= SAME_SIGNAL) {
            atOnce.run();
        }
    }

    private void handle(String name) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object proxy =
                Proxy.newProxyInstance(
                        handler.getClassLoader(), new Class<?>[] {handler}, this::invoke);
        Method handle = signal.getMethod("handle", signal, handler);
        try {
            handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("SIG" + name + " cannot be handled", e.getCause());
        }
    }

    private Object invoke(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "handle" -> {
                received();
                yield null;
            }
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "StopSignal";
        };
    }
}
