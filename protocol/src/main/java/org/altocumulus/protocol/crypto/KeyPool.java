package org.altocumulus.protocol.crypto;

import java.security.SecureRandom;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Key pairs for the sessions that others open with an ephemeral {@link Identity}, some of them made
 * ahead by {@link #prepareOne}, so that a burst of handshakes costs one exponentiation for each
 * instead of two. Whoever owns the pool calls that when there is nothing better to do. Thread-safe.
 *
 * <p>A pair that lies ready is as secret as the keys of a session: whoever reads the memory of the
 * process can read the sessions that will use it. That is why none is used that is older than
 * {@link #MAX_AGE_NANOS}, and each is forgotten when it is given out, unless it is to be
 * {@linkplain KeyPoolParameters#reuseNanos reused}.
 */
public final class KeyPool {
    /** The age at which a pair is thrown away without having been used, in nanoseconds. */
    public static final long MAX_AGE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final Map<DhGroup, KeyShelf> shelves = new EnumMap<>(DhGroup.class);
    private final LongAdder taken = new LongAdder();
    private final LongAdder missed = new LongAdder();
    private final LongAdder reused = new LongAdder();
    private final KeyPoolParameters parameters;
    private final SecureRandom random;
    private final LongSupplier clock;

    /**
     * An empty pool.
     *
     * @param groups in which pairs will be wanted; those with lower numbers are made ahead first
     * @param clock nanoseconds, monotonic
     */
    public KeyPool(
            List<DhGroup> groups,
            KeyPoolParameters parameters,
            SecureRandom random,
            LongSupplier clock) {
        this.parameters = parameters;
        this.random = random;
        this.clock = clock;
        for (DhGroup group : groups) {
            shelves.put(group, new KeyShelf(group, parameters));
        }
    }

    /**
     * Does a piece of work for later handshakes, of some milliseconds at most but for the first of
     * each group: a table to make pairs faster, or a pair.
     *
     * @return false if there is nothing to do until a pair is taken or too old
     */
    public boolean prepareOne() {
        for (KeyShelf shelf : shelves.values()) {
            if (shelf.makeTable()) {
                return true;
            }
            if (shelf.wantsMore(clock.getAsLong())) {
                DhKeyPair pair = shelf.draw(random);
                shelf.add(pair, clock.getAsLong());
                return true;
            }
        }
        return false;
    }

    /**
     * A pair for one session.
     *
     * @param group one of those of the pool
     * @param farComponent of the other side of the session
     */
    DhKeyPair take(DhGroup group, byte[] farComponent) {
        KeyShelf shelf = shelves.get(group);
        long now = clock.getAsLong();
        if (parameters.reuses()) {
            DhKeyPair again = shelf.again(farComponent, now);
            if (again != null) {
                reused.increment();
                return again;
            }
        }
        DhKeyPair pair = shelf.poll(now);
        if (pair != null) {
            taken.increment();
        } else {
            missed.increment();
            pair = shelf.draw(random);
        }
        if (parameters.reuses()) {
            shelf.keep(pair, farComponent, now);
        }
        return pair;
    }

    /** Forgets all pairs and makes no more ahead; those that are wanted are still made. */
    public void close() {
        shelves.values().forEach(KeyShelf::close);
    }

    /** Pairs that lie ready, in all groups. */
    public int ready() {
        return shelves.values().stream().mapToInt(KeyShelf::size).sum();
    }

    /** Handshakes that found a pair ready. */
    public long taken() {
        return taken.sum();
    }

    /** Handshakes that found none, and waited until one was made. */
    public long missed() {
        return missed.sum();
    }

    /** Handshakes that got a pair of an earlier one. */
    public long reused() {
        return reused.sum();
    }

    /** How many lie ready; no key. */
    @Override
    public String toString() {
        return "KeyPool of " + ready() + " pairs";
    }
}
