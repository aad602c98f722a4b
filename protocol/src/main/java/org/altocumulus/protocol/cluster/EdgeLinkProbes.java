package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks the origin to probe the advertised addresses, again and again those that it cannot reach.
 */
final class EdgeLinkProbes {
    private final Result result;
    private final long again;
    private final Map<InetSocketAddress, Long> due = new HashMap<>();

    /** Told of each answer. */
    @FunctionalInterface
    interface Result {
        void probed(InetSocketAddress address, boolean answered);
    }

    /**
     * @param again nanoseconds after an unanswered probe until the next
     */
    EdgeLinkProbes(Result result, long again) {
        this.result = result;
        this.again = again;
    }

    void begin(List<InetSocketAddress> addresses, EdgeControl control, long now) {
        due.clear();
        addresses.forEach(address -> ask(address, control, now));
    }

    void tick(EdgeControl control, long now) {
        for (InetSocketAddress address : List.copyOf(due.keySet())) {
            Long at = due.get(address);
            if (at != null && now - at >= 0) {
                due.remove(address);
                ask(address, control, now);
            }
        }
    }

    void end() {
        due.clear();
    }

    long delay(long now) {
        long delay = Long.MAX_VALUE;
        for (long at : due.values()) {
            delay = Math.min(delay, at - now);
        }
        return delay;
    }

    private void ask(InetSocketAddress address, EdgeControl control, long now) {
        control.probe(
                address,
                (probed, answered, at) -> {
                    if (!answered) {
                        due.put(probed, at + again);
                    }
                    result.probed(probed, answered);
                },
                now);
    }
}
