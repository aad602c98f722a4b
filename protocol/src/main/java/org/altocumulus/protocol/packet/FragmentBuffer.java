package org.altocumulus.protocol.packet;

import java.util.Arrays;
import org.altocumulus.protocol.chunk.PacketFragment;
import org.altocumulus.protocol.wire.WireWriter;

/** The fragments of one packet that have arrived. */
final class FragmentBuffer {
    private static final int NOT_KNOWN = -1;

    private final PacketMode mode;
    private final long startedAt;
    private long progressedAt;
    private byte[][] parts = new byte[4][];
    private int arrived;
    private int highest = NOT_KNOWN;
    private int last = NOT_KNOWN;
    private int bytes;

    FragmentBuffer(PacketMode mode, long now) {
        this.mode = mode;
        this.startedAt = now;
        this.progressedAt = now;
    }

    PacketMode mode() {
        return mode;
    }

    long startedAt() {
        return startedAt;
    }

    long progressedAt() {
        return progressedAt;
    }

    /**
     * Keeps a fragment.
     *
     * @return false if it is there already, too much, or at odds with what was said of the last one
     */
    boolean add(PacketFragment fragment, long now) {
        if (fragment.fragmentNumber() >= PacketReassembler.MAX_FRAGMENTS) {
            return false;
        }
        int number = (int) fragment.fragmentNumber();
        boolean isLast = !fragment.moreFragments();
        if (has(number)
                || fragment.fragment().length > PacketReassembler.MAX_BYTES - bytes
                || (last != NOT_KNOWN && (isLast || number > last))
                || (isLast && number < highest)) {
            return false;
        }
        if (number >= parts.length) {
            parts = Arrays.copyOf(parts, Math.max(number + 1, 2 * parts.length));
        }
        parts[number] = fragment.fragment();
        bytes += fragment.fragment().length;
        arrived++;
        highest = Math.max(highest, number);
        if (isLast) {
            last = number;
        }
        progressedAt = now;
        return true;
    }

    boolean isComplete() {
        return last != NOT_KNOWN && arrived == last + 1;
    }

    byte[] join() {
        WireWriter w = new WireWriter(bytes);
        for (int i = 0; i <= last; i++) {
            w.bytes(parts[i]);
        }
        return w.array();
    }

    private boolean has(int number) {
        return number < parts.length && parts[number] != null;
    }
}
