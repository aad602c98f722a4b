package org.altocumulus.origin.redirect;

import java.nio.charset.StandardCharsets;
import org.altocumulus.origin.registry.BoundedHash;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;

/**
 * Where a client wants to go, as far as its hello says: application and first segment of the
 * instance, in the URI or the path of the endpoint discriminator. Only a hint, so anything is
 * taken: what {@code connect} says later decides.
 */
final class Rooms {
    private static final String SCHEME_END = "://";

    private Rooms() {}

    /** The same number for the same room; without a URI for the same tag. */
    static long hash(EndpointDiscriminator wanted, byte[] tag) {
        String text = wanted.ancillaryText().orElse(null);
        byte[] key = text == null ? tag : of(text).getBytes(StandardCharsets.UTF_8);
        return BoundedHash.hash(key, 0, key.length);
    }

    /**
     * {@code app/instance}, {@code app}, or nothing for the root.
     *
     * @param uri {@code rtmfp://host[:port]/app[/instance][?query]} or the path of one, also of the
     *     form {@code rtmfp://edge/?rtmfp://origin/app}
     */
    static String of(String uri) {
        int start = 0;
        while (true) {
            start = pathStart(uri, start);
            int question = endOf(uri, start, "?#");
            boolean empty = uri.substring(start, question).chars().allMatch(c -> c == '/');
            if (empty && uri.indexOf(SCHEME_END, question) > 0) {
                start = question + 1;
            } else {
                return twoSegments(uri, start, question);
            }
        }
    }

    private static int pathStart(String uri, int from) {
        int scheme = uri.indexOf(SCHEME_END, from);
        return scheme < 0 || scheme > endOf(uri, from, "/?#")
                ? from
                : endOf(uri, scheme + SCHEME_END.length(), "/?#");
    }

    private static String twoSegments(String uri, int start, int end) {
        StringBuilder room = new StringBuilder();
        int at = start;
        for (int segments = 0; segments < 2 && at < end; ) {
            int next = Math.min(end, endOf(uri, at, "/"));
            if (next > at) {
                room.append(segments++ == 0 ? "" : "/").append(uri, at, next);
            }
            at = next + 1;
        }
        return room.toString();
    }

    private static int endOf(String text, int start, String delimiters) {
        int at = start;
        while (at < text.length() && delimiters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
