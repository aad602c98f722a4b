package org.altocumulus.hotpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * Bounds what is allocated for each packet, message or hello, so that more garbage shows without a
 * clock.
 *
 * <p>The figures come from a process with the first compiler alone. The second one removes what it
 * can prove to be local: how much that is depends on its version, on what else has run, and on how
 * long it had; the same code then allocates anything from a third of these figures up. Without it
 * each {@code new} counts, and JDK 17 and 25 give the same figures to a few bytes. What is in the
 * table was measured so; {@link #MARGIN} is less than two small objects.
 *
 * <p>A figure that falls well below its bound fails too: the bound then has to follow it, or what
 * was gained could be lost again unseen.
 */
class AllocationTest {
    private static final int MARGIN = 24;

    /** Bytes for each; object headers of 12 bytes, references of 4. */
    private static final Map<String, Integer> BOUNDS = bounds();

    private static Map<String, Integer> bounds() {
        Map<String, Integer> bounds = new LinkedHashMap<>();
        bounds.put("seal-checksum", 0);
        bounds.put("open-checksum", 0);
        // The platform's HMAC makes a copy of each result.
        bounds.put("seal-hmac", 48);
        bounds.put("open-hmac", 48);
        bounds.put("write-user-data", 0);
        bounds.put("write-range-ack", 0);
        bounds.put("write-bitmap-ack", 0);
        bounds.put("parse-user-data", 64);
        bounds.put("parse-short-ack", 56);
        bounds.put("parse-range-ack", 104);
        bounds.put("parse-bitmap-ack", 184);
        // A message of 1000 bytes to a packet, and half an acknowledgement.
        bounds.put("send", 284);
        bounds.put("acknowledgement", 136);
        // The message itself, 1016 bytes with its header, is handed on.
        bounds.put("receive", 1316);
        // A hello to seven addresses: two packet headers and the chunk.
        bounds.put("redirect", 88);
        // One of 50 players' part of all that happens for a frame.
        bounds.put("delivered-frame", 402);
        return bounds;
    }

    @Test
    void noPieceOfWorkAllocatesMoreThanItDid() throws Exception {
        Map<String, Integer> figures =
                parse(Figures.of(AllocationFigures.class, "-XX:TieredStopAtLevel=1"));
        assertThat(figures).contains(entry("end", 0));
        SoftAssertions all = new SoftAssertions();
        BOUNDS.forEach(
                (name, bound) ->
                        all.assertThat(figures.get(name))
                                .as("bytes of %s; %d were allowed", name, bound)
                                .isNotNull()
                                .isBetween(bound - 2 * MARGIN - bound / 8, bound + MARGIN));
        all.assertAll();
    }

    private static Map<String, Integer> parse(List<String> lines) {
        Map<String, Integer> figures = new HashMap<>();
        for (String line : lines) {
            int space = line.indexOf(' ');
            figures.put(line.substring(0, space), Integer.valueOf(line.substring(space + 1)));
        }
        return figures;
    }
}
