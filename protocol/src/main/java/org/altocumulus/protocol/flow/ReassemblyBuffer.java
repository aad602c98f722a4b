package org.altocumulus.protocol.flow;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.altocumulus.protocol.chunk.FragmentControl;

/**
 * RECV_BUFFER of RFC 7016 §3.6.3: fragments that wait for a gap to close or a message to be
 * complete, and the recovery of messages in their original order (§3.6.3.3). Not thread-safe.
 */
final class ReassemblyBuffer {
    /** What an entry weighs beyond its data: the fragment, its array header, the tree's entry. */
    static final int ENTRY_OVERHEAD = 128;

    /**
     * An empty one that many flows share, to be asked and cleared but not added to: few flows have
     * messages of more than one fragment, or gaps.
     */
    static final ReassemblyBuffer EMPTY = new ReassemblyBuffer();

    private final TreeMap<Long, Fragment> fragments = new TreeMap<>();
    private int size;

    /**
     * Of the message in progress at the head: how far it was seen to be contiguous, and its bytes.
     */
    private long segmentBegin = -1;

    private long segmentEnd;
    private int segmentBytes;

    private long firstNumber;
    private long lastNumber;

    /** The run to which the fragment belongs that was added last. */
    private long runFirst;

    private long runLast;

    private static final class Fragment {
        final FragmentControl control;
        final byte[] data;

        /**
         * Of the first and the last of a run, contiguous fragments that can be of one message: the
         * number at its other end. So a message is found in one step wherever it is.
         */
        long otherEnd;

        Fragment(FragmentControl control, byte[] data, long number) {
            this.control = control;
            this.data = data;
            this.otherEnd = number;
        }

        boolean hasMoreBehind() {
            return control == FragmentControl.BEGIN || control == FragmentControl.MIDDLE;
        }

        boolean hasMoreBefore() {
            return control == FragmentControl.END || control == FragmentControl.MIDDLE;
        }
    }

    /** BUFFERED_SIZE: bytes held, overhead included. */
    int size() {
        return size;
    }

    boolean isEmpty() {
        return fragments.isEmpty();
    }

    /** Bytes of the incomplete message that holds up delivery, or 0. */
    int inProgressBytes() {
        return segmentBegin < 0 ? 0 : segmentBytes;
    }

    void clear() {
        if (isEmpty()) {
            return;
        }
        fragments.clear();
        size = 0;
        segmentBegin = -1;
    }

    void add(long sequenceNumber, FragmentControl control, byte[] data) {
        Fragment added = new Fragment(control, data, sequenceNumber);
        fragments.put(sequenceNumber, added);
        size += data.length + ENTRY_OVERHEAD;
        runFirst = sequenceNumber;
        runLast = sequenceNumber;
        if (added.hasMoreBefore()) {
            Fragment before = fragments.get(sequenceNumber - 1);
            runFirst = before != null && before.hasMoreBehind() ? before.otherEnd : runFirst;
        }
        if (added.hasMoreBehind()) {
            Fragment behind = fragments.get(sequenceNumber + 1);
            runLast = behind != null && behind.hasMoreBefore() ? behind.otherEnd : runLast;
        }
        Fragment first = fragments.get(runFirst);
        if (first != null) {
            first.otherEnd = runLast;
        }
        fragments.get(runLast).otherEnd = runFirst;
    }

    /** The sequence number of the first fragment of the message that was taken last. */
    long firstNumber() {
        return firstNumber;
    }

    /** The sequence number of the last fragment of the message that was taken last. */
    long lastNumber() {
        return lastNumber;
    }

    /**
     * Takes the next complete message out of the buffer, and abandoned segments before it.
     *
     * @param cumulative CSN, up to which nothing will arrive any more
     * @return null if there is none yet
     */
    byte[] nextMessage(long cumulative) {
        Map.Entry<Long, Fragment> head = fragments.firstEntry();
        while (head != null && head.getKey() <= cumulative) {
            Fragment fragment = head.getValue();
            if (fragment.control == FragmentControl.WHOLE) {
                remove(head.getKey(), fragment);
                firstNumber = head.getKey();
                lastNumber = firstNumber;
                return fragment.data;
            }
            if (fragment.control == FragmentControl.BEGIN) {
                extendSegment(head.getKey(), fragment);
                FragmentControl last = fragments.get(segmentEnd).control;
                if (last == FragmentControl.END) {
                    return take(segmentBegin, segmentEnd);
                }
                if (segmentEnd >= cumulative) {
                    return null;
                }
                dropSegment();
            } else {
                remove(head.getKey(), fragment);
            }
            head = fragments.firstEntry();
        }
        return null;
    }

    /**
     * Takes the message that the fragment added last has made complete out of the buffer, wherever
     * it is.
     *
     * @return null if there is none
     */
    byte[] completedMessage() {
        // The beginning of a run that was given up at the head is gone.
        Fragment first = fragments.get(runFirst);
        Fragment last = fragments.get(runLast);
        boolean complete =
                first != null
                        && last != null
                        && first.control == FragmentControl.BEGIN
                        && last.control == FragmentControl.END;
        return complete ? take(runFirst, runLast) : null;
    }

    private byte[] take(long first, long last) {
        NavigableMap<Long, Fragment> segment = fragments.subMap(first, true, last, true);
        byte[] message = join(segment);
        size -= message.length + segment.size() * ENTRY_OVERHEAD;
        segment.clear();
        if (segmentBegin >= first && segmentBegin <= last) {
            segmentBegin = -1;
        }
        firstNumber = first;
        lastNumber = last;
        return message;
    }

    private static byte[] join(NavigableMap<Long, Fragment> segment) {
        int length = 0;
        for (Fragment fragment : segment.values()) {
            length += fragment.data.length;
        }
        byte[] message = new byte[length];
        int offset = 0;
        for (Fragment fragment : segment.values()) {
            System.arraycopy(fragment.data, 0, message, offset, fragment.data.length);
            offset += fragment.data.length;
        }
        return message;
    }

    /** Follows contiguous fragments from where the last call stopped. */
    private void extendSegment(long begin, Fragment first) {
        if (segmentBegin != begin) {
            segmentBegin = begin;
            segmentEnd = begin;
            segmentBytes = first.data.length;
        }
        if (segmentEnd != begin && fragments.get(segmentEnd).control == FragmentControl.END) {
            return;
        }
        for (Fragment f = fragments.get(segmentEnd + 1); f != null; ) {
            if (f.control == FragmentControl.WHOLE || f.control == FragmentControl.BEGIN) {
                return;
            }
            segmentEnd++;
            segmentBytes += f.data.length;
            f = f.control == FragmentControl.END ? null : fragments.get(segmentEnd + 1);
        }
    }

    /** The segment is at the head. */
    private void dropSegment() {
        Map<Long, Fragment> segment = fragments.headMap(segmentEnd, true);
        size -= segmentBytes + segment.size() * ENTRY_OVERHEAD;
        segment.clear();
        segmentBegin = -1;
    }

    private void remove(long sequenceNumber, Fragment fragment) {
        fragments.remove(sequenceNumber);
        size -= fragment.data.length + ENTRY_OVERHEAD;
    }
}
