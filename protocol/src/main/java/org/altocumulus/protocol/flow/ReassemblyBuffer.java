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
     * The most fragments of a message that is found behind a gap: looking for its ends takes that
     * many steps. Longer ones wait for their turn.
     */
    static final int MAX_FRAGMENTS_AROUND = 1024;

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
     * Takes the message to which a fragment belongs out of the buffer, wherever it is.
     *
     * @param sequenceNumber of a fragment that was just added, with that {@code control}
     * @return null if the message is not complete, or one of too many fragments
     */
    byte[] messageAround(long sequenceNumber, FragmentControl control) {
        long first = control == FragmentControl.BEGIN ? sequenceNumber : -1;
        long last = control == FragmentControl.END ? sequenceNumber : -1;
        boolean neighbours =
                (first >= 0 || fragments.containsKey(sequenceNumber - 1))
                        && (last >= 0 || fragments.containsKey(sequenceNumber + 1));
        if (!neighbours) {
            return null;
        }
        for (long n = sequenceNumber - 1; first < 0; n--) {
            Fragment fragment = fragments.get(n);
            if (fragment == null
                    || !continues(fragment, FragmentControl.BEGIN)
                    || sequenceNumber - n > MAX_FRAGMENTS_AROUND) {
                return null;
            }
            first = fragment.control == FragmentControl.BEGIN ? n : -1;
        }
        for (long n = sequenceNumber + 1; last < 0; n++) {
            Fragment fragment = fragments.get(n);
            if (fragment == null
                    || !continues(fragment, FragmentControl.END)
                    || n - first > MAX_FRAGMENTS_AROUND) {
                return null;
            }
            last = fragment.control == FragmentControl.END ? n : -1;
        }
        return take(first, last);
    }

    private static boolean continues(Fragment fragment, FragmentControl terminal) {
        return fragment.control == FragmentControl.MIDDLE || fragment.control == terminal;
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
