package org.altocumulus.edge.ops;

/** Numbers of things in sentences. */
public final class Plural {
    private Plural() {}

    /** {@code 1 client}, {@code 2 clients}; for nouns whose plural ends in "s". */
    public static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
