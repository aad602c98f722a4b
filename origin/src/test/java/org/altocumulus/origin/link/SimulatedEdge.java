package org.altocumulus.origin.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.altocumulus.protocol.cluster.CheckAnswer;
import org.altocumulus.protocol.cluster.EdgeLinkDialer;
import org.altocumulus.protocol.cluster.EdgeLinkListener;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.EdgeLinks;
import org.altocumulus.protocol.cluster.EdgePulls;
import org.altocumulus.protocol.cluster.Introduction;
import org.altocumulus.protocol.cluster.LinkPair;
import org.altocumulus.protocol.cluster.LinkRole;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.MediaKind;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.HostPort;

/** An edge's host: publishes and plays, and checks all that it is given. */
final class SimulatedEdge implements EdgeLinkDialer, EdgeLinkListener {
    /** A node that gets no packet of a client any more ends its session after that. */
    private static final long SESSION_TIMEOUT = 50 * SimulatedCluster.SECOND;

    final String node;
    final int port;
    final EdgeLinks link;
    final Map<String, Published> published = new TreeMap<>();
    final Map<String, Played> played = new TreeMap<>();

    /** Clients with sessions here, and when those opened by the clock of this edge. */
    final Map<PeerId, Long> peers = new TreeMap<>();

    int evictions;
    int introductions;

    /** What became of publications and plays, in order: "started a-1" and the like. */
    final List<String> events = new ArrayList<>();

    /** Clients without names. */
    int clients;

    /** Until when the process is stopped, with its kernel holding its connections. */
    long frozenUntil;

    boolean draining;

    /** Its publishers are gone, and do not answer when they are checked. */
    boolean publishersGone;

    int checks;
    long gaps;
    long received;

    /** Where others dial to pull from here, or null. */
    final InetSocketAddress pull;

    final EdgePulls pulls;
    int ends;

    /** Streams that nobody else wanted any more, in that order. */
    final List<String> needless = new ArrayList<>();

    private final SimulatedCluster cluster;
    private final long skew;

    /** Until when nothing passes to an origin. */
    final Map<Integer, Long> cutOff = new HashMap<>();

    /** A stream that is published here. */
    static final class Published {
        final Publication publication;
        final List<MediaFrame> preface = new ArrayList<>();
        final List<MediaFrame> sinceKey = new ArrayList<>();
        long next;
        boolean accepted;

        /** The client that publishes, or null if nothing proves who it is. */
        final PeerId owner;

        /** The client has gone without a word: nothing is sent, and no check is answered. */
        boolean gone;

        Published(Publication publication, PeerId owner) {
            this.publication = publication;
            this.owner = owner;
        }
    }

    /** A stream that is wanted here. */
    static final class Played {
        Publication publication;
        MediaFrame last;
    }

    /** An edge without direct pulls. */
    SimulatedEdge(SimulatedCluster cluster, String node, int port) {
        this(cluster, node, port, false);
    }

    /**
     * An edge.
     *
     * @param direct whether it pulls from others and others from it
     */
    SimulatedEdge(SimulatedCluster cluster, String node, int port, boolean direct) {
        this.cluster = cluster;
        this.node = node;
        this.port = port;
        this.skew = cluster.newSkew();
        int run = cluster.newRun();
        String instance = node + ".run" + run;
        pull = direct ? HostPort.parseNumeric("10.0.0.2:" + port) : null;
        EdgeLinkSettings settings = LinkPair.edgeSettings(node, instance, port);
        link =
                new EdgeLinks(
                        new EdgeLinkSettings(
                                settings.identity(),
                                settings.registration().withPull(pull),
                                settings.timing(),
                                settings.queue()),
                        LinkPair.security("secret", new Random(run)),
                        new Random(cluster.random.nextLong()),
                        cluster.origins.length,
                        this,
                        this,
                        now());
        pulls = direct ? link.direct(dial -> cluster.dial(this, dial)) : null;
        link.start(now());
    }

    /** The time by the clock of this edge. */
    long now() {
        return cluster.now + skew;
    }

    void publish(StreamKey stream) {
        publish(stream, null);
    }

    /** As a client that proves who it is, or with null one that does not. */
    void publish(StreamKey stream, PeerId owner) {
        if (!published.containsKey(stream.toString())) {
            Publication publication = link.publish(stream, owner, now());
            published.put(stream.toString(), new Published(publication, owner));
        }
    }

    /** The publisher sends nothing any more, and its session ends some time later. */
    void kill(StreamKey stream) {
        Published entry = published.get(stream.toString());
        if (entry != null && !entry.gone) {
            entry.gone = true;
            cluster.in(SESSION_TIMEOUT, () -> cluster.whenRunning(this, () -> end(entry)));
        }
    }

    private void end(Published entry) {
        if (published.get(entry.publication.stream().toString()) == entry) {
            unpublish(entry.publication.stream());
            if (entry.owner != null) {
                close(entry.owner);
            }
        }
    }

    void unpublish(StreamKey stream) {
        Published entry = published.remove(stream.toString());
        if (entry != null) {
            link.unpublish(entry.publication, now());
        }
    }

    void want(StreamKey stream) {
        played.putIfAbsent(stream.toString(), new Played());
        link.want(stream, now());
    }

    void unwant(StreamKey stream) {
        played.remove(stream.toString());
        link.unwant(stream, now());
    }

    /** One message of each stream that is published here. */
    void sendFrames() {
        if (cluster.pause(this) > 0) {
            return;
        }
        for (Published entry : published.values()) {
            if (entry.gone) {
                continue;
            }
            long sequence = entry.next++;
            MediaKind kind =
                    sequence == 0
                            ? MediaKind.VIDEO_CONFIG
                            : sequence % 10 == 1 ? MediaKind.KEY : MediaKind.INTER;
            byte[] payload = (entry.publication.token() + '\n' + sequence).getBytes(UTF_8);
            MediaFrame frame =
                    new MediaFrame(
                            entry.publication.stream(), sequence, 9, sequence, kind, payload);
            if (kind == MediaKind.KEY) {
                entry.sinceKey.clear();
            }
            (kind == MediaKind.VIDEO_CONFIG ? entry.preface : entry.sinceKey).add(frame);
            link.media(frame, now());
        }
    }

    /** How many sessions there are. */
    int sessions() {
        return clients + peers.size();
    }

    /** Another number of clients without names. */
    void clients(int count) {
        clients = count;
        link.clients(sessions(), now());
    }

    /** A client opens a session, perhaps in place of one that it has here. */
    void open(PeerId peer) {
        peers.put(peer, now());
        link.peerHere(peer, now(), now());
        link.clients(sessions(), now());
    }

    /** The edge takes no newcomers any more. */
    void drain() {
        draining = true;
        link.drain(now());
    }

    /** The session of a client ends. */
    void close(PeerId peer) {
        if (peers.remove(peer) != null) {
            List.copyOf(published.values()).stream()
                    .filter(entry -> peer.equals(entry.owner))
                    .forEach(entry -> unpublish(entry.publication.stream()));
            link.peerGone(peer, now());
            link.clients(sessions(), now());
        }
    }

    @Override
    public void evicted(PeerId peer, long since) {
        Long here = peers.get(peer);
        if (here != null) {
            check(here == since, "evicted another session of " + peer);
            cluster.in(
                    0,
                    () -> {
                        if (here.equals(peers.get(peer))) {
                            evictions++;
                            close(peer);
                        }
                    });
        }
    }

    @Override
    public List<InetSocketAddress> introduced(Introduction introduction) {
        introductions++;
        return peers.containsKey(introduction.peer())
                ? List.of(new InetSocketAddress("10.0.0.9", port))
                : List.of();
    }

    @Override
    public void check(Publication publication, PeerId peer, CheckAnswer answer, long now) {
        checks++;
        Published entry = published.get(publication.stream().toString());
        if (entry != null && peer != null && peer.equals(entry.owner)) {
            unpublish(publication.stream());
            answer.answered(true, now);
            return;
        }
        if (!publishersGone && (entry == null || !entry.gone)) {
            answer.answered(false, now);
            return;
        }
        cluster.in(
                3 * SimulatedCluster.SECOND,
                () ->
                        cluster.whenRunning(
                                this,
                                () -> {
                                    unpublish(publication.stream());
                                    answer.answered(true, now());
                                }));
    }

    private void check(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(node + ": " + what);
        }
    }

    @Override
    public void dial(int origin, LinkRole role) {
        cluster.dial(this, origin, role);
    }

    @Override
    public void joined(int origin, NodeIdentity identity) {}

    @Override
    public void left(int origin, Reason reason, String message) {}

    @Override
    public void probed(int origin, InetSocketAddress address, boolean answered) {
        check(answered, "probe not answered");
    }

    @Override
    public void drainRequested() {
        draining = true;
        cluster.in(0, () -> cluster.whenRunning(this, this::drain));
    }

    @Override
    public void publishAccepted(Publication publication) {
        Published entry = published.get(publication.stream().toString());
        if (entry != null && entry.publication.equals(publication)) {
            check(!entry.accepted, "accepted twice: " + publication);
            entry.accepted = true;
            events.add("accepted " + publication.token());
        }
    }

    @Override
    public void publishRefused(Publication publication, Reason reason, String message) {
        check(reason == Reason.STREAM_TAKEN, "refused: " + reason);
        events.add("refused " + publication.token());
        Published entry = published.remove(publication.stream().toString());
        check(entry != null && entry.publication.equals(publication), "refused another");
    }

    @Override
    public void replay(Publication publication) {
        Published entry = published.get(publication.stream().toString());
        check(entry != null && entry.publication.equals(publication), "replay of another");
        // As an application on another thread does.
        cluster.in(
                cluster.random.nextLong(SimulatedCluster.MILLISECOND),
                () -> cluster.whenRunning(this, () -> sendAgain(entry)));
    }

    private void sendAgain(Published entry) {
        StreamKey stream = entry.publication.stream();
        if (entry == published.get(stream.toString())) {
            link.replaying(stream);
            entry.preface.forEach(frame -> link.media(frame, now()));
            entry.sinceKey.forEach(frame -> link.media(frame, now()));
        }
    }

    @Override
    public void unneeded(Publication publication) {
        Published entry = published.get(publication.stream().toString());
        check(entry != null && entry.publication.equals(publication), "unneeded another");
        needless.add(publication.stream().toString());
    }

    @Override
    public void started(Publication publication) {
        Played entry = played.get(publication.stream().toString());
        check(entry != null, "started but not wanted: " + publication);
        check(entry.publication == null, "started twice: " + publication);
        entry.publication = publication;
        entry.last = null;
        events.add("started " + publication.token());
    }

    @Override
    public void media(MediaFrame frame) {
        Played entry = played.get(frame.stream().toString());
        check(entry != null && entry.publication != null, "media not started: " + frame);
        String expected = entry.publication.token() + '\n' + frame.sequence();
        check(new String(frame.payload(), UTF_8).equals(expected), "of another: " + frame);
        boolean preface = frame.kind().isPreface();
        MediaFrame last = entry.last;
        if (last == null || last.kind().isPreface()) {
            check(preface || frame.kind() == MediaKind.KEY, "begins with " + frame);
        } else {
            gaps += frame.sequence() - last.sequence() - 1;
        }
        check(last == null || frame.sequence() > last.sequence(), frame + " after " + last);
        entry.last = frame;
        received++;
    }

    @Override
    public void ended(Publication publication) {
        Played entry = played.get(publication.stream().toString());
        check(entry != null && publication.equals(entry.publication), "ended but not started");
        entry.publication = null;
        ends++;
        events.add("ended " + publication.token());
    }
}
