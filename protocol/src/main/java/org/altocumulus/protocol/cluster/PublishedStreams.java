package org.altocumulus.protocol.cluster;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.altocumulus.protocol.message.StreamKey;

/**
 * The streams that are published at an edge: the truth that the directories of the origins repeat.
 * Each is accepted once, when the origin that decides says so or none can be asked, or refused by
 * any origin.
 */
final class PublishedStreams {
    /**
     * How long media are still asked for after all who took them were lost: one that finds another
     * way to this edge begins with what it missed.
     */
    static final long LINGER = TimeUnit.SECONDS.toNanos(3);

    /** To the origin that decides itself. */
    private static final String YOU = "";

    private final EdgeLinkListener listener;
    private final List<EdgeLink> links;
    private final Supplier<EdgeLink> decider;
    private final long patience;
    private final Map<StreamKey, Entry> streams = new LinkedHashMap<>();

    /** Those that are neither accepted nor refused: few, whatever is published. */
    private final Set<Entry> undecided = new LinkedHashSet<>();

    private final NameChecks checks =
            new NameChecks(
                    new NameChecks.Outcome() {
                        @Override
                        public void publishAgain(
                                Publication publication, PeerId peer, int attempts, long now) {
                            publish(publication, peer, attempts, now);
                        }

                        @Override
                        public void refused(
                                Publication publication, Reason reason, String message) {
                            listener.publishRefused(publication, reason, message);
                        }
                    });

    private static final class Entry {
        final Publication publication;
        final long since;

        /** The client, or null if that is not proved. */
        final PeerId peer;

        /** How often who has the name was checked. */
        final int attempts;

        /** Who decides, as each origin was told. */
        final Map<EdgeLink, String> told = new HashMap<>();

        /** Origins that are to be told when there is room for it. */
        final Set<EdgeLink> toTell = new HashSet<>();

        /** When it is accepted without an origin's word. */
        long due;

        /** Highest sequence number so far. */
        long highest = -1;

        /** The listener gives the media. */
        boolean needed;

        /** Until when others are waited for after those who took them were lost. */
        long lingersUntil;

        /** Which origin gave the name to another publication. */
        EdgeLink refusedBy;

        Entry(Publication publication, PeerId peer, int attempts, long since) {
            this.publication = publication;
            this.peer = peer;
            this.attempts = attempts;
            this.since = since;
        }
    }

    /** What was published lately and goes to others. */
    private final RecentMedia recent = new RecentMedia();

    /** Entries whose media are asked for though nobody takes them: few, and not for long. */
    private final Set<Entry> lingering = new LinkedHashSet<>();

    /** Other edges that pull media, or null. */
    private PullServer pullers;

    /** From which other edge a stream flows here, or null. */
    private Function<StreamKey, String> elsewhere = stream -> null;

    /** Asks that edge, while no origin can be asked. */
    private NameChecks.Way edgeCheck = (check, answer, now) -> false;

    /**
     * @param links all, in the order of the list
     * @param decider the link to the origin that decides now, or null if there is none
     * @param patience nanoseconds after which an origin that does not answer is not waited for
     */
    PublishedStreams(
            EdgeLinkListener listener,
            List<EdgeLink> links,
            Supplier<EdgeLink> decider,
            long patience) {
        this.listener = listener;
        this.links = links;
        this.decider = decider;
        this.patience = patience;
    }

    /**
     * Media go to those edges too from now on.
     *
     * @param newElsewhere from which of them a stream flows here, or null
     * @param newCheck asks that one to check its publisher
     */
    void pullers(
            PullServer server, Function<StreamKey, String> newElsewhere, NameChecks.Way newCheck) {
        pullers = server;
        elsewhere = newElsewhere;
        edgeCheck = newCheck;
    }

    /**
     * Asks the origins; if none can be asked, the next {@link #tick} accepts.
     *
     * @param peer the client, or null if that is not proved
     */
    void publish(Publication publication, PeerId peer, long now) {
        publish(publication, peer, 0, now);
    }

    private void publish(Publication publication, PeerId peer, int attempts, long now) {
        Entry entry = new Entry(publication, peer, attempts, now);
        streams.put(publication.stream(), entry);
        for (EdgeLink link : links) {
            if (link.hasRoom()) {
                tell(entry, link, now);
            } else {
                tellLater(entry, link, now);
            }
        }
        // Not before: what is told can end a connection, and then others would be decided here.
        EdgeLink judge = decider.get();
        entry.due = judge == null || !judge.answers(now) ? now : now + patience;
        undecided.add(entry);
    }

    /** The publishing is over. */
    void unpublish(Publication publication, long now) {
        checks.cancel(publication);
        Entry entry = entry(publication);
        if (entry != null) {
            remove(entry, now);
        }
    }

    /** Has that origin told of all. */
    void announce(EdgeLink link, long now) {
        streams.values().forEach(entry -> tellLater(entry, link, now));
    }

    /** Another origin decides from now on, or none does: then the edge goes on alone. */
    void deciderChanged(long now) {
        if (decider.get() == null) {
            List.copyOf(undecided).forEach(entry -> decideAlone(entry, now));
        } else {
            for (Entry entry : streams.values()) {
                links.forEach(link -> tellLater(entry, link, now));
            }
        }
    }

    /** The origin that decides does not answer; if it is back it will hear of what is accepted. */
    void deciderSilent(long now) {
        List.copyOf(undecided).forEach(entry -> decideAlone(entry, now));
    }

    /** No origin decides. Of those that other edges have accepted the older will stay. */
    private void decideAlone(Entry entry, long now) {
        Publication publication = entry.publication;
        String node = elsewhere.apply(publication.stream());
        if (node == null) {
            accept(entry, now);
        } else if (streams.get(publication.stream()) == entry) {
            remove(entry, now);
            refuse(
                    entry,
                    edgeCheck,
                    Reason.STREAM_TAKEN,
                    publication.stream() + " is published at node " + node,
                    now);
        }
    }

    /** The origin is away and has forgotten. */
    void left(EdgeLink link, long now) {
        for (Entry entry : streams.values().toArray(new Entry[0])) {
            entry.told.remove(link);
            entry.toTell.remove(link);
            lost(entry.publication, now);
        }
    }

    /** That origin has given the name to another publication. */
    void refuse(EdgeLink link, Publication publication, Reason reason, String message, long now) {
        Entry entry = entry(publication);
        if (entry != null) {
            entry.refusedBy = link;
            entry.told.remove(link);
            link.forget(publication);
            boolean isNew = undecided.contains(entry);
            remove(entry, now);
            if (reason == Reason.STREAM_TAKEN && isNew) {
                refuse(entry, link::check, reason, message, now);
            } else {
                listener.publishRefused(publication, reason, message);
            }
        }
    }

    /** Has the publisher checked that has the name, if possible, before the new one is refused. */
    private void refuse(Entry entry, NameChecks.Way way, Reason reason, String message, long now) {
        PublisherCheck check = new PublisherCheck(entry.publication, entry.peer);
        if (!checks.begin(way, check, entry.attempts, reason, message, now)) {
            listener.publishRefused(entry.publication, reason, message);
        }
    }

    /** Accepts what has not been answered in time. */
    void tick(long now) {
        checks.tick(now);
        recent.tick(now);
        for (Entry entry : List.copyOf(lingering)) {
            if (now - entry.lingersUntil >= 0 && lingering.remove(entry)) {
                stopped(entry.publication);
            }
        }
        for (Entry entry : List.copyOf(undecided)) {
            if (now - entry.due >= 0) {
                decideAlone(entry, now);
            }
        }
    }

    /** Nanoseconds until {@link #tick} has something to do. */
    long delay(long now) {
        long delay = checks.delay(now);
        for (Entry entry : undecided) {
            delay = Math.min(delay, entry.due - now);
        }
        for (Entry entry : lingering) {
            delay = Math.min(delay, entry.lingersUntil - now);
        }
        return delay;
    }

    /** What is published of a stream, and accepted; or null. */
    Publication accepted(StreamKey stream) {
        Entry entry = streams.get(stream);
        return entry == null || undecided.contains(entry) ? null : entry.publication;
    }

    boolean isPublished(Publication publication) {
        return entry(publication) != null;
    }

    /** Has the listener give what late joiners need, and all that comes. */
    void replay(Publication publication) {
        Entry entry = entry(publication);
        if (entry != null) {
            entry.needed = true;
            listener.replay(publication);
        }
    }

    /**
     * What has come behind that position.
     *
     * @param known may be null
     * @return null if that is not known any more, or the listener has to repeat to give the rest
     */
    List<MediaFrame> missed(Publication publication, StreamPosition known) {
        Entry entry = entry(publication);
        if (entry == null || !entry.needed || known == null || !known.isOf(publication)) {
            return null;
        }
        return known.sequence() == entry.highest
                ? List.of()
                : recent.after(publication, known.sequence());
    }

    /** Someone wants no more of the media; the listener is told if nobody is left. */
    void stopped(Publication publication) {
        Entry entry = entry(publication);
        if (entry != null && isUseless(entry)) {
            entry.needed = false;
            lingering.remove(entry);
            listener.unneeded(publication);
        }
    }

    /** Someone who took the media was lost; if nobody is left, others are waited for. */
    void lost(Publication publication, long now) {
        Entry entry = entry(publication);
        if (entry != null && isUseless(entry) && lingering.add(entry)) {
            entry.lingersUntil = now + LINGER;
        }
    }

    private boolean isUseless(Entry entry) {
        return entry.needed
                && links.stream().noneMatch(link -> link.sends(entry.publication))
                && (pullers == null || !pullers.isPulled(entry.publication));
    }

    /** A repetition begins of what late joiners need. */
    void replaying(StreamKey stream) {
        Entry entry = streams.get(stream);
        if (entry != null) {
            links.forEach(link -> link.replaying(entry.publication, entry.highest));
            if (pullers != null) {
                pullers.replaying(entry.publication, entry.highest);
            }
        }
    }

    /** A message of a stream that is published here; goes to the origins that asked for it. */
    void media(MediaFrame frame, long now) {
        Entry entry = streams.get(frame.stream());
        if (entry != null) {
            entry.highest = Math.max(entry.highest, frame.sequence());
            if (pullers != null && entry.needed) {
                recent.add(entry.publication, frame, now);
            }
            links.forEach(link -> link.media(entry.publication, frame, now));
            if (pullers != null) {
                pullers.media(entry.publication, frame, now);
            }
        }
    }

    private Entry entry(Publication publication) {
        Entry entry = streams.get(publication.stream());
        return entry != null && entry.publication.equals(publication) ? entry : null;
    }

    private void remove(Entry entry, long now) {
        Publication publication = entry.publication;
        streams.remove(publication.stream());
        if (pullers != null) {
            pullers.end(publication, now);
        }
        undecided.remove(entry);
        lingering.remove(entry);
        for (EdgeLink link : links) {
            link.end(publication, now);
            if (entry.told.containsKey(link)) {
                link.tell(publication.frame(Verb.UNPUBLISH).build(), now);
            }
        }
    }

    private void tellLater(Entry entry, EdgeLink link, long now) {
        if (link.isRegistered()
                && !deciderFor(link).equals(entry.told.get(link))
                && entry.toTell.add(link)) {
            link.later(
                    at -> {
                        entry.toTell.remove(link);
                        if (streams.get(entry.publication.stream()) == entry) {
                            tell(entry, link, at);
                        }
                    },
                    now);
        }
    }

    /** Tells an origin of a publication, or that another one decides about it from now on. */
    private void tell(Entry entry, EdgeLink link, long now) {
        String name = deciderFor(link);
        String before = entry.told.get(link);
        boolean isNew = before == null || link.version() >= Versions.WHOLE_CLUSTER;
        if (!link.isRegistered() || name.equals(before) || !isNew) {
            return;
        }
        entry.told.put(link, name);
        long age = TimeUnit.NANOSECONDS.toMillis(now - entry.since);
        Publication publication = entry.publication;
        String named = name.equals(YOU) ? null : name;
        link.request(
                new PublishRequest(publication, age, named).toFrame(),
                new EdgeControl.Answer() {
                    @Override
                    public void done(Frame answer, long at) {
                        if (link.equals(entry.refusedBy)) {
                            // The name was free again when this request came.
                            link.tell(publication.frame(Verb.UNPUBLISH).build(), at);
                        } else if (named == null) {
                            accept(entry(publication), at);
                        }
                    }

                    @Override
                    public void refused(Reason reason, String message, long at) {
                        if (named == null || reason == Reason.STREAM_TAKEN) {
                            refuse(link, publication, reason, message, at);
                        }
                    }
                },
                now);
    }

    /**
     * Who decides, for that origin to know: one that stands before the others in the list will do
     * so as soon as it has been told all, and can begin with it at once.
     */
    private String deciderFor(EdgeLink link) {
        EdgeLink first = decider.get();
        return first == null || link.index() <= first.index() ? YOU : first.origin().node();
    }

    private void accept(Entry entry, long now) {
        if (entry != null && undecided.remove(entry)) {
            listener.publishAccepted(entry.publication);
            if (pullers != null) {
                pullers.published(entry.publication, now);
            }
        }
    }
}
