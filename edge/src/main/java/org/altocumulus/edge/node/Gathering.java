package org.altocumulus.edge.node;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * How a loop waits for datagrams. When it was woken a few times within a short while, and found
 * several datagrams that called for no answer, as acknowledgements come when a frame went to many
 * players, it lets them gather before it looks again, for as long as that brings several: to be
 * woken for each costs more than to take it. What comes alone is waited for as usual, and so is
 * what is answered, as somebody waits for that. Belongs to its loop.
 */
final class Gathering implements SelectStrategy {
    private static final int LOOKS = 3;
    private static final int SEVERAL = 2;

    private final long nanos;
    private final LongSupplier clock;
    private final LongConsumer pause;
    private boolean gathers;
    private int taken;
    private long lookedAt;

    /** Looks so far that were soon after each other, and what they found without an answer. */
    private int looks;

    private int found;

    /** Datagrams that were sent since the last look. */
    private int sent;

    /** Looks in a row that found less than several while datagrams gathered. */
    private int poor;

    /**
     * For one loop.
     *
     * @param nanos how long datagrams may gather; 0 for not at all
     */
    Gathering(long nanos) {
        this(nanos, System::nanoTime, LockSupport::parkNanos);
    }

    Gathering(long nanos, LongSupplier clock, LongConsumer pause) {
        this.nanos = nanos;
        this.clock = clock;
        this.pause = pause;
    }

    /** A datagram was found. */
    void taken() {
        taken++;
    }

    /** A datagram is sent, whatever for. */
    void sent() {
        sent++;
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (hasTasks) {
            return selectNow.get();
        }
        if (nanos == 0) {
            return SELECT;
        }
        int unanswered = Math.max(0, taken - sent);
        taken = 0;
        sent = 0;
        if (gathers) {
            poor = unanswered < SEVERAL ? poor + 1 : 0;
            gathers = poor < LOOKS;
        } else {
            gathers = isWorthwhile(unanswered);
        }
        if (gathers) {
            pause.accept(nanos);
            int ready = selectNow.get();
            if (ready > 0) {
                return ready;
            }
            gathers = false;
        }
        return SELECT;
    }

    private boolean isWorthwhile(int unanswered) {
        long now = clock.getAsLong();
        boolean soon = now - lookedAt < nanos;
        lookedAt = now;
        looks = soon ? looks + 1 : 0;
        found = soon ? found + unanswered : 0;
        if (looks < LOOKS) {
            return false;
        }
        boolean worthwhile = found >= LOOKS * SEVERAL;
        looks = 0;
        found = 0;
        poor = 0;
        return worthwhile;
    }
}
