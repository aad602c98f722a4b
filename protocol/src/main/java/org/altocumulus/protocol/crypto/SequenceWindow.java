package org.altocumulus.protocol.crypto;

/** Which session sequence numbers have come: the highest and the 31 below it (RFC 7425 §4.7). */
final class SequenceWindow {
    private static final int SIZE = Integer.SIZE;

    private long highest;
    private int seen;

    /**
     * Takes a number that is new.
     *
     * @param number not negative
     * @return false if it has come before or is too old to tell
     */
    boolean accept(long number) {
        if (number > highest) {
            long ahead = number - highest;
            seen = ahead >= SIZE ? 1 : seen << ahead | 1;
            highest = number;
            return true;
        }
        long behind = highest - number;
        if (behind >= SIZE || (seen >>> behind & 1) != 0) {
            return false;
        }
        seen |= 1 << behind;
        return true;
    }
}
