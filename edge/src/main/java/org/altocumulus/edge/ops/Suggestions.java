package org.altocumulus.edge.ops;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Finds what somebody meant who mistyped a name: a key, a variable, a command or an option. */
public final class Suggestions {
    private static final int MOST = 3;

    /** One wrong letter for so many letters, and one more. */
    private static final int LETTERS_PER_ERROR = 5;

    private static final int MAX_LENGTH = 100;

    private Suggestions() {}

    /**
     * The names that are closest to {@code wrong}, at most three, in alphabetical order; none if
     * nothing is close enough. Capitals do not count.
     */
    public static List<String> of(String wrong, Collection<String> known) {
        List<String> closest = new ArrayList<>();
        if (wrong.isEmpty() || wrong.length() > MAX_LENGTH) {
            return closest;
        }
        int least = 1 + wrong.length() / LETTERS_PER_ERROR;
        for (String name : new TreeSet<>(known)) {
            int distance = distance(lower(wrong), lower(name));
            // A name of two letters has nothing in common with what needs two changes.
            if (distance > least || distance >= name.length()) {
                continue;
            }
            if (distance < least) {
                closest.clear();
                least = distance;
            }
            closest.add(name);
        }
        return closest.subList(0, Math.min(MOST, closest.size()));
    }

    /** {@code did you mean a, b or c?}; empty if there is none. */
    public static String question(List<String> names) {
        if (names.isEmpty()) {
            return "";
        }
        int last = names.size() - 1;
        String first = String.join(", ", names.subList(0, last));
        return "did you mean " + (last == 0 ? "" : first + " or ") + names.get(last) + "?";
    }

    /**
     * How many letters have to be inserted, removed, replaced or swapped with their neighbour
     * (optimal string alignment).
     */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            d[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            d[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] =
                        Math.min(d[i - 1][j - 1] + change, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                boolean swapped =
                        i > 1
                                && j > 1
                                && a.charAt(i - 1) == b.charAt(j - 2)
                                && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
