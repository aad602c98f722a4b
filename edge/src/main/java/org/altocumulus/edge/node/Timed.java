package org.altocumulus.edge.node;

/** Something with a deadline, a link in a slot of the {@link TimerWheel}. */
abstract class Timed {
    Timed earlier;
    Timed later;
    int slot = -1;
    long at;

    /** The deadline has come, or a later one was set since. */
    abstract void onDeadline(long now);
}
