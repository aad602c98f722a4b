package org.altocumulus.origin.ops;

import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsReader;

/**
 * Section {@code redirect}: how newcomers are sent to edges.
 *
 * @param attemptsBeforeFallback hellos of one client answered with edges before the origin takes it
 *     itself; 0 for always
 * @param includeSelf whether the origin's own address comes first
 * @param tableSize clients whose hellos are counted at a time
 * @param loadLimit multiple of the average number of clients above which an edge is left out while
 *     others have room; 0 for never
 * @param crossFamily whether a client of IPv4 is sent to an edge that has IPv6 alone, and the other
 *     way round
 * @param policy how edges are chosen
 * @param bound of {@link Policy#BOUNDED_HASH}: multiple of the average number of clients that no
 *     edge exceeds
 * @param forward whether the best edge is told of a redirected hello, to answer it at once
 */
public record RedirectSettings(
        int attemptsBeforeFallback,
        boolean includeSelf,
        int tableSize,
        double loadLimit,
        boolean crossFamily,
        Policy policy,
        double bound,
        ForwardSettings forward) {
    private static final String ATTEMPTS = "redirect.attempts-before-fallback";

    /** How the edges of a newcomer are chosen. */
    public enum Policy {
        /** Those with the fewest clients. */
        LEAST_CLIENTS,
        /** Those with the least load for their capacity. */
        WEIGHTED,
        /** For each room the same, as far as they have room. */
        BOUNDED_HASH
    }

    static RedirectSettings read(SettingsReader reader) throws SettingsException {
        double loadLimit = reader.decimal("redirect.load-limit", 0, 100);
        if (loadLimit > 0 && loadLimit < 1) {
            throw reader.refusal("redirect.load-limit", "0, or a number from 1 to 100");
        }
        int attempts = reader.integer(ATTEMPTS, 0, 1000);
        Policy policy = reader.choice("redirect.policy", Policy.class);
        if (policy == Policy.BOUNDED_HASH && attempts == 1) {
            throw reader.refusal(ATTEMPTS, "0, or 2 and more, as redirect.policy is bounded-hash");
        }
        return new RedirectSettings(
                attempts,
                reader.flag("redirect.include-self"),
                reader.integer("redirect.table-size", 16, 10_000_000),
                loadLimit,
                reader.flag("redirect.cross-family"),
                policy,
                reader.decimal("redirect.bound", 1, 100),
                ForwardSettings.read(reader));
    }
}
