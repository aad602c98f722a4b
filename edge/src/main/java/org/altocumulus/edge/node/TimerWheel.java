package org.altocumulus.edge.node;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * The timers of a loop: one for each session, in slots of 10 ms. Moving a deadline is cheap, and
 * moving it away costs nothing: the timer fires early and is set again. Not thread-safe.
 */
final class TimerWheel {
    static final long TICK = MILLISECONDS.toNanos(10);
    private static final int SLOTS = 512;

    private final Timed[] slots = new Timed[SLOTS];
    private long tick;
    private int count;
    private long next = Long.MAX_VALUE;

    TimerWheel(long now) {
        tick = now / TICK;
    }

    int count() {
        return count;
    }

    /**
     * When {@link #advance} may find something that is due, or {@code Long.MAX_VALUE}; changed by
     * that and by {@link #schedule}.
     */
    long next() {
        return next;
    }

    /** Sees to it that {@code timed} fires at or soon after {@code at}, perhaps earlier. */
    void schedule(Timed timed, long at) {
        if (timed.slot >= 0) {
            if (timed.at <= at) {
                return;
            }
            cancel(timed);
        }
        if (at == Long.MAX_VALUE) {
            return;
        }
        // A deadline in the past or within this tick fires with the next one.
        long due = Math.max(at / TICK + 1, tick + 1);
        int slot = (int) (due % SLOTS);
        timed.at = at;
        timed.slot = slot;
        timed.earlier = null;
        timed.later = slots[slot];
        if (slots[slot] != null) {
            slots[slot].earlier = timed;
        }
        slots[slot] = timed;
        count++;
        next = Math.min(next, due * TICK);
    }

    void cancel(Timed timed) {
        if (timed.slot < 0) {
            return;
        }
        if (timed.earlier == null) {
            slots[timed.slot] = timed.later;
        } else {
            timed.earlier.later = timed.later;
        }
        if (timed.later != null) {
            timed.later.earlier = timed.earlier;
        }
        timed.earlier = null;
        timed.later = null;
        timed.slot = -1;
        count--;
    }

    /** Fires what is due at {@code now}. */
    void advance(long now) {
        long target = now / TICK;
        long from = Math.max(tick + 1, target - SLOTS + 1);
        tick = Math.max(tick, target);
        for (long at = from; at <= target; at++) {
            fire((int) (at % SLOTS), now);
        }
        next = timeOfNextFilled();
    }

    /** Of the next slot with anything in it, due then or some turns of the wheel later. */
    private long timeOfNextFilled() {
        if (count > 0) {
            for (long at = tick + 1; at <= tick + SLOTS; at++) {
                if (slots[(int) (at % SLOTS)] != null) {
                    return at * TICK;
                }
            }
        }
        return Long.MAX_VALUE;
    }

    private void fire(int slot, long now) {
        Timed timed = slots[slot];
        Timed due = null;
        while (timed != null) {
            Timed following = timed.later;
            if (timed.at <= now) {
                cancel(timed);
                timed.later = due;
                due = timed;
            }
            timed = following;
        }
        while (due != null) {
            Timed following = due.later;
            due.later = null;
            due.onDeadline(now);
            due = following;
        }
    }
}
