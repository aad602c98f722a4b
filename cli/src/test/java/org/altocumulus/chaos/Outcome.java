package org.altocumulus.chaos;

/**
 * A line of the table at the end: what a scenario did to some players, or something else that had
 * to hold.
 *
 * @param scenario its name
 * @param what the players, or what had to hold
 * @param players how many there are; 0 if it is not about players
 * @param expected frames that all of them together had to get
 * @param got frames of those that they got
 * @param longestGap the longest time that one of them got none, in seconds
 * @param good whether it held
 * @param remark what was asked, or what was found instead
 */
record Outcome(
        String scenario,
        String what,
        int players,
        long expected,
        long got,
        double longestGap,
        boolean good,
        String remark) {
    private static final String FORMAT = "%-18s %-34s %7s %8s %8s %6s %8s  %-6s %s";

    /** The head of the table. */
    static String head() {
        return FORMAT.formatted(
                "scenario", "what", "players", "expected", "got", "lost", "gap s", "", "");
    }

    @Override
    public String toString() {
        boolean counted = players > 0;
        return FORMAT.formatted(
                        scenario,
                        what,
                        counted ? players : "",
                        counted ? expected : "",
                        counted ? got : "",
                        counted ? expected - got : "",
                        counted ? "%.2f".formatted(longestGap) : "",
                        good ? "ok" : "BROKEN",
                        remark)
                .stripTrailing();
    }
}
