package org.altocumulus.cli.client;

import java.time.Duration;

/**
 * How a client comes back when its connection has ended.
 *
 * @param first the longest pause before the first attempt; the pauses are random and grow
 * @param most the longest pause at all
 * @param attempt how long one attempt may take
 * @param limit how long it may be without a connection before it gives up
 */
public record ReconnectSettings(Duration first, Duration most, Duration attempt, Duration limit) {
    /** Quick, as applications are, and with a little chance, as many come at once. */
    public static final ReconnectSettings DEFAULT =
            new ReconnectSettings(
                    Duration.ofMillis(300),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(60));

    /** The same with another limit. */
    public ReconnectSettings withLimit(Duration newLimit) {
        return new ReconnectSettings(first, most, attempt, newLimit);
    }
}
