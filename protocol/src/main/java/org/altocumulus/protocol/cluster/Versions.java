package org.altocumulus.protocol.cluster;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions of the link that a node speaks, written {@code 1} or {@code 1-3}.
 *
 * @param min the oldest, at least 1
 * @param max the newest, at most 999
 */
public record Versions(int min, int max) {
    /** What this code speaks. */
    public static final Versions OURS = new Versions(1, 3);

    /** The version of the first release: what it has no word for is not said to it. */
    public static final int FIRST = 1;

    /** The version with peers, several origins, forwarded hellos and direct pulls. */
    public static final int WHOLE_CLUSTER = 2;

    /** The version in which edges know of each other, and search among themselves. */
    public static final int EDGES_SEARCH = 3;

    private static final Pattern RANGE =
            Pattern.compile("([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?");

    static Versions read(Frame frame) throws LinkRefusal {
        String text = frame.text("versions");
        Matcher range = RANGE.matcher(text);
        if (range.matches()) {
            int min = Integer.parseInt(range.group(1));
            int max = range.group(2) == null ? min : Integer.parseInt(range.group(2));
            if (min <= max) {
                return new Versions(min, max);
            }
        }
        throw Frame.bad("versions", text, "a version, or the oldest and the newest as in 1-3");
    }

    /** The newest version that both speak. */
    int common(Versions other) throws LinkRefusal {
        int newest = Math.min(max, other.max);
        if (newest < Math.max(min, other.min)) {
            throw new LinkRefusal(
                    Reason.NO_COMMON_VERSION, "versions " + other + ": expected one of " + this);
        }
        return newest;
    }

    @Override
    public String toString() {
        return min == max ? Integer.toString(min) : min + "-" + max;
    }
}
