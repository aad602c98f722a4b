package org.altocumulus.edge.stream;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What was dropped, in numbers that only grow. Any thread. */
public final class StreamCounters {
    private final Map<Dropped, LongAdder> dropped = new EnumMap<>(Dropped.class);

    /** All zero. */
    public StreamCounters() {
        for (Dropped what : Dropped.values()) {
            dropped.put(what, new LongAdder());
        }
    }

    /** One more of that kind. */
    public void count(Dropped what) {
        dropped.get(what).increment();
    }

    /** How many of that kind so far. */
    public long of(Dropped what) {
        return dropped.get(what).sum();
    }
}
