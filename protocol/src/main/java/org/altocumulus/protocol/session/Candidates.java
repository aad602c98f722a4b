package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The candidate addresses of an opening session, each with its own backoff (RFC 7016 §3.5.1.1.1):
 * hellos after 0, 1, 3.5, 7.5 … seconds.
 */
final class Candidates {
    /** REDIRECT_THRESHOLD. */
    static final int MAX = 24;

    private final Map<InetSocketAddress, Backoff> backoffs = new LinkedHashMap<>();

    /**
     * Adds an address to which hellos are sent from now on, unless it is known or there are many.
     */
    void add(long now, InetSocketAddress address) {
        if (PeerAddresses.isUsable(address) && backoffs.size() < MAX) {
            backoffs.computeIfAbsent(address, a -> new Backoff(now));
        }
    }

    boolean contains(InetSocketAddress address) {
        return backoffs.containsKey(address);
    }

    long deadline() {
        long earliest = Long.MAX_VALUE;
        for (Backoff backoff : backoffs.values()) {
            earliest = Math.min(earliest, backoff.deadline());
        }
        return earliest;
    }

    /** Calls {@code send} for each address whose turn it is. */
    void poll(long now, Consumer<InetSocketAddress> send) {
        backoffs.forEach(
                (address, backoff) -> {
                    if (backoff.isDue(now)) {
                        send.accept(address);
                    }
                });
    }

    /** Intervals that grow by 1.5 s each. */
    static final class Backoff {
        private static final long FIRST = MILLISECONDS.toNanos(1000);
        private static final long GROWTH = MILLISECONDS.toNanos(1500);

        private long next;
        private long interval = FIRST;

        Backoff(long now) {
            next = now;
        }

        long deadline() {
            return next;
        }

        boolean isDue(long now) {
            if (now < next) {
                return false;
            }
            next = now + interval;
            interval += GROWTH;
            return true;
        }
    }
}
