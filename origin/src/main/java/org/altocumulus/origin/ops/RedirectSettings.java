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
 */
public record RedirectSettings(
        int attemptsBeforeFallback,
        boolean includeSelf,
        int tableSize,
        double loadLimit,
        boolean crossFamily) {

    static RedirectSettings read(SettingsReader reader) throws SettingsException {
        double loadLimit = reader.decimal("redirect.load-limit", 0, 100);
        if (loadLimit > 0 && loadLimit < 1) {
            throw reader.refusal("redirect.load-limit", "0, or a number from 1 to 100");
        }
        return new RedirectSettings(
                reader.integer("redirect.attempts-before-fallback", 0, 1000),
                reader.flag("redirect.include-self"),
                reader.integer("redirect.table-size", 16, 10_000_000),
                loadLimit,
                reader.flag("redirect.cross-family"));
    }
}
