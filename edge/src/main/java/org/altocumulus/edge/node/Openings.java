package org.altocumulus.edge.node;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The sessions that one loop is opening, by their sockets: answers to hellos have no session id,
 * and need not be shown to all. Belongs to the loop.
 */
final class Openings {
    private final IntObjectMap<List<Slot>> bySocket = new IntObjectHashMap<>();

    void add(Slot slot) {
        bySocket.computeIfAbsent(slot.socket, socket -> new ArrayList<>(1)).add(slot);
    }

    /** Without effect if it is not there. */
    void remove(Slot slot) {
        List<Slot> same = bySocket.get(slot.socket);
        if (same != null && same.remove(slot) && same.isEmpty()) {
            bySocket.remove(slot.socket);
        }
    }

    /** Those that may be meant by what comes to a socket, as they are now. */
    List<Slot> at(int socket) {
        List<Slot> same = bySocket.get(socket);
        return same == null ? List.of() : List.copyOf(same);
    }
}
