package org.altocumulus.protocol.flow;

import java.util.Map;
import java.util.TreeMap;
import org.altocumulus.protocol.chunk.FragmentControl;

/**
 * RECV_BUFFER of RFC 7016 §3.6.3: fragments that wait for a gap to close or a message to be
 * complete, and the recovery of messages in their original order (§3.6.3.3). Not thread-safe.
 */
final class ReassemblyBuffer {
    /** What an entry weighs beyond its data: the fragment, its array header, the tree's entry. */
    static final int ENTRY_OVERHEAD = 128;

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

    private record Fragment(FragmentControl control, byte[] data) {}

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
        fragments.clear();
        size = 0;
        segmentBegin = -1;
    }

    void add(long sequenceNumber, FragmentControl control, byte[] data) {
        fragments.put(sequenceNumber, new Fragment(control, data));
        size += data.length + ENTRY_OVERHEAD;
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
                    return takeSegment();
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

    private byte[] takeSegment() {
        byte[] message = new byte[segmentBytes];
        int offset = 0;
        for (Fragment fragment : fragments.headMap(segmentEnd, true).values()) {
            System.arraycopy(fragment.data, 0, message, offset, fragment.data.length);
            offset += fragment.data.length;
        }
        firstNumber = segmentBegin;
        lastNumber = segmentEnd;
        dropSegment();
        return message;
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
