package org.altocumulus.protocol.message;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The first messages of a publication, all of them and in their order. Players that waited for it
 * on other nodes are to get it from its first message on, though it takes a moment until their
 * nodes have asked for it. It is kept for two seconds and up to a number of bytes, and not at all
 * if a message of it is missing. Not thread-safe.
 *
 * @param <M> how a node holds a message
 */
public final class StreamBeginning<M extends LateJoinCache.Message<M>> {
    /** Nanoseconds from the first message on in which it is kept. */
    public static final long TIME = TimeUnit.SECONDS.toNanos(2);

    private final int maxBytes;
    private List<M> messages = new ArrayList<>();
    private long next;
    private long bytes;
    private long since;

    /**
     * Nothing came yet.
     *
     * @param maxBytes most bytes that are kept
     */
    public StreamBeginning(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Takes the next message.
     *
     * @param number its position in the publication, whose first message has 0
     * @param now nanoseconds
     */
    public void add(M message, long number, long now) {
        if (messages == null) {
            return;
        }
        if (next == 0) {
            since = now;
        }
        bytes += message.size();
        if (number != next || bytes > maxBytes || isOver(now)) {
            messages = null;
            return;
        }
        next++;
        messages.add(message);
    }

    /** All messages so far, copied; empty if they are not kept any more. */
    public List<M> messages(long now) {
        if (messages != null && isOver(now)) {
            messages = null;
        }
        return messages == null ? List.of() : List.copyOf(messages);
    }

    private boolean isOver(long now) {
        return next > 0 && now - since > TIME;
    }
}
