package org.altocumulus.edge.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What another thread is to be told, by keys: only the latest of each waits, and what is taken back
 * before that thread has heard of it is never told. So what waits is bounded by what there is and
 * what the thread knows, however often it changes and however long the thread does not run. Woken
 * by one task. Changes may come from any thread, those of one key in their order.
 *
 * @param <K> what changes
 * @param <V> its state
 */
final class LatestChanges<K, V> {
    /** Changes taken in one task, so that others get their turn. */
    static final int MAX_BATCH = 256;

    private final Consumer<Runnable> thread;
    private final BiConsumer<K, Optional<V>> taker;
    private final Map<K, Optional<V>> waiting = new ConcurrentHashMap<>();

    /**
     * Keys that the thread was told of; a key changes while {@link #waiting} is computed for it.
     */
    private final Set<K> told = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean woken = new AtomicBoolean();

    /** A key and what it changes to. */
    private record Change<K, V>(K key, Optional<V> value) {}

    /**
     * Nothing waits.
     *
     * @param thread runs a task on the thread, in its turn
     * @param taker told there what each key is now, empty for one that is gone
     */
    LatestChanges(Consumer<Runnable> thread, BiConsumer<K, Optional<V>> taker) {
        this.thread = thread;
        this.taker = taker;
    }

    /** The key has that state. */
    void put(K key, V value) {
        waiting.put(key, Optional.of(value));
        wake();
    }

    /**
     * The key is gone.
     *
     * @return whether the thread knows of it, and will be told
     */
    boolean remove(K key) {
        Optional<V> left =
                waiting.compute(key, (k, latest) -> told.contains(k) ? Optional.empty() : null);
        if (left != null) {
            wake();
        }
        return left != null;
    }

    /**
     * A state is taken back that is not to be followed by another.
     *
     * @return false if the thread has been told of it
     */
    boolean withdraw(K key, V value) {
        return waiting.remove(key, Optional.of(value));
    }

    /** The thread knows nothing of the key any more, or what it knows ends another way. */
    void forget(K key) {
        told.remove(key);
    }

    /** Changes that wait. */
    int size() {
        return waiting.size();
    }

    private void wake() {
        if (woken.compareAndSet(false, true)) {
            thread.accept(this::drain);
        }
    }

    /** Takes what waits. What is added from its first line on wakes this thread again. */
    private void drain() {
        woken.set(false);
        try {
            List<K> keys = new ArrayList<>();
            for (K key : waiting.keySet()) {
                if (keys.size() == MAX_BATCH) {
                    break;
                }
                keys.add(key);
            }
            keys.forEach(this::take);
        } finally {
            // Also behind a change that failed.
            if (!waiting.isEmpty()) {
                wake();
            }
        }
    }

    private void take(K key) {
        List<Change<K, V>> taken = new ArrayList<>(1);
        waiting.computeIfPresent(
                key,
                (k, value) -> {
                    taken.add(new Change<>(k, value));
                    if (value.isPresent()) {
                        told.add(k);
                    } else {
                        told.remove(k);
                    }
                    return null;
                });
        taken.forEach(change -> taker.accept(change.key, change.value));
    }
}
