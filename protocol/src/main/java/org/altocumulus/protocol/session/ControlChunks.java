package org.altocumulus.protocol.session;

import java.util.ArrayDeque;
import java.util.Deque;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.wire.WireWriter;

/** Chunks that wait to be sent ahead of acknowledgements and user data. */
final class ControlChunks {
    private static final int MAX_WAITING = 64;

    private static final int USUALLY_WAITING = 2;

    /** Null when nothing waits, as is so most of the time. */
    private Deque<Chunk> waiting;

    /** Adds a chunk. Of too many the oldest is dropped: the other end repeats what it needs. */
    void add(Chunk chunk) {
        if (waiting == null) {
            waiting = new ArrayDeque<>(USUALLY_WAITING);
        } else if (waiting.size() == MAX_WAITING) {
            waiting.removeFirst();
        }
        waiting.addLast(chunk);
    }

    boolean isEmpty() {
        return waiting == null;
    }

    /** Writes chunks as far as they fit; one that fits into no packet is dropped. */
    void write(WireWriter packet, boolean packetIsEmpty) {
        boolean empty = packetIsEmpty;
        while (waiting != null) {
            Chunk chunk = waiting.peekFirst();
            if (chunk.size() <= packet.remaining()) {
                chunk.write(packet);
                empty = false;
            } else if (!empty) {
                return;
            }
            removeFirst();
        }
    }

    private void removeFirst() {
        waiting.removeFirst();
        if (waiting.isEmpty()) {
            waiting = null;
        }
    }

    void clear() {
        waiting = null;
    }
}
