package org.altocumulus.chaos;

import java.util.Arrays;

/** When each frame came to a player. Written by a loop, read by any thread. */
final class FrameLog {
    private long[] came = new long[1024];
    private int last;
    private long lastAt;
    private int lastOnConnection;
    private int repeated;

    /** A frame has come. */
    synchronized void add(int number, long now) {
        if (number >= came.length) {
            came = Arrays.copyOf(came, Math.max(number + 1, 2 * came.length));
        }
        if (number <= lastOnConnection) {
            repeated++;
        }
        lastOnConnection = number;
        if (came[number] == 0) {
            came[number] = now;
        }
        last = Math.max(last, number);
        lastAt = now;
    }

    /** What comes next comes on another connection, where a frame may come once more. */
    synchronized void reconnected() {
        lastOnConnection = 0;
    }

    /** The highest number that has come. */
    synchronized int last() {
        return last;
    }

    /** When the last frame came; 0 before that. */
    synchronized long lastAt() {
        return lastAt;
    }

    /** Frames that came twice, or after a later one, on the same connection. */
    synchronized int repeated() {
        return repeated;
    }

    /** How many of the frames from {@code first} to {@code end} have come. */
    synchronized int received(int first, int end) {
        int count = 0;
        for (int i = first; i <= Math.min(end, last); i++) {
            count += came[i] == 0 ? 0 : 1;
        }
        return count;
    }

    /**
     * The longest time without a frame of those from {@code first} to {@code end}, in nanoseconds.
     *
     * @param begin when it begins to count
     */
    synchronized long longestGap(int first, int end, long begin) {
        long before = begin;
        long longest = 0;
        long[] times =
                Arrays.stream(came, Math.min(first, came.length), Math.min(end + 1, came.length))
                        .filter(time -> time != 0)
                        .sorted()
                        .toArray();
        for (long time : times) {
            longest = Math.max(longest, time - before);
            before = time;
        }
        return times.length == 0 ? System.nanoTime() - begin : longest;
    }
}
