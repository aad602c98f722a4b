package org.altocumulus.protocol.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Tells one origin which clients are here: after a connect all, then what changes, at most every
 * {@link #PAUSE}. No more than {@link #MAX_UNANSWERED} frames are under way, so that what waits in
 * the connection stays small however many clients there are.
 */
final class PeerAnnouncements {
    static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    static final int MAX_UNANSWERED = 32;

    private final AnnouncedPeers peers;

    /** Clients of which the origin has not been told how it is now, the longest waiting first. */
    private final Set<PeerId> untold = new LinkedHashSet<>();

    /** Clients in frames that are not answered, with the number of the last such frame. */
    private final Map<PeerId, Long> underWay = new HashMap<>();

    private EdgeControl control;
    private long frames;
    private int unanswered;
    private int beforeSynced;
    private LongConsumer synced;
    private long due;

    PeerAnnouncements(AnnouncedPeers peers) {
        this.peers = peers;
        peers.toldBy(this);
    }

    /**
     * The edge is registered at the origin.
     *
     * @param announced called when all that is here now has been told
     */
    void begin(EdgeControl connection, LongConsumer announced, long now) {
        if (connection.version() < Versions.WHOLE_CLUSTER) {
            announced.accept(now);
            return;
        }
        control = connection;
        peers.all().forEach(untold::add);
        beforeSynced = untold.size();
        synced = announced;
        due = now;
        tick(now);
    }

    /** The connection ended; the origin forgets all that it was told. */
    void end() {
        control = null;
        synced = null;
        unanswered = 0;
        untold.clear();
        underWay.clear();
    }

    /** A client came, came again or left. */
    void changed(PeerId peer) {
        if (control != null) {
            untold.add(peer);
        }
    }

    /**
     * The origin says that a newer session of that client is elsewhere.
     *
     * @return when the session that it means opened; null if the client is not here, or with a
     *     session that the origin did not know when it spoke, as it has not answered what it was
     *     told
     */
    Long evicted(PeerId peer) {
        return untold.contains(peer) || underWay.containsKey(peer) ? null : peers.since(peer);
    }

    /** Tells what is due. */
    void tick(long now) {
        if (delay(now) > 0) {
            return;
        }
        due = now + PAUSE;
        tellUntilFull(now);
    }

    /** Nanoseconds until {@link #tick} has something to do. */
    long delay(long now) {
        boolean waits = control != null && (!untold.isEmpty() || synced != null);
        return waits && unanswered < MAX_UNANSWERED ? due - now : Long.MAX_VALUE;
    }

    private void tellUntilFull(long now) {
        List<PresentPeer> present = new ArrayList<>();
        List<PeerId> gone = new ArrayList<>();
        Iterator<PeerId> next = untold.iterator();
        while (control != null && next.hasNext() && unanswered < MAX_UNANSWERED) {
            PeerId peer = next.next();
            next.remove();
            beforeSynced--;
            Long since = peers.since(peer);
            if (since == null) {
                gone.add(peer);
            } else {
                long age = TimeUnit.NANOSECONDS.toMillis(Math.max(0, now - since));
                present.add(new PresentPeer(peer, age));
            }
            if (present.size() == PeerFrames.MAX_PEERS) {
                tellPresent(present, now);
            }
            if (gone.size() == PeerFrames.MAX_PEERS) {
                tellGone(gone, now);
            }
        }
        if (!present.isEmpty()) {
            tellPresent(present, now);
        }
        if (!gone.isEmpty()) {
            tellGone(gone, now);
        }
        if (synced != null && (beforeSynced <= 0 || untold.isEmpty())) {
            LongConsumer announced = synced;
            synced = null;
            announced.accept(now);
        }
    }

    private void tellPresent(List<PresentPeer> present, long now) {
        tell(PeerFrames.present(present), present.stream().map(PresentPeer::peer).toList(), now);
        present.clear();
    }

    private void tellGone(List<PeerId> gone, long now) {
        tell(PeerFrames.gone(gone), List.copyOf(gone), now);
        gone.clear();
    }

    /** What is told can end the connection, and with it all that was still to be told. */
    private void tell(Frame frame, List<PeerId> told, long now) {
        if (control == null) {
            return;
        }
        unanswered++;
        long number = ++frames;
        told.forEach(peer -> underWay.put(peer, number));
        EdgeControl asked = control;
        asked.request(
                frame,
                new EdgeControl.Answer() {
                    @Override
                    public void done(Frame answer, long at) {
                        answered(asked, told, number, at);
                    }

                    @Override
                    public void refused(Reason reason, String message, long at) {
                        answered(asked, told, number, at);
                    }
                },
                now);
    }

    private void answered(EdgeControl by, List<PeerId> told, long number, long now) {
        if (by != control) {
            return;
        }
        told.forEach(peer -> underWay.remove(peer, number));
        if (unanswered-- >= MAX_UNANSWERED) {
            // What waits was held back by this alone.
            due = now;
            tick(now);
        }
    }
}
