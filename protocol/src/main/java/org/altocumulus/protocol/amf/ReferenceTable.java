package org.altocumulus.protocol.amf;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.WireException;

/** The values of one body that later ones may refer to, numbered in the order they began. */
final class ReferenceTable {
    private final AmfBudget budget;
    private final List<Entry> entries = new ArrayList<>();

    ReferenceTable(AmfBudget budget) {
        this.budget = budget;
    }

    /** Numbers a value that is about to be read, one level deeper. */
    int open() throws WireException {
        entries.add(new Entry(budget.enter(), budget.consumed()));
        return entries.size() - 1;
    }

    /** Completes the value of that number, which from now on can be referred to. */
    <T extends AmfValue> T close(int index, T value) {
        Entry entry = entries.get(index);
        entry.value = value;
        entry.bytes = budget.consumed() - entry.start;
        entry.height = budget.leave(entry.deepestOutside);
        return value;
    }

    AmfValue get(int index) throws WireException {
        if (index >= entries.size()) {
            throw new WireException("AMF reference " + index + " of " + entries.size());
        }
        Entry entry = entries.get(index);
        if (entry.value == null) {
            throw new WireException("AMF reference " + index + " to a value around it");
        }
        budget.expand(entry.bytes, entry.height);
        return entry.value;
    }

    private static final class Entry {
        private final int deepestOutside;
        private final long start;
        private AmfValue value;
        private long bytes;
        private int height;

        Entry(int deepestOutside, long start) {
            this.deepestOutside = deepestOutside;
            this.start = start;
        }
    }
}
