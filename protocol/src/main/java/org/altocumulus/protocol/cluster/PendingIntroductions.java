package org.altocumulus.protocol.cluster;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The introductions that the other end of a connection was asked for: so many, and so long, as the
 * asker's next hello comes after a second and a half.
 */
final class PendingIntroductions {
    static final int MAX = 4096;
    static final long TIMEOUT = TimeUnit.SECONDS.toNanos(2);

    private final Map<Long, Pending> pending = new LinkedHashMap<>();

    private record Pending(IntroductionAnswer answer, long due) {}

    /** Waits for the answer to the request with that id; false if too many are waited for. */
    boolean add(long id, IntroductionAnswer answer, long now) {
        tick(now);
        if (pending.size() >= MAX) {
            return false;
        }
        pending.put(id, new Pending(answer, now + TIMEOUT));
        return true;
    }

    /** OK came; whether it was for one of these. */
    boolean done(Frame frame, long now) throws LinkRefusal {
        Pending found = pending.remove(frame.id());
        if (found == null) {
            return false;
        }
        try {
            found.answer.answered(Introduction.readAnswer(frame), now);
        } catch (LinkRefusal e) {
            found.answer.answered(List.of(), now);
            throw e;
        }
        return true;
    }

    /** ERROR came; whether it was for one of these. */
    boolean refused(Frame frame, long now) {
        Pending found = pending.remove(frame.id());
        if (found != null) {
            found.answer.answered(List.of(), now);
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
            oldest.answer.answered(List.of(), now);
        }
    }

    /** Nanoseconds until {@link #tick} has something to do. */
    long delay(long now) {
        Iterator<Pending> all = pending.values().iterator();
        return all.hasNext() ? all.next().due - now : Long.MAX_VALUE;
    }

    /** The connection ended. */
    void end(long now) {
        List<Pending> left = List.copyOf(pending.values());
        pending.clear();
        left.forEach(each -> each.answer.answered(List.of(), now));
    }
}
