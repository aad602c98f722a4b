package org.altocumulus.edge.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.MediaKind;

/**
 * The way of one stream's messages to another thread: a queue bounded in bytes and in time. The
 * other thread is woken by one task, however many messages wait.
 *
 * <p>One message fits always, however large. What does not fit, and what waited for longer than it
 * is worth, is dropped: of video all up to the next key frame, of audio the message alone.
 * Configuration records and data are never dropped in silence: when they do not fit {@link #send}
 * says so, and the sender ends the stream for the receiver and begins it anew with {@link
 * #restart}.
 *
 * <p>Messages and tasks arrive in the order in which they were sent. Used by one sending thread.
 *
 * @param <M> what is sent
 */
public final class Handover<M> {
    /** A thread that messages go to. */
    public interface Target {
        /** Whether the calling thread is it. */
        boolean isCurrent();

        /** Runs the task there, after those given to it before. From any thread. */
        void execute(Runnable task);

        /** Runs the task there after sockets and timers had their turn. On that thread only. */
        void later(Runnable task);
    }

    /** Takes messages on the target's thread. */
    public interface Receiver<M> {
        /**
         * Takes a message.
         *
         * @param since when it came to this node, in nanoseconds
         */
        void accept(M message, long since);
    }

    /**
     * What may wait.
     *
     * @param mediaBytes beyond which media is dropped
     * @param allBytes beyond which what may not be dropped is refused
     * @param maxNanos for which media may have been on this node
     * @param deadlines how long messages are worth sending
     */
    record Bounds(long mediaBytes, long allBytes, long maxNanos, MediaDeadlines deadlines) {
        long lifetime(MediaKind kind) {
            return Math.min(maxNanos, deadlines.lifetime(kind));
        }
    }

    /** Messages taken in one task, so that sockets and timers get their turn. */
    static final int MAX_BATCH = 256;

    /** A task that has run for this long takes no more messages; 0.005 s. */
    private static final long MAX_RUN = 5_000_000;

    private static final int LOOK_AT_CLOCK = 15;

    private final Target target;
    private final Receiver<M> receiver;
    private final Bounds bounds;
    private final StreamCounters counters;
    private final LongSupplier clock;
    private final Queue<Entry<M>> entries = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicBoolean woken = new AtomicBoolean();

    /** Of the sender: closed when something did not fit. */
    private final KeyFrameGate sent = new KeyFrameGate(true);

    /** Of the receiver: closed when something came too late. */
    private final KeyFrameGate taken = new KeyFrameGate(true);

    /** A message, or a task between messages. */
    private record Entry<M>(M message, MediaKind kind, int size, long since, Runnable task) {}

    /**
     * A way without messages.
     *
     * @param clock nanoseconds of a monotonic clock, the same for both threads; may be read by both
     */
    Handover(
            Target target,
            Receiver<M> receiver,
            Bounds bounds,
            StreamCounters counters,
            LongSupplier clock) {
        this.target = target;
        this.receiver = receiver;
        this.bounds = bounds;
        this.counters = counters;
        this.clock = clock;
    }

    /** Sends a message that has just come to this node; see the other method. */
    public boolean send(M message, MediaKind kind, int size) {
        return send(message, kind, size, clock.getAsLong());
    }

    /**
     * Sends a message, or drops it.
     *
     * @param size bytes that it counts for, with what it costs beside its content
     * @param since when it came to this node
     * @return false if it is one that may not be dropped, and does not fit: the stream has to end
     *     or to {@linkplain #restart restart}
     */
    boolean send(M message, MediaKind kind, int size, long since) {
        if (target.isCurrent()) {
            receiver.accept(message, since);
            return true;
        }
        boolean droppable = isDroppable(kind);
        boolean room = droppable ? hasRoom(kind, size) : waiting.get() + size <= bounds.allBytes();
        if (!room) {
            counters.count(droppable ? Dropped.HANDOVER : Dropped.HANDOVER_OVERFLOW);
            return droppable;
        }
        waiting.addAndGet(size);
        add(new Entry<>(message, kind, size, since, null));
        return true;
    }

    /** Runs a task on the target's thread behind all messages sent before; now if that is here. */
    public void run(Runnable task) {
        if (target.isCurrent()) {
            task.run();
        } else {
            add(new Entry<>(null, MediaKind.OTHER, 0, 0, task));
        }
    }

    /**
     * Drops the messages that wait, and runs a task in their place that ends the stream for the
     * receiver and begins it anew. Tasks that wait still run before it.
     *
     * @param whole whether the task brings a key frame and all behind it, so that any frame may
     *     follow
     */
    public void restart(boolean whole, Runnable task) {
        List<Entry<M>> tasks = new ArrayList<>();
        for (Entry<M> entry = entries.poll(); entry != null; entry = entries.poll()) {
            if (entry.task == null) {
                waiting.addAndGet(-entry.size);
                counters.count(Dropped.HANDOVER);
            } else {
                tasks.add(entry);
            }
        }
        tasks.forEach(this::add);
        if (whole) {
            sent.open();
        } else {
            sent.close();
        }
        run(task);
    }

    /** Whether nothing waits. */
    boolean isIdle() {
        return entries.isEmpty();
    }

    /** Bytes that wait. */
    long waiting() {
        return waiting.get();
    }

    private static boolean isDroppable(MediaKind kind) {
        return kind.isMedia() && !kind.isConfiguration();
    }

    private boolean hasRoom(MediaKind kind, int size) {
        long before = waiting.get();
        if (before == 0 || before + size <= bounds.mediaBytes()) {
            return sent.passes(kind);
        }
        if (kind.isVideo()) {
            sent.close();
        }
        return false;
    }

    private void add(Entry<M> entry) {
        entries.add(entry);
        if (!woken.get() && woken.compareAndSet(false, true)) {
            target.execute(this::drain);
        }
    }

    /** Takes what waits. What is added from its first line on wakes this thread again. */
    private void drain() {
        woken.set(false);
        long began = clock.getAsLong();
        long now = began;
        try {
            for (int i = 1; i <= MAX_BATCH && now - began < MAX_RUN; i++) {
                Entry<M> entry = entries.poll();
                if (entry == null) {
                    return;
                }
                take(entry, now);
                now = (i & LOOK_AT_CLOCK) == 0 ? clock.getAsLong() : now;
            }
        } finally {
            // Also behind an entry that failed.
            if (!entries.isEmpty() && woken.compareAndSet(false, true)) {
                target.later(this::drain);
            }
        }
    }

    private void take(Entry<M> entry, long now) {
        if (entry.task != null) {
            entry.task.run();
            return;
        }
        waiting.addAndGet(-entry.size);
        if (isDroppable(entry.kind) && !isInTime(entry, now)) {
            counters.count(Dropped.HANDOVER);
            return;
        }
        receiver.accept(entry.message, entry.since);
    }

    private boolean isInTime(Entry<M> entry, long now) {
        MediaKind kind = entry.kind;
        if (now - entry.since <= bounds.lifetime(kind)) {
            return taken.passes(kind);
        }
        if (kind.isVideo() && !kind.isDisposable()) {
            taken.close();
        }
        return false;
    }
}
