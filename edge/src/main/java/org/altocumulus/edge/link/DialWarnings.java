package org.altocumulus.edge.link;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.wire.HostPort;

/**
 * Which addresses that cannot be dialled are to be logged, though they are tried again and again.
 */
final class DialWarnings {
    /** Between two warnings about one address. */
    static final long AGAIN = TimeUnit.MINUTES.toNanos(10);

    /** Addresses that are kept, the oldest forgotten first. */
    static final int MAX = 1024;

    private final Map<HostPort, Long> warned = new LinkedHashMap<>();

    /** Whether to warn that an address cannot be dialled, or did so lately. */
    boolean isDue(HostPort address, long now) {
        Long last = warned.get(address);
        if (last != null && now - last < AGAIN) {
            return false;
        }
        warned.remove(address);
        if (warned.size() >= MAX) {
            warned.remove(warned.keySet().iterator().next());
        }
        warned.put(address, now);
        return true;
    }

    /** The address was reached: the next failure is news. */
    void reached(HostPort address) {
        warned.remove(address);
    }
}
