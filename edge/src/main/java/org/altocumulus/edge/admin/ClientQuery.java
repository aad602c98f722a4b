package org.altocumulus.edge.admin;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Which clients {@code GET /clients} is to show: some of them, in the order of their peer ids, and
 * of the age of their sessions where one has several.
 *
 * @param after a peer id in lower-case hex, which those shown come after; empty for the first
 * @param skip if not 0, those of that very peer id are shown too, but for so many of them
 * @param limit most that are shown, 1 to {@link #MOST}
 */
public record ClientQuery(String after, int skip, int limit) {
    /** Most clients in one answer. */
    public static final int MOST = 1000;

    private static final int USUAL = 100;
    private static final Pattern PEER_ID = Pattern.compile("[0-9a-f]{64}(\\.[1-9][0-9]{0,8})?");

    /**
     * Reads the query of a URI.
     *
     * @throws IllegalArgumentException with a sentence about what is wrong
     */
    static ClientQuery of(Map<String, List<String>> query) {
        String after = "";
        int limit = USUAL;
        for (Map.Entry<String, List<String>> entry : query.entrySet()) {
            String value = entry.getValue().get(entry.getValue().size() - 1);
            switch (entry.getKey()) {
                case "after" -> after = peerId(value);
                case "limit" -> limit = limit(value);
                default ->
                        throw new IllegalArgumentException(
                                "expected /clients?limit=N&after=PEER-ID");
            }
        }
        int dot = after.indexOf('.');
        return dot < 0
                ? new ClientQuery(after, 0, limit)
                : new ClientQuery(
                        after.substring(0, dot), Integer.parseInt(after.substring(dot + 1)), limit);
    }

    private static String peerId(String value) {
        String id = value.toLowerCase(Locale.ROOT);
        if (!PEER_ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "after: expected a peer id, which has 64 hex digits, or what next was");
        }
        return id;
    }

    private static int limit(String value) {
        try {
            int limit = Integer.parseInt(value);
            if (limit >= 1 && limit <= MOST) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // Falls through to the refusal.
        }
        throw new IllegalArgumentException("limit: expected a number from 1 to " + MOST);
    }
}
