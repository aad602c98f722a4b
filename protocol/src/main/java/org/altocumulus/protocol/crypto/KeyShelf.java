package org.altocumulus.protocol.crypto;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** The pairs of a {@link KeyPool} in one group. Thread-safe. */
final class KeyShelf {
    private static final byte[] COMPONENT = {'I'};

    private final DhGroup group;
    private final KeyPoolParameters parameters;
    private final AtomicBoolean tableBegun = new AtomicBoolean();

    /** Null until it is made. */
    private volatile FixedBase powers;

    /** The oldest first. */
    private final Deque<Ready> ready = new ArrayDeque<>();

    /** The pair that handshakes share; null if there is none, or it is worn out. */
    private Shared shared;

    private boolean closed;

    private record Ready(DhKeyPair pair, long madeAt) {}

    /** A pair in use, and by whose components. */
    private record Shared(DhKeyPair pair, long since, Set<ByteBuffer> components) {}

    KeyShelf(DhGroup group, KeyPoolParameters parameters) {
        this.group = group;
        this.parameters = parameters;
    }

    /** Makes what lets pairs be drawn faster from then on; false if it is made or being made. */
    boolean makeTable() {
        if (tableBegun.getAndSet(true)) {
            return false;
        }
        powers = group.powers();
        return true;
    }

    /** A new pair, not put anywhere. */
    DhKeyPair draw(SecureRandom random) {
        FixedBase table = powers;
        return table == null
                ? DhKeyPair.generate(group, random)
                : DhKeyPair.generate(group, random, table::pow);
    }

    /** Whether there is room, once what is too old is thrown away. */
    synchronized boolean wantsMore(long now) {
        dropOld(now);
        return !closed && ready.size() < parameters.size();
    }

    /** Without effect if there is no room left. */
    synchronized void add(DhKeyPair pair, long now) {
        if (wantsMore(now)) {
            ready.add(new Ready(pair, now));
        }
    }

    /** Null if there is none. */
    synchronized DhKeyPair poll(long now) {
        dropOld(now);
        Ready oldest = ready.poll();
        return oldest == null ? null : oldest.pair;
    }

    private void dropOld(long now) {
        while (!ready.isEmpty() && now - ready.peek().madeAt >= KeyPool.MAX_AGE_NANOS) {
            ready.poll();
        }
        if (shared != null && now - shared.since >= parameters.reuseNanos()) {
            shared = null;
        }
    }

    /**
     * The pair that is shared, for one handshake more; null if there is none. Nobody gets it a
     * second time with the same component: our own has nothing but the public key in it that could
     * make a difference, so a recorded IIKeying that comes again would open a session with the keys
     * of the recorded one. An honest initiator has a new key or new randomness in each component.
     */
    synchronized DhKeyPair again(byte[] farComponent, long now) {
        dropOld(now);
        if (shared == null || !shared.components.add(digest(farComponent))) {
            return null;
        }
        DhKeyPair pair = shared.pair;
        if (shared.components.size() >= parameters.reuseHandshakes()) {
            shared = null;
        }
        return pair;
    }

    /** Shares a pair that one handshake has, unless another one is shared already. */
    synchronized void keep(DhKeyPair pair, byte[] farComponent, long now) {
        if (shared == null && !closed) {
            shared = new Shared(pair, now, new HashSet<>(Set.of(digest(farComponent))));
        }
    }

    synchronized void close() {
        closed = true;
        ready.clear();
        shared = null;
    }

    synchronized int size() {
        return ready.size();
    }

    private static ByteBuffer digest(byte[] component) {
        return ByteBuffer.wrap(Hmac.sha256(COMPONENT, component));
    }
}
