package org.altocumulus.edge.node;

import org.altocumulus.protocol.session.SessionContext;

/**
 * Frees packets of which no more fragments come, also when nothing else happens on the loop: they
 * hold up to 64 KiB each and need no session. Belongs to the loop.
 */
final class FragmentTimer extends Timed {
    private final SessionContext context;

    FragmentTimer(SessionContext context) {
        this.context = context;
    }

    /** Asks for the next call; cheap while no packet is incomplete. */
    void schedule(TimerWheel timers) {
        timers.schedule(this, context.fragmentDeadline());
    }

    @Override
    void onDeadline(long now) {
        context.expireFragments(now);
    }
}
