package org.altocumulus.cli.load;

import java.util.function.LongConsumer;

/**
 * The hellos of one loop that are on their way: a slot for each, which is free again when its
 * answer has come or is no longer waited for. Belongs to the loop.
 */
final class HelloSlots {
    private static final int NONE = -1;

    private final long[] intended;
    private final long[] counts;
    private final long[] sentAt;
    private final int[] free;
    private int freeCount;
    private long count;

    HelloSlots(int number) {
        intended = new long[number];
        counts = new long[number];
        sentAt = new long[number];
        free = new int[number];
        for (int i = 0; i < number; i++) {
            counts[i] = NONE;
            free[i] = number - 1 - i;
        }
        freeCount = number;
    }

    boolean hasFree() {
        return freeCount > 0;
    }

    /** Whether answers are waited for. */
    boolean anyBusy() {
        return freeCount < free.length;
    }

    /**
     * Takes a slot, of which there is a free one.
     *
     * @param meantAt when the hello was meant to be sent
     */
    int take(long meantAt, long now) {
        int slot = free[--freeCount];
        intended[slot] = meantAt;
        sentAt[slot] = now;
        counts[slot] = count++;
        return slot;
    }

    /** The count of the hello in a slot, which no other hello of the loop has. */
    long count(int slot) {
        return counts[slot];
    }

    /** Whether that hello is on its way. */
    boolean isBusy(int slot, long ofCount) {
        return slot >= 0 && slot < counts.length && counts[slot] == ofCount && ofCount != NONE;
    }

    /** When the hello in a slot was meant to be sent. */
    long intended(int slot) {
        return intended[slot];
    }

    void release(int slot) {
        counts[slot] = NONE;
        free[freeCount++] = slot;
    }

    /** Gives up what was sent before {@code time}; tells {@code lost} when it was meant to be. */
    void expire(long time, LongConsumer lost) {
        for (int slot = 0; slot < counts.length; slot++) {
            if (counts[slot] != NONE && sentAt[slot] - time < 0) {
                lost.accept(intended[slot]);
                release(slot);
            }
        }
    }
}
