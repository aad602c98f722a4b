package org.altocumulus.protocol.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The last messages of what is published at an edge and goes to other nodes, so that one that has
 * lost its way to them begins with what it missed. Bounded in bytes and time for all streams
 * together, oldest forgotten first.
 */
final class RecentMedia {
    /** Payload and overhead of all messages that are kept. */
    static final long MAX_BYTES = 32 << 20;

    /** For how long a message is kept. */
    static final long MAX_AGE = TimeUnit.SECONDS.toNanos(5);

    private final Deque<Kept> all = new ArrayDeque<>();
    private final Map<Publication, Deque<Kept>> publications = new HashMap<>();
    private long bytes;

    private record Kept(Publication publication, MediaFrame frame, long since) {
        int size() {
            return frame.payload().length + MediaQueue.OVERHEAD;
        }
    }

    /** A message, new or repeated; one that is older than the newest is passed over. */
    void add(Publication publication, MediaFrame frame, long now) {
        Deque<Kept> own = publications.get(publication);
        if (own != null && frame.sequence() <= own.getLast().frame.sequence()) {
            return;
        }
        Kept kept = new Kept(publication, frame, now);
        all.add(kept);
        bytes += kept.size();
        publications.computeIfAbsent(publication, key -> new ArrayDeque<>()).add(kept);
        while (bytes > MAX_BYTES) {
            forgetOldest();
        }
        tick(now);
    }

    /** Forgets what is too old. */
    void tick(long now) {
        while (!all.isEmpty() && now - all.getFirst().since > MAX_AGE) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        Kept oldest = all.remove();
        bytes -= oldest.size();
        Deque<Kept> own = publications.get(oldest.publication);
        own.remove();
        if (own.isEmpty()) {
            publications.remove(oldest.publication);
        }
    }

    /**
     * What came behind a message.
     *
     * @return null if some of it is not kept any more, or never was
     */
    List<MediaFrame> after(Publication publication, long sequence) {
        Deque<Kept> own = publications.get(publication);
        if (own == null || own.getFirst().frame.sequence() > sequence + 1) {
            return null;
        }
        List<MediaFrame> missed = new ArrayList<>();
        for (Kept kept : own) {
            if (kept.frame.sequence() > sequence) {
                missed.add(kept.frame);
            }
        }
        return missed;
    }

    /** Bytes that are kept, for tests. */
    long bytes() {
        return bytes;
    }
}
