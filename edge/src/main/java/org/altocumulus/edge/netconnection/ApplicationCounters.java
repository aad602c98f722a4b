package org.altocumulus.edge.netconnection;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.altocumulus.edge.stream.StreamCounters;

/** What was refused or dropped, in numbers that only grow. Any thread. */
public final class ApplicationCounters {
    private final Map<Refused, LongAdder> refused = new EnumMap<>(Refused.class);

    private final StreamCounters streams;

    /**
     * All zero.
     *
     * @param streams what is counted below, and told as part of these
     */
    ApplicationCounters(StreamCounters streams) {
        this.streams = streams;
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
        long here = refused.get(what).sum();
        return what.ofStreams() == null ? here : here + streams.of(what.ofStreams());
    }
}
