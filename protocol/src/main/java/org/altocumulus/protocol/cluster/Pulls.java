package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Through which origin an edge pulls each stream that it wants: the first that knows all, and there
 * it stays. When that is lost, or says that the publishing edge is lost to it, the stream is pulled
 * through another; what goes on there has not ended for those who play it. An origin that comes
 * back empty may hear of it later from the edge that publishes it.
 *
 * <p>While that origin is away or does not answer, the stream is looked for among the other edges
 * as well, and for some time after.
 *
 * <p>What the origin has the edge pull from the edge that publishes it comes that way alone, until
 * that has ended: repetitions are told from news by what came before them.
 */
final class Pulls implements PullClient.Host {
    /**
     * How long a stream whose origin was lost may be unknown at others before it counts as over: as
     * long as all edges have to announce what they have.
     */
    static final long ABSENCE = TimeUnit.SECONDS.toNanos(10);

    /** How often it is looked whether a search is still needed. */
    private static final long LOOK = TimeUnit.SECONDS.toNanos(1);

    private final WantedStreams wanted;
    private final List<EdgeLink> links;
    private final Supplier<EdgeLink> first;
    private final Map<StreamKey, Pull> pulls = new HashMap<>();

    /** Null without direct pulls. */
    private PullClient direct;

    private StreamSearch search;

    private DirectRetries retries;

    /** Streams that are looked for among the other edges. */
    private final Set<Pull> sought = new LinkedHashSet<>();

    private long nextLook;

    /** Whether streams are waited for, and when the first of them is over. */
    private boolean waiting;

    private long nextOver;

    private static final class Pull {
        final StreamKey stream;

        /** Origins that do not know of a publication; those that were asked in vain in a row. */
        final Set<EdgeLink> tried = new HashSet<>();

        /** Null while there is no origin. */
        EdgeLink via;

        /** What the origin was told to relay and has not answered yet, or null. */
        Publication relaying;

        /** It flows directly again, and the origin has not answered that it ends its relay. */
        boolean endingRelay;

        /** Whether its start has come that way. */
        boolean flowing;

        /** How many starts have come that way and any before. */
        long starts;

        /** Whether the origin that it came through was lost, and none has named it since. */
        boolean orphan;

        /** Whether no origin knows of it, though it has started: it is over then. */
        boolean absent;

        long over;

        /** When it was last to be looked for. */
        long soughtAt;

        Pull(StreamKey stream) {
            this.stream = stream;
        }
    }

    /**
     * @param links all, in the order of the list
     * @param first through which new pulls go, or null
     */
    Pulls(WantedStreams wanted, List<EdgeLink> links, Supplier<EdgeLink> first) {
        this.wanted = wanted;
        this.links = links;
        this.first = first;
    }

    void direct(PullClient client, StreamSearch newSearch, DirectRetries newRetries) {
        direct = client;
        search = newSearch;
        retries = newRetries;
    }

    boolean isEmpty() {
        return pulls.isEmpty();
    }

    /** Whether the origin that a stream is pulled through can be relied on. */
    private static boolean isServed(Pull pull, long now) {
        return pull.via != null && pull.via.isUsableFor(ABSENCE, now);
    }

    /** Has the other edges asked for a stream that no origin sees to, or perhaps none. */
    private void seek(Pull pull, long now) {
        if (direct == null
                || isServed(pull, now)
                || isDirect(pull.stream)
                || !search.knowsEdges()) {
            return;
        }
        if (sought.isEmpty()) {
            nextLook = now + LOOK;
        }
        sought.add(pull);
        pull.soughtAt = now;
        search.wish(pull.stream, now);
    }

    private void seekAll(long now) {
        List.copyOf(pulls.values()).forEach(pull -> seek(pull, now));
    }

    /** Ends the search for what an origin has seen to for long enough. */
    private void endSearches(long now) {
        if (sought.isEmpty() || now - nextLook < 0) {
            return;
        }
        nextLook = now + LOOK;
        for (Pull pull : List.copyOf(sought)) {
            if (isServed(pull, now) && now - pull.soughtAt >= ABSENCE) {
                endSearch(pull, now);
                if (direct.isFound(pull.stream)) {
                    renew(pull, now);
                }
            }
        }
    }

    private void endSearch(Pull pull, long now) {
        if (sought.remove(pull)) {
            search.unwish(pull.stream, now);
        }
    }

    /** An origin knows all and answers, for the first time or again: nothing is to be done yet. */
    void usable(EdgeLink link, long now) {
        for (Pull pull : List.copyOf(pulls.values())) {
            if (pull.via == null) {
                turnTo(pull, link, now);
            }
        }
    }

    /** An origin does not answer any more; it may, before it is given up. */
    void unusable(EdgeLink link, long now) {
        EdgeLink next = home();
        for (Pull pull : List.copyOf(pulls.values())) {
            if (pull.via == link && !isDirect(pull.stream)) {
                if (next != null && next.isUsable()) {
                    leave(pull, now);
                    turnTo(pull, next, now);
                }
                seek(pull, now);
            }
        }
    }

    /** An origin tells of another edge. */
    void told(EdgeLink link, OtherEdge edge, long now) {
        if (search != null && search.told(link, edge, now)) {
            seekAll(now);
        }
    }

    /** Where new pulls go, or null: the first origin, or one that answers while that does not. */
    private EdgeLink home() {
        EdgeLink usual = first.get();
        if (usual == null || usual.isUsable()) {
            return usual;
        }
        return links.stream().filter(EdgeLink::isUsable).findFirst().orElse(usual);
    }

    private boolean isDirect(StreamKey stream) {
        return direct != null && direct.has(stream);
    }

    /** An origin says from which edge to pull a stream. */
    void source(EdgeLink link, PullSource source, long now) {
        Pull pull = pulls.get(source.publication().stream());
        if (pull != null && pull.via == link) {
            if (source.publication().equals(pull.relaying)) {
                // It has crossed RELAY, by which the origin sends the stream itself.
                return;
            }
            pull.flowing = false;
            found(pull);
            retries.forget(pull.stream, now);
            direct.source(source, now);
        }
    }

    @Override
    public void received(StreamEvent event, long now) {
        wanted.received(event);
        Pull pull = pulls.get(event.stream());
        if (event instanceof StreamEnd && pull != null) {
            seek(pull, now);
        }
    }

    @Override
    public void found(Publication publication, long now) {
        Pull pull = pulls.get(publication.stream());
        if (pull != null) {
            pull.flowing = false;
            found(pull);
            if (retries.succeeded(pull.stream, now) && !sought.contains(pull)) {
                // The origin ends its relay and names the publisher's edge, which changes nothing.
                pull.endingRelay = pull.via != null;
                renew(pull, now);
            }
        }
    }

    @Override
    public void failed(Publication publication, String node, InetSocketAddress address, long now) {
        if (pulls.containsKey(publication.stream())) {
            retries.add(publication, node, address, now);
        }
    }

    @Override
    public StreamPosition position(StreamKey stream) {
        return wanted.position(stream);
    }

    @Override
    public void renew(StreamKey stream, long now) {
        Pull pull = pulls.get(stream);
        if (pull != null) {
            seek(pull, now);
            renew(pull, now);
        }
    }

    @Override
    public void askOrigin(StreamKey stream, long now) {
        Pull pull = pulls.get(stream);
        if (pull != null) {
            renew(pull, now);
        }
    }

    /** Has the origin tell anew where the stream is; it has told before, or it was not asked. */
    private void renew(Pull pull, long now) {
        leave(pull, now);
        pull.flowing = false;
        ask(pull, pull.via, now);
    }

    @Override
    public void relay(Publication publication, long now) {
        Pull pull = pulls.get(publication.stream());
        if (pull != null) {
            seek(pull, now);
        }
        if (pull == null || pull.via == null) {
            return;
        }
        if (pull.via.version() < Versions.WHOLE_CLUSTER) {
            // It knows of no direct pull, and relays already.
            leave(pull, now);
            ask(pull, pull.via, now);
        } else {
            pull.relaying = publication;
            ask(pull, pull.via, publication.frame(Verb.RELAY).build(), now);
        }
    }

    void want(StreamKey stream, long now) {
        if (wanted.want(stream)) {
            Pull pull = new Pull(stream);
            pulls.put(stream, pull);
            EdgeLink link = home();
            if (link != null && !link.hasRoom()) {
                turnTo(pull, link, now);
            } else {
                pull.via = link;
                ask(pull, link, now);
            }
            seek(pull, now);
        }
    }

    void unwant(StreamKey stream, long now) {
        if (wanted.unwant(stream)) {
            Pull pull = pulls.remove(stream);
            endSearch(pull, now);
            if (direct != null) {
                retries.forget(stream, now);
                direct.unwant(stream, now);
            }
            leave(pull, now);
        }
    }

    /** An origin has registered the edge: it is asked for what no other can be asked for. */
    void announce(EdgeLink link, long now) {
        for (Pull pull : List.copyOf(pulls.values())) {
            if (pull.via == null) {
                turnTo(pull, link, now);
            }
        }
    }

    /** An origin is lost: what came from there is pulled through the next. */
    void left(EdgeLink link, long now) {
        EdgeLink next = home();
        for (Pull pull : List.copyOf(pulls.values())) {
            pull.tried.remove(link);
            if (pull.via == link) {
                pull.tried.clear();
                pull.via = null;
                pull.relaying = null;
                pull.endingRelay = false;
                pull.orphan = true;
                pull.absent = false;
                if (next != null) {
                    turnTo(pull, next, now);
                }
                seek(pull, now);
            }
        }
    }

    /** A new media connection: an END may have been lost with the one before. */
    void mediaOpened(EdgeLink link, long now) {
        for (StreamKey stream : wanted.started()) {
            Pull pull = pulls.get(stream);
            if (pull.via == link && !isDirect(stream)) {
                link.later(at -> ask(pull, link, at), now);
            }
        }
    }

    void received(EdgeLink link, StreamEvent event, long now) {
        Pull pull = pulls.get(event.stream());
        if (pull == null || pull.via != link) {
            return;
        }
        if (event instanceof StreamStart start
                && !pull.endingRelay
                && isDirect(pull.stream)
                && direct.isFound(start.publication())) {
            // The origin does not have it pulled, and so sends it: one way is enough.
            direct.unwant(pull.stream, now);
        }
        if (isDirect(pull.stream)) {
            direct.passOver(event);
            return;
        }
        if (direct != null) {
            retries.heard(pull.stream, now);
        }
        if (event instanceof StreamStart start) {
            pull.flowing = true;
            pull.starts++;
            found(pull);
            isThere(pull, start.publication().token(), now);
        } else if (event instanceof StreamEnd end) {
            pull.flowing = false;
            if (direct != null && !end.lost()) {
                retries.ended(end.publication(), now);
            }
            if (end.lost()
                    && (wanted.isCurrent(end.publication()) || !wanted.hasStarted(pull.stream))) {
                tryNext(pull, now);
                return;
            }
        } else if (!pull.flowing) {
            return;
        }
        wanted.received(event);
    }

    /** Turns to an origin that may have much else to be asked. */
    private void turnTo(Pull pull, EdgeLink link, long now) {
        pull.via = link;
        pull.relaying = null;
        pull.flowing = false;
        link.later(at -> ask(pull, link, at), now);
    }

    private void ask(Pull pull, EdgeLink link, long now) {
        ask(pull, link, EdgeLink.frame(Verb.WANT, pull.stream), now);
    }

    private void ask(Pull pull, EdgeLink link, Frame question, long now) {
        if (link == null || !isVia(pull, link)) {
            return;
        }
        long starts = pull.starts;
        link.request(
                question,
                new EdgeControl.Answer() {
                    @Override
                    public void done(Frame answer, long at) {
                        relayed(pull, link, question);
                        String token = answer.text("publication", null);
                        if (!hasOvertaken(pull, starts)) {
                            answered(pull, link, token, at);
                        }
                    }

                    @Override
                    public void refused(Reason reason, String message, long at) {
                        relayed(pull, link, question);
                        if (!hasOvertaken(pull, starts)) {
                            answered(pull, link, null, at);
                        }
                    }
                },
                now);
    }

    private void relayed(Pull pull, EdgeLink link, Frame question) {
        if (isVia(pull, link)) {
            if (question.verb().equals(Verb.RELAY.name())) {
                pull.relaying = null;
            } else {
                pull.endingRelay = false;
            }
        }
    }

    /**
     * Whether a stream has begun since it was asked for, and goes on: the answer came another way,
     * may be older, and there is nothing in it that the media connection will not tell.
     */
    private static boolean hasOvertaken(Pull pull, long startsThen) {
        return pull.flowing && pull.starts != startsThen;
    }

    private void answered(Pull pull, EdgeLink link, String token, long now) {
        if (!isVia(pull, link) || isDirect(pull.stream)) {
            return;
        }
        if (token == null) {
            tryNext(pull, now);
        } else {
            found(pull);
            isThere(pull, token, now);
            wanted.current(pull.stream, token);
        }
    }

    /** An origin says which publication there is: another one is not tried to be pulled. */
    private void isThere(Pull pull, String token, long now) {
        if (direct != null) {
            retries.current(pull.stream, token, now);
        }
    }

    private static void found(Pull pull) {
        pull.tried.clear();
        pull.orphan = false;
        pull.absent = false;
    }

    /** No origin knows of a stream, at least not yet. */
    private void missing(Pull pull, long now) {
        if (!pull.orphan) {
            isThere(pull, null, now);
            wanted.current(pull.stream, null);
        } else if (!pull.absent) {
            pull.absent = true;
            pull.over = now + ABSENCE;
            schedule(pull.over);
        }
    }

    private void schedule(long over) {
        nextOver = waiting && over - nextOver > 0 ? nextOver : over;
        waiting = true;
    }

    void tick(long now) {
        endSearches(now);
        if (!waiting || nextOver - now > 0) {
            return;
        }
        waiting = false;
        for (Pull pull : List.copyOf(pulls.values())) {
            if (pull.absent && now - pull.over >= 0) {
                found(pull);
                wanted.current(pull.stream, null);
            } else if (pull.absent) {
                schedule(pull.over);
            }
        }
    }

    /** Nanoseconds until {@link #tick} has something to do, or {@code Long.MAX_VALUE}. */
    long delay(long now) {
        long look = sought.isEmpty() ? Long.MAX_VALUE : nextLook - now;
        return Math.min(look, waiting ? nextOver - now : Long.MAX_VALUE);
    }

    /** The stream is not where it is pulled; where it is not anywhere, it is waited for. */
    private void tryNext(Pull pull, long now) {
        pull.tried.add(pull.via);
        for (EdgeLink link : links) {
            if (link.isSynced() && !pull.tried.contains(link)) {
                leave(pull, now);
                pull.via = link;
                pull.flowing = false;
                ask(pull, link, now);
                return;
            }
        }
        missing(pull, now);
        EdgeLink home = first.get();
        if (isVia(pull, pull.via) && home != null && home != pull.via) {
            leave(pull, now);
            pull.via = home;
            pull.flowing = false;
            ask(pull, home, now);
        }
    }

    private boolean isVia(Pull pull, EdgeLink link) {
        return pulls.get(pull.stream) == pull && pull.via == link;
    }

    private static void leave(Pull pull, long now) {
        pull.relaying = null;
        if (pull.via != null) {
            pull.via.tell(EdgeLink.frame(Verb.UNWANT, pull.stream), now);
        }
    }

    /** The streams that are pulled through an origin, for tests and people. */
    List<StreamKey> via(EdgeLink link) {
        List<StreamKey> streams = new ArrayList<>();
        for (Pull pull : pulls.values()) {
            if (pull.via == link) {
                streams.add(pull.stream);
            }
        }
        return streams;
    }
}
