package org.altocumulus.protocol.session;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.altocumulus.protocol.flow.ReceiveFlow;

/**
 * The receive flows of a session by their ids, in ascending order. Most sessions have one or a few,
 * and those that begin later have the higher ids, so that an array of the least size is both small
 * and quick.
 */
final class FlowTable implements Iterable<ReceiveFlow> {
    private static final ReceiveFlow[] NOTHING = {};

    private ReceiveFlow[] flows = NOTHING;

    int size() {
        return flows.length;
    }

    /** The flow of that id, or null. */
    ReceiveFlow get(long id) {
        int at = indexOf(id);
        return at < 0 ? null : flows[at];
    }

    /** Where it is, or -1 less where it would be. */
    private int indexOf(long id) {
        int low = 0;
        int high = flows.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            long there = flows[middle].id();
            if (there == id) {
                return middle;
            }
            if (there < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return -1 - low;
    }

    /** Adds a flow whose id is not in use. */
    void add(ReceiveFlow flow) {
        int at = -1 - indexOf(flow.id());
        ReceiveFlow[] more = Arrays.copyOf(flows, flows.length + 1);
        System.arraycopy(flows, at, more, at + 1, flows.length - at);
        more[at] = flow;
        flows = more;
    }

    /** Takes the flow of that id out, if there is one. */
    void remove(long id) {
        int at = indexOf(id);
        if (at >= 0) {
            ReceiveFlow[] fewer = Arrays.copyOf(flows, flows.length - 1);
            System.arraycopy(flows, at + 1, fewer, at, fewer.length - at);
            flows = fewer;
        }
    }

    void clear() {
        flows = NOTHING;
    }

    /** Those that there are now; what is added or removed in the meantime does not change that. */
    @Override
    public Iterator<ReceiveFlow> iterator() {
        ReceiveFlow[] all = flows;
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < all.length;
            }

            @Override
            public ReceiveFlow next() {
                if (next == all.length) {
                    throw new NoSuchElementException();
                }
                return all[next++];
            }
        };
    }
}
