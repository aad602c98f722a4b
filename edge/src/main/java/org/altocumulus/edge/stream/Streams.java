package org.altocumulus.edge.stream;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.altocumulus.edge.loop.Loop;
import org.altocumulus.edge.loop.LoopPoll;
import org.altocumulus.protocol.message.StreamKey;

/**
 * The streams of a node: what its loops share of them. Those who publish and subscribe work with
 * the {@link StreamLoop} of their own loop. Immutable, or safe for all threads.
 */
public final class Streams {
    private final StreamSettings settings;
    private final StreamCounters counters = new StreamCounters();

    /** Published at this node; changed by the home loops. */
    final Set<StreamKey> publishedHere = ConcurrentHashMap.newKeySet();

    /** Wanted from the cluster; changed by the home loops. */
    final Set<StreamKey> wantedElsewhere = ConcurrentHashMap.newKeySet();

    private final ClusterPort cluster;
    private final ClusterEvents clusterEvents;
    private final List<StreamLoop> loops;

    /**
     * No streams yet.
     *
     * @param loops in the order of their indices, at least one
     */
    public Streams(StreamSettings settings, List<Loop> loops, ClusterPort cluster) {
        if (loops.isEmpty()) {
            throw new IllegalArgumentException("no loops: expected at least one");
        }
        this.settings = settings;
        this.cluster = cluster;
        this.loops = loops.stream().map(loop -> new StreamLoop(loop, this)).toList();
        this.clusterEvents = new ClusterRouter(this);
    }

    /** The streams of one loop. */
    public StreamLoop loop(int index) {
        return loops.get(index);
    }

    /** How streams are kept and passed on. */
    public StreamSettings settings() {
        return settings;
    }

    /** What was dropped. */
    public StreamCounters counters() {
        return counters;
    }

    /** The way to the rest of the cluster. */
    public ClusterPort cluster() {
        return cluster;
    }

    /** Takes what the cluster says. */
    public ClusterEvents clusterEvents() {
        return clusterEvents;
    }

    /** The streams that are published at this node; a view. */
    public Set<StreamKey> published() {
        return Collections.unmodifiableSet(publishedHere);
    }

    /** The streams that are wanted from the cluster; a view. */
    public Set<StreamKey> wanted() {
        return Collections.unmodifiableSet(wantedElsewhere);
    }

    /** A client says that a stream that it published before is over, if there is one. */
    public void release(StreamKey key, PublisherIdentity by) {
        StreamLoop home = homeOf(key);
        home.run(
                home.command(
                        () -> {
                            HomeStream stream = home.homeOrNull(key);
                            if (stream != null) {
                                stream.releaseBy(by);
                            }
                        }));
    }

    /**
     * Whether a client may publish, subscribe to or {@link #release} a stream now: not while its
     * home has too much of that left to do. What ends is always taken, as it has begun once. Any
     * thread.
     */
    public boolean hasRoomForCommands(StreamKey key) {
        return homeOf(key).hasRoomForCommands();
    }

    /**
     * Streams that may need an operator. Any thread but the loops.
     *
     * @param millis longest time to wait for the loops
     */
    public LocalStreams inspect(long millis) {
        LoopPoll.Answers<LocalStreams> answers = LoopPoll.ask(loops, StreamLoop::inspect, millis);
        return LocalStreams.merged(answers.values(), answers.silent());
    }

    /** A way of a stream's messages to a thread, bounded as the settings say. */
    <M> Handover<M> handover(Handover.Target target, Handover.Receiver<M> receiver) {
        return new Handover<>(target, receiver, settings.handover(), counters, loops.get(0)::now);
    }

    /** The loop on which a stream has its home. */
    StreamLoop homeOf(StreamKey key) {
        return loops.get(Math.floorMod(key.hashCode(), loops.size()));
    }
}
