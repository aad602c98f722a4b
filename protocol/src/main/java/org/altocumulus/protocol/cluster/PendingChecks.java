package org.altocumulus.protocol.cluster;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Checks of publishers that an origin has asked for and that are not answered, bounded. */
final class PendingChecks {
    /** Checks of one edge's publishers at a time; for more the names stay as they are. */
    static final int MAX = 256;

    /** An edge gives its publisher 3 seconds. */
    static final long TIMEOUT = TimeUnit.MILLISECONDS.toNanos(4500);

    private final Map<Long, Pending> pending = new LinkedHashMap<>();

    private record Pending(CheckAnswer answer, long due) {}

    /** Waits for the answer to the request with that id; false if too many are waited for. */
    boolean add(long id, CheckAnswer answer, long now) {
        if (pending.size() >= MAX) {
            return false;
        }
        pending.put(id, new Pending(answer, now + TIMEOUT));
        return true;
    }

    /** OK came; whether it was for one of these. */
    boolean done(Frame frame, long now) {
        return answer(frame.id(), PublisherCheck.isFree(frame), now);
    }

    /** ERROR came; whether it was for one of these. The name stays with who has it. */
    boolean refused(Frame frame, long now) {
        return answer(frame.id(), false, now);
    }

    private boolean answer(long id, boolean free, long now) {
        Pending found = pending.remove(id);
        if (found != null) {
            found.answer.answered(free, now);
        }
        return found != null;
    }

    /** Gives up those that are not answered in time. */
    void tick(long now) {
        Iterator<Pending> all = pending.values().iterator();
        while (all.hasNext()) {
            Pending oldest = all.next();
            if (now - oldest.due < 0) {
                return;
            }
            all.remove();
            oldest.answer.answered(false, now);
        }
    }

    /** Nanoseconds until {@link #tick} has something to do. */
    long delay(long now) {
        Iterator<Pending> all = pending.values().iterator();
        return all.hasNext() ? all.next().due - now : Long.MAX_VALUE;
    }

    /** The connection ended; {@code free} is the answer to all. */
    void end(boolean free, long now) {
        List<Pending> left = List.copyOf(pending.values());
        pending.clear();
        left.forEach(each -> each.answer.answered(free, now));
    }
}
