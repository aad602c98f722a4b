package org.altocumulus.protocol.session;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What happened to packets, in numbers that only grow. Written by one event loop or several, read
 * by any thread.
 */
public final class TransportCounters {
    private final Map<Discard, LongAdder> discards = new EnumMap<>(Discard.class);

    /** Datagrams received, whatever became of them. */
    public final LongAdder received = new LongAdder();

    /** Datagrams handed to the socket. */
    public final LongAdder sent = new LongAdder();

    /** Bytes of the datagrams received. */
    public final LongAdder receivedBytes = new LongAdder();

    /** Bytes of the datagrams sent. */
    public final LongAdder sentBytes = new LongAdder();

    /** Key agreements computed. */
    public final LongAdder keyAgreements = new LongAdder();

    /** Sessions opened. */
    public final LongAdder sessionsOpened = new LongAdder();

    /** Hellos for which the asker and the peer were told of each other. */
    public final LongAdder introductions = new LongAdder();

    /** All zero. */
    public TransportCounters() {
        for (Discard reason : Discard.values()) {
            discards.put(reason, new LongAdder());
        }
    }

    /** Counts one thing that was dropped. */
    public void discard(Discard reason) {
        discards.get(reason).increment();
    }

    /** Counts several things that were dropped. */
    void discard(Discard reason, long count) {
        discards.get(reason).add(count);
    }

    /** How many were dropped for that reason. */
    public long discarded(Discard reason) {
        return discards.get(reason).sum();
    }
}
