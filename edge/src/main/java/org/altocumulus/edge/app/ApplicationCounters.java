package org.altocumulus.edge.app;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What was refused or dropped, in numbers that only grow. Any thread. */
public final class ApplicationCounters {
    private final Map<Refused, LongAdder> refused = new EnumMap<>(Refused.class);

    ApplicationCounters() {
        for (Refused what : Refused.values()) {
            refused.put(what, new LongAdder());
        }
    }

    void count(Refused what) {
        count(what, 1);
    }

    void count(Refused what, long times) {
        refused.get(what).add(times);
    }

    /** How many of that kind so far. */
    public long of(Refused what) {
        return refused.get(what).sum();
    }
}
