package org.altocumulus.edge.node;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The sessions of one loop by their ids. An id has the number of its loop in the low byte; the rest
 * counts up, so that an id is not used again soon after its session ended.
 */
final class SlotTable {
    private static final int LOOP_MASK = NodeParameters.MAX_LOOPS - 1;
    private static final int LOOP_BITS = 8;

    private final IntObjectMap<Slot> slots = new IntObjectHashMap<>();
    private final int loop;
    private int last;

    /**
     * @param first where ids begin to count, any number
     */
    SlotTable(int loop, int first) {
        this.loop = loop;
        this.last = first;
    }

    /** The loop that an id names. */
    static int loopOf(int id) {
        return id & LOOP_MASK;
    }

    /** An id that is not in use and not 0. */
    int newId() {
        int id;
        do {
            id = ++last << LOOP_BITS | loop;
        } while (id == 0 || slots.containsKey(id));
        return id;
    }

    Slot get(int id) {
        return slots.get(id);
    }

    void put(Slot slot) {
        slots.put(slot.id, slot);
        slot.listed = true;
    }

    void remove(Slot slot) {
        slots.remove(slot.id);
        slot.listed = false;
    }

    List<Slot> all() {
        return new ArrayList<>(slots.values());
    }
}
