package org.altocumulus.protocol.sim;

import java.util.concurrent.Callable;
import org.altocumulus.protocol.session.KeyWorker;

/** One worker that takes some virtual time for each piece of work, with a bounded queue. */
final class SimKeyWorker implements KeyWorker {
    private final VirtualTime time;
    private final long delay;
    private final int capacity;
    private long freeAt;
    private int waiting;
    private int done;
    private long extra;

    SimKeyWorker(VirtualTime time, long delay, int capacity) {
        this.time = time;
        this.delay = delay;
        this.capacity = capacity;
        this.freeAt = time.now();
    }

    /** How many pieces of work were done. */
    int done() {
        return done;
    }

    /** Lets the next piece of work take that much longer, and others overtake it. */
    void holdNext(long longer) {
        extra = longer;
    }

    @Override
    public <T> boolean submit(Callable<T> work, Completion<T> then) {
        if (waiting == capacity) {
            return false;
        }
        waiting++;
        freeAt = Math.max(freeAt, time.now()) + delay;
        time.at(freeAt + extra, () -> run(work, then));
        extra = 0;
        return true;
    }

    private <T> void run(Callable<T> work, Completion<T> then) {
        waiting--;
        done++;
        T result = null;
        Exception failure = null;
        try {
            result = work.call();
        } catch (Exception e) {
            failure = e;
        }
        then.done(time.now(), result, failure);
    }
}
