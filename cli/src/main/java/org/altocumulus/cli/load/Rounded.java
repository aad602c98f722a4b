package org.altocumulus.cli.load;

/** Numbers for people and scripts. */
final class Rounded {
    private static final double THOUSAND = 1000.0;

    private Rounded() {}

    /** With three decimals. */
    static double of(double value) {
        return Math.round(value * THOUSAND) / THOUSAND;
    }
}
