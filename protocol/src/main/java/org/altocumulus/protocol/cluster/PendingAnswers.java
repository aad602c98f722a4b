package org.altocumulus.protocol.cluster;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests of one kind that the other end of a connection has not answered: so many at a time, and
 * each for so long. Each is answered once, whatever happens.
 *
 * @param <A> what the answers say
 */
final class PendingAnswers<A> {
    private final int max;
    private final long timeout;
    private final A none;
    private final Map<Long, Pending<A>> pending = new LinkedHashMap<>();

    /** Takes an answer. */
    @FunctionalInterface
    interface Answer<A> {
        void answered(A answer, long now);
    }

    private record Pending<A>(Answer<A> answer, long due) {}

    /**
     * No requests.
     *
     * @param max most requests at a time
     * @param timeout nanoseconds for which an answer is waited for
     * @param none the answer to what is refused, or not answered in time
     */
    PendingAnswers(int max, long timeout, A none) {
        this.max = max;
        this.timeout = timeout;
        this.none = none;
    }

    /** Waits for the answer to the request with that id; false if too many are waited for. */
    boolean add(long id, Answer<A> answer, long now) {
        tick(now);
        if (pending.size() >= max) {
            return false;
        }
        pending.put(id, new Pending<>(answer, now + timeout));
        return true;
    }

    /** Whether the request with that id is one of these. */
    boolean has(long id) {
        return pending.containsKey(id);
    }

    /** OK came; whether it was for one of these. */
    boolean done(long id, A answer, long now) {
        Pending<A> found = pending.remove(id);
        if (found != null) {
            found.answer.answered(answer, now);
        }
        return found != null;
    }

    /** ERROR came; whether it was for one of these. */
    boolean refused(Frame error, long now) {
        return done(error.id(), none, now);
    }

    /** Gives up those that are not answered in time. */
    void tick(long now) {
        Iterator<Pending<A>> all = pending.values().iterator();
        while (all.hasNext()) {
            Pending<A> oldest = all.next();
            if (now - oldest.due < 0) {
                return;
            }
            all.remove();
            oldest.answer.answered(none, now);
        }
    }

    /** Nanoseconds until {@link #tick} has something to do. */
    long delay(long now) {
        Iterator<Pending<A>> all = pending.values().iterator();
        return all.hasNext() ? all.next().due - now : Long.MAX_VALUE;
    }

    /** The connection ended, which answers all that is left. */
    void end(A answer, long now) {
        List<Pending<A>> left = List.copyOf(pending.values());
        pending.clear();
        left.forEach(each -> each.answer.answered(answer, now));
    }
}
