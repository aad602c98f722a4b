package org.altocumulus.edge.node;

import java.util.ArrayDeque;
import java.util.Deque;
import org.altocumulus.edge.loop.Failures;
import org.altocumulus.edge.loop.LoopTimer;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.SessionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turns of a loop: sessions that something happened to are flushed once at the end of the turn,
 * whatever woke them, and so are those whose deadline has come. Belongs to the loop.
 */
final class Turns {
    private static final Logger LOG = LoggerFactory.getLogger(Turns.class);

    private final NodeLoop loop;
    private final LoopSockets sockets;
    private final TimerWheel timers;
    private final FragmentTimer fragments;
    private final LoopTimer ticking;
    private final Deque<Slot> awake = new ArrayDeque<>();

    private boolean flushScheduled;
    private boolean inTurn;

    Turns(NodeLoop loop, LoopSockets sockets, SessionContext context) {
        this.loop = loop;
        this.sockets = sockets;
        this.timers = new TimerWheel(loop.now());
        this.fragments = new FragmentTimer(context);
        this.ticking = new LoopTimer(loop.eventLoop(), this::tick);
    }

    /** What wakes sessions from now on ends with a call of {@link #end}. */
    void begin() {
        inTurn = true;
    }

    void end() {
        inTurn = false;
        flush();
    }

    /** Wakes the sessions whose deadline has come. */
    private void tick() {
        begin();
        try {
            timers.advance(loop.now());
        } finally {
            end();
        }
    }

    /** The session is flushed at the end of this turn, or soon if there is none. */
    void wake(Slot slot) {
        if (!slot.awake) {
            slot.awake = true;
            awake.add(slot);
        }
        if (!inTurn && !flushScheduled) {
            flushScheduled = true;
            loop.execute(this::flush);
        }
    }

    /** The session is no longer in the table. */
    void forget(Slot slot) {
        timers.cancel(slot);
    }

    /** No deadline counts any more. */
    void stop() {
        ticking.cancel();
    }

    private void flush() {
        flushScheduled = false;
        long now = loop.now();
        for (Slot slot = awake.poll(); slot != null; slot = awake.poll()) {
            slot.awake = false;
            if (slot.listed) {
                flush(slot, now);
            }
        }
        sockets.flush();
        fragments.schedule(timers);
        if (timers.next() != Long.MAX_VALUE) {
            ticking.by(timers.next(), now);
        }
    }

    /** Ends a session in which something was thrown, or one that is opening. */
    void fail(Slot slot, long now) {
        sockets.select(slot.socket);
        if (slot.session() != null) {
            abort(slot, now);
            return;
        }
        try {
            slot.initiator().abort("internal error");
        } finally {
            loop.remove(slot);
        }
    }

    /** Tells the client; ends the session even if what failed before fails again. */
    private void abort(Slot slot, long now) {
        try {
            slot.session().abort(CloseReason.MISBEHAVED, sockets, now);
        } catch (RuntimeException | Error e) {
            Failures.handle(LOG, "end of session " + slot, e);
            slot.session().terminate(CloseReason.MISBEHAVED);
        }
    }

    private void flush(Slot slot, long now) {
        sockets.select(slot.socket);
        try {
            slot.flush(now, sockets);
        } catch (RuntimeException | Error e) {
            Failures.handle(LOG, "session " + slot, e);
            fail(slot, now);
            return;
        }
        if (slot.hasFailed()) {
            loop.remove(slot);
        } else if (slot.listed) {
            timers.schedule(slot, slot.deadline());
        }
    }
}
