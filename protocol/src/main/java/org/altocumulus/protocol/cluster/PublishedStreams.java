package org.altocumulus.protocol.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.message.StreamKey;

/**
 * The streams that are published at an edge: the truth that the origin's directory repeats. Each is
 * accepted once, when the origin says so or cannot be asked, or refused.
 */
final class PublishedStreams {
    private final EdgeLinkListener listener;
    private final long patience;
    private final Map<StreamKey, Entry> streams = new LinkedHashMap<>();

    private static final class Entry {
        final Publication publication;
        final long since;

        /** When it is accepted without the origin's word. */
        long due;

        boolean accepted;
        boolean wanted;

        Entry(Publication publication, long since) {
            this.publication = publication;
            this.since = since;
        }
    }

    /**
     * @param patience nanoseconds after which an origin that does not answer is not waited for
     */
    PublishedStreams(EdgeLinkListener listener, long patience) {
        this.listener = listener;
        this.patience = patience;
    }

    void add(Publication publication, long now) {
        streams.put(publication.stream(), new Entry(publication, now));
    }

    /** Whether the publication was there, and if so whether its media are wanted elsewhere. */
    Removed remove(Publication publication) {
        Entry entry = entry(publication);
        if (entry == null) {
            return Removed.NOTHING;
        }
        streams.remove(publication.stream());
        return entry.wanted ? Removed.WANTED : Removed.UNWANTED;
    }

    /** What {@link #remove} found. */
    enum Removed {
        NOTHING,
        UNWANTED,
        WANTED
    }

    /** Asks the origin; if that cannot be asked, the next {@link #tick} accepts. */
    void announce(Publication publication, EdgeControl control, long now) {
        Entry entry = entry(publication);
        entry.due = now;
        if (control == null || !control.isRegistered()) {
            return;
        }
        entry.due += patience;
        long age = TimeUnit.NANOSECONDS.toMillis(now - entry.since);
        control.request(
                publication.frame(Verb.PUBLISH).with("age", age).build(),
                new EdgeControl.Answer() {
                    @Override
                    public void done(Frame answer, long at) {
                        accept(entry(publication));
                    }

                    @Override
                    public void refused(Reason reason, String message, long at) {
                        refuse(publication, reason, message);
                    }
                },
                now);
    }

    void announceAll(EdgeControl control, long now) {
        streams.values().stream()
                .map(entry -> entry.publication)
                .toList()
                .forEach(publication -> announce(publication, control, now));
    }

    void refuse(Publication publication, Reason reason, String message) {
        if (remove(publication) != Removed.NOTHING) {
            listener.publishRefused(publication, reason, message);
        }
    }

    /** The origin is away: edges go on alone, and nothing is wanted. */
    void originLost() {
        for (Entry entry : streams.values().toArray(new Entry[0])) {
            entry.wanted = false;
            accept(entry);
        }
    }

    /** Accepts what the origin has not answered in time. */
    void tick(long now) {
        for (Entry entry : streams.values().toArray(new Entry[0])) {
            if (now - entry.due >= 0) {
                accept(entry);
            }
        }
    }

    /** Nanoseconds until {@link #tick} has something to do. */
    long delay(long now) {
        long delay = Long.MAX_VALUE;
        for (Entry entry : streams.values()) {
            if (!entry.accepted) {
                delay = Math.min(delay, entry.due - now);
            }
        }
        return delay;
    }

    /** Marks whether another edge wants the media; false if the publication is not here. */
    boolean wanted(Publication publication, boolean wanted) {
        Entry entry = entry(publication);
        if (entry != null) {
            entry.wanted = wanted;
        }
        return entry != null;
    }

    boolean isWanted(StreamKey stream) {
        Entry entry = streams.get(stream);
        return entry != null && entry.wanted;
    }

    Iterable<Publication> wanted() {
        return streams.values().stream()
                .filter(entry -> entry.wanted)
                .map(entry -> entry.publication)
                .toList();
    }

    private Entry entry(Publication publication) {
        Entry entry = streams.get(publication.stream());
        return entry != null && entry.publication.equals(publication) ? entry : null;
    }

    private void accept(Entry entry) {
        if (entry != null && !entry.accepted) {
            entry.accepted = true;
            listener.publishAccepted(entry.publication);
        }
    }
}
