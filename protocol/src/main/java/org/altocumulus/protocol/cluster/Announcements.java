package org.altocumulus.protocol.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;

/**
 * What an edge still has to tell one origin. A registration can bring more than a connection may
 * hold, so only so much is told as the origin has not answered yet; each answer lets the next out.
 */
final class Announcements {
    /** Most unanswered requests; with the longest lines they fill half of what may be written. */
    static final int WINDOW = 512;

    private final Deque<LongConsumer> steps = new ArrayDeque<>();
    private boolean feeding;

    /**
     * Adds to the end.
     *
     * @param step says what is then still so, by at most a few requests; gets the time
     */
    void add(LongConsumer step) {
        steps.add(step);
    }

    /** The connection ended: a new registration begins with everything. */
    void clear() {
        steps.clear();
    }

    /** Tells as much as there is room for. */
    void feed(EdgeControl control, long now) {
        if (feeding) {
            return;
        }
        feeding = true;
        try {
            while (!steps.isEmpty() && control.isRegistered() && control.unanswered() < WINDOW) {
                steps.remove().accept(now);
            }
        } finally {
            feeding = false;
        }
    }
}
