package org.altocumulus.protocol.flow;

/**
 * SEND_QUEUE of RFC 7016 §3.6.2: the unacknowledged fragments of a flow, found by sequence number.
 * Numbers are assigned without gaps, so the queue is a ring that grows by doubling and has holes
 * where fragments were acknowledged out of order.
 */
final class SendQueue {
    private static final int INITIAL_CAPACITY = 4;
    private static final int CAPACITY_KEPT_WHEN_EMPTY = 64;

    private OutFragment[] ring = new OutFragment[INITIAL_CAPACITY];
    private long first = 1;
    private long next = 1;
    private long present;

    /** The number that the next fragment gets (NEXT_SN). */
    long nextSequenceNumber() {
        return next;
    }

    boolean isEmpty() {
        return first == next;
    }

    /** Numbers between the first and the last fragment that are no longer queued. */
    long holes() {
        return next - first - present;
    }

    /** The first fragment that was not acknowledged or discarded, or null. */
    OutFragment first() {
        return isEmpty() ? null : ring[index(first)];
    }

    /** The last fragment if it is still queued, or null. */
    OutFragment last() {
        return isEmpty() ? null : ring[index(next - 1)];
    }

    /** The fragment of that number, or null if it is not, or no longer, queued. */
    OutFragment get(long sequenceNumber) {
        return sequenceNumber < first || sequenceNumber >= next
                ? null
                : ring[index(sequenceNumber)];
    }

    /** The first fragment whose number is above {@code sequenceNumber}, or null. */
    OutFragment after(long sequenceNumber) {
        for (long at = Math.max(sequenceNumber + 1, first); at < next; at++) {
            OutFragment fragment = ring[index(at)];
            if (fragment != null) {
                return fragment;
            }
        }
        return null;
    }

    /** Appends a fragment that has {@link #nextSequenceNumber}. */
    void append(OutFragment fragment) {
        if (next - first == ring.length) {
            grow();
        }
        ring[index(next)] = fragment;
        next++;
        present++;
    }

    void remove(OutFragment fragment) {
        ring[index(fragment.sequenceNumber)] = null;
        present--;
        while (first < next && ring[index(first)] == null) {
            first++;
        }
        if (isEmpty() && ring.length > CAPACITY_KEPT_WHEN_EMPTY) {
            ring = new OutFragment[INITIAL_CAPACITY];
        }
    }

    private void grow() {
        OutFragment[] larger = new OutFragment[2 * ring.length];
        for (long at = first; at < next; at++) {
            larger[(int) (at & (larger.length - 1))] = ring[index(at)];
        }
        ring = larger;
    }

    private int index(long sequenceNumber) {
        return (int) (sequenceNumber & (ring.length - 1));
    }
}
