package org.altocumulus.edge.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.altocumulus.edge.loop.Failures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that agree on keys, with a bounded queue, shared by the loops of a node. When nothing
 * waits they do what makes later agreements cheaper. They are plain threads: the system divides the
 * processors between them and the event loops.
 */
final class KeyExchange implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeyExchange.class);

    /** How often a thread that has nothing to do looks whether what lies ready is too old. */
    private static final long IDLE_SECONDS = 10;

    private final BlockingQueue<Runnable> queue;
    private final BooleanSupplier idleWork;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    /**
     * What is submitted waits until the threads are {@linkplain #start started}.
     *
     * @param threads at least 1
     * @param queueLength how much may wait for one of them
     * @param idleWork does a short piece of work; false if there is none to do
     */
    KeyExchange(int threads, int queueLength, BooleanSupplier idleWork) {
        this.queue = new ArrayBlockingQueue<>(queueLength);
        this.idleWork = idleWork;
        for (int i = 1; i <= threads; i++) {
            Thread thread = new Thread(this::run, "key-exchange-" + i);
            thread.setDaemon(true);
            this.threads.add(thread);
        }
    }

    /** To be called once. */
    void start() {
        threads.forEach(Thread::start);
    }

    /** Runs {@code work} on one of the threads; false if the queue is full. */
    boolean submit(Runnable work) {
        return !closed && queue.offer(work);
    }

    /** Runs the first of those that wait; if none does, a piece of idle work; false without any. */
    boolean turn() {
        Runnable work = queue.poll();
        if (work == null) {
            return idleWork.getAsBoolean();
        }
        work.run();
        return true;
    }

    private void run() {
        while (!closed) {
            try {
                if (!turn()) {
                    Runnable work = queue.poll(IDLE_SECONDS, TimeUnit.SECONDS);
                    if (work != null) {
                        work.run();
                    }
                }
            } catch (InterruptedException e) {
                // Only close() interrupts.
                return;
            } catch (RuntimeException | Error e) {
                Failures.handle(LOG, "key exchange", e);
            }
        }
    }

    /** Drops what waits; the threads end. */
    @Override
    public void close() {
        closed = true;
        queue.clear();
        threads.forEach(Thread::interrupt);
    }
}
