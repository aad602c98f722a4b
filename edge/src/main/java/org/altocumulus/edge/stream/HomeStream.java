package org.altocumulus.edge.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.altocumulus.edge.ops.Takeover;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamBeginning;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream on its home loop: who publishes it, what late joiners need, which loops play it, and
 * what the cluster wants of it.
 *
 * <pre>
 *   IDLE ──claim──▶ CLAIMED ──accepted──▶ LIVE
 *     │◀──refused, released──┴──released, revoked──┘
 *     └──remoteStarted──▶ REMOTE ──remoteEnded, no players, LIVE──▶
 * </pre>
 *
 * A REMOTE stream without players lingers for some seconds, with all that is kept of it. REMOTE and
 * CLAIMED may hold at the same time, until the cluster has answered.
 */
final class HomeStream {
    private static final Logger LOG = LoggerFactory.getLogger(HomeStream.class);

    /** Why a publication ends that sends more data than loops can pass on. */
    static final String TOO_FAST = "more data than can be passed on";

    /** What a publisher is told that lost its name to another. */
    static final String GIVEN_AWAY = "another publisher took the name";

    private final StreamKey key;
    private final StreamLoop home;
    private final Streams streams;
    private final List<ReplicaLink> replicas = new ArrayList<>();

    private LateJoinCache<StreamMessage> cache;

    /** Who publishes, or has asked the cluster whether it may; or null. */
    private Claim claimed;

    /** Who wants the name, and waits for the publisher to be checked; or null. */
    private Claim waiting;

    /** When the publisher sent something, or began to publish. */
    private long lastMediaAt;

    private boolean live;

    /** When the publication was accepted. */
    private long liveSince;

    private boolean remote;
    private boolean wanted;
    private boolean sending;

    /** Whether a remote stream is kept for players that may come back. */
    private boolean lingering;

    /** Tells a timer that what it was set for is over. */
    private int lingered;

    /** A loop with players, and the way to it. */
    private record ReplicaLink(Replica replica, Handover<StreamMessage> handover) {}

    HomeStream(StreamKey key, StreamLoop home) {
        this.key = key;
        this.home = home;
        this.streams = home.streams();
        this.cache = streams.settings().newCache();
    }

    StreamKey key() {
        return key;
    }

    /** The publication by a client of this node that the cluster has accepted, or null. */
    Publication published() {
        return live ? claimed.publication() : null;
    }

    /** When the last message of {@link #published} came. */
    long lastMediaAt() {
        return lastMediaAt;
    }

    /**
     * A client of this node wants to publish the stream. If it is published it waits until the
     * publisher has shown that it is alive, or has lost the name; one waits at a time.
     */
    void claim(Publication by) {
        if (claimed == null) {
            take(new Claim(by, streams.settings()));
        } else if (waiting != null || streams.settings().takeover() == Takeover.NEVER) {
            by.onEnded(alreadyPublished());
        } else {
            Claim next = new Claim(by, streams.settings());
            waiting = next;
            Claim holder = claimed;
            judge(
                    holder.publication(),
                    holder.publication().identity().isSameClientAs(by.identity()),
                    free -> {
                        if (waiting == next && claimed == holder) {
                            refuseWaiting();
                        }
                    });
        }
    }

    private String alreadyPublished() {
        return StreamNames.shown(key.name()) + " is already published";
    }

    private void refuseWaiting() {
        Publication refused = waiting.publication();
        waiting = null;
        refused.onEnded(alreadyPublished());
    }

    /**
     * A client of another node wants the name.
     *
     * @param peerId the client's, or empty if that is not proved
     * @param free told whether it has been given up, or was free
     */
    void check(String peerId, Consumer<Boolean> free) {
        if (claimed == null) {
            free.accept(true);
        } else {
            judge(claimed.publication(), claimed.publication().identity().hasProven(peerId), free);
        }
    }

    /** Ends a publication if it has to make way for another; tells whether it has ended. */
    private void judge(Publication holder, boolean sameClient, Consumer<Boolean> ended) {
        Takeover rule = streams.settings().takeover();
        if (rule == Takeover.NEVER) {
            ended.accept(false);
        } else if (sameClient || rule == Takeover.ALWAYS) {
            giveAway(holder);
            ended.accept(true);
        } else {
            holder.check(
                    alive -> {
                        if (!alive) {
                            giveAway(holder);
                        }
                        ended.accept(!alive);
                    });
        }
    }

    /** A client says that nothing of its own holds the name any more. */
    void releaseBy(PublisherIdentity client) {
        if (claimed != null
                && streams.settings().takeover() != Takeover.NEVER
                && claimed.publication().identity().isSameClientAs(client)) {
            giveAway(claimed.publication());
        }
    }

    private void giveAway(Publication holder) {
        if (isClaimedBy(holder)) {
            streams.cluster().unpublish(key);
            end(holder, GIVEN_AWAY);
        }
    }

    private boolean isClaimedBy(Publication by) {
        return claimed != null && claimed.publication() == by;
    }

    private void take(Claim claim) {
        claimed = claim;
        Publication by = claim.publication();
        lastMediaAt = home.now();
        streams.cluster()
                .publish(
                        key,
                        by.identity().provenPeerId(),
                        new PublishAnswer() {
                            @Override
                            public void accepted() {
                                home.run(() -> onAccepted(by));
                            }

                            @Override
                            public void refused(String reason) {
                                home.run(() -> end(by, reason));
                            }
                        });
    }

    private void onAccepted(Publication by) {
        if (!isClaimedBy(by) || live) {
            return;
        }
        if (remote) {
            endRemote();
        }
        stopLingering();
        live = true;
        liveSince = home.now();
        cache = claimed.cache();
        streams.publishedHere.add(key);
        updateWanted();
        by.onAccepted();
        beginReplicas(claimed.contents(home.now()));
        if (sending) {
            sendContents();
        }
    }

    /** The publisher has gone, or published something else. */
    void release(Publication by) {
        if (waiting != null && waiting.publication() == by) {
            waiting = null;
        }
        if (isClaimedBy(by)) {
            streams.cluster().unpublish(key);
            endPublication();
        }
    }

    /**
     * The cluster has given the stream to someone else. A publication that it has not yet accepted
     * is not meant, but one before it.
     */
    void revoke(String reason) {
        if (live) {
            end(claimed.publication(), reason);
        }
    }

    private void end(Publication by, String reason) {
        if (isClaimedBy(by)) {
            endPublication();
            by.onEnded(reason);
        }
    }

    private void endPublication() {
        boolean wasLive = live;
        claimed = null;
        live = false;
        sending = false;
        if (wasLive) {
            cache = streams.settings().newCache();
            streams.publishedHere.remove(key);
            endReplicas();
        }
        Claim next = waiting;
        if (next != null) {
            waiting = null;
            take(next);
        }
        updateWanted();
    }

    /** A message of the publisher. */
    void onMedia(Publication by, StreamMessage sent, long since) {
        if (waiting != null && waiting.publication() == by) {
            waiting.add(sent, home.now());
            return;
        }
        if (!isClaimedBy(by)) {
            return;
        }
        lastMediaAt = home.now();
        StreamMessage message = claimed.add(sent, lastMediaAt);
        if (live) {
            if (sending) {
                sendToCluster(message, false);
            }
            distribute(message, since);
        }
    }

    private void distribute(StreamMessage message, long since) {
        for (ReplicaLink link : replicas) {
            if (!link.handover.send(message, message.kind(), message.size(), since)) {
                restart(link);
            }
        }
    }

    /**
     * A loop is too slow for data, which may not be dropped in silence: its players see the stream
     * end and begin anew. The others go on.
     */
    private void restart(ReplicaLink link) {
        LOG.warn("stream {}: a loop is too slow for its data, its players begin anew", key);
        List<StreamMessage> contents = cache.contents();
        link.handover.restart(
                contents.stream().anyMatch(message -> message.kind().isKeyFrame()),
                () -> {
                    link.replica.onEnd();
                    link.replica.onBegin(contents, true);
                });
    }

    /** A loop has its first player of the stream. */
    void attach(Replica replica) {
        ReplicaLink link =
                new ReplicaLink(replica, streams.handover(replica.loop(), replica::onMedia));
        replicas.add(link);
        if (live || remote) {
            begin(link, cache.contents(), true);
        }
        stopLingering();
        updateWanted();
    }

    /** A loop has no players of the stream any more. */
    void detach(Replica replica) {
        replicas.removeIf(link -> link.replica == replica);
        if (replicas.isEmpty() && remote && !linger()) {
            endRemote();
        }
        updateWanted();
    }

    /** Keeps the stream for a while; false if that is not to be, or too many are kept already. */
    private boolean linger() {
        Duration time = streams.cluster().linger();
        lingering = !time.isZero() && home.mayLinger();
        if (lingering) {
            int mine = ++lingered;
            home.lingering(1);
            home.after(time.toNanos(), () -> onLingered(mine));
        }
        return lingering;
    }

    private void onLingered(int which) {
        if (lingering && which == lingered) {
            stopLingering();
            endRemote();
            updateWanted();
        }
    }

    private void stopLingering() {
        if (lingering) {
            lingering = false;
            home.lingering(-1);
        }
    }

    private void beginReplicas(List<StreamMessage> contents) {
        replicas.forEach(link -> begin(link, contents, false));
    }

    private void begin(ReplicaLink link, List<StreamMessage> contents, boolean late) {
        link.handover.run(() -> link.replica.onBegin(contents, late));
    }

    private void endReplicas() {
        replicas.forEach(link -> link.handover.run(link.replica::onEnd));
    }

    /** The cluster wants the stream, perhaps even before it has accepted it. */
    void startSending() {
        sending = claimed != null;
        if (live) {
            sendContents();
        }
    }

    private void sendContents() {
        streams.cluster().replaying(key);
        long now = home.now();
        boolean past = now - liveSince > StreamBeginning.TIME;
        claimed.contents(now).forEach(message -> sendToCluster(message, past));
    }

    private void sendToCluster(StreamMessage message, boolean past) {
        streams.cluster().media(key, message.number(), DataFrames.forCluster(message), past);
    }

    /** The cluster wants the stream no longer. */
    void stopSending() {
        sending = false;
    }

    /** Another node publishes the stream, maybe not for the first time. */
    void onRemoteStarted() {
        if (live || !wanted) {
            return;
        }
        if (remote) {
            endRemote();
        }
        remote = true;
        beginReplicas(List.of());
    }

    /**
     * A message of it.
     *
     * @param past whether it was published before this node asked for the stream
     * @param since when it came to this node
     * @throws WireException if it is data that cannot be read
     */
    void onRemoteMedia(RtmpMessage message, boolean past, long since) throws WireException {
        if (remote) {
            StreamMessage read = StreamMessage.read(message);
            if (read != null) {
                cache.add(read);
                distribute(past ? read.markedPast() : read, since);
            }
        }
    }

    /** The other node publishes it no longer. */
    void onRemoteEnded() {
        if (remote) {
            endRemote();
            stopLingering();
            updateWanted();
        }
    }

    /**
     * Data of the other node was lost on the way to this loop: the stream ends for the players, and
     * is asked for anew, with all that late joiners need.
     */
    void restartRemote() {
        if (remote) {
            LOG.warn("stream {}: data came faster than it was taken, it begins anew", key);
            endRemote();
            streams.cluster().unwant(key);
            streams.cluster().want(key);
        }
    }

    private void endRemote() {
        remote = false;
        cache = streams.settings().newCache();
        endReplicas();
    }

    /**
     * A stream is wanted from the cluster while it has players, or lingers, and is not published
     * here; until the cluster has answered a claim, that stays as it is.
     */
    private void updateWanted() {
        boolean before = wanted;
        boolean used = !replicas.isEmpty() || lingering;
        wanted = used && !live && (wanted || claimed == null);
        if (wanted && !before) {
            streams.wantedElsewhere.add(key);
            streams.cluster().want(key);
        } else if (before && !wanted) {
            streams.wantedElsewhere.remove(key);
            streams.cluster().unwant(key);
        }
        if (claimed == null && !used) {
            home.remove(this);
        }
    }
}
