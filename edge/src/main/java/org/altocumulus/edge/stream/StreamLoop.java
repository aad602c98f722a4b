package org.altocumulus.edge.stream;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.altocumulus.edge.loop.Loop;
import org.altocumulus.edge.loop.LoopPoll;
import org.altocumulus.protocol.message.StreamKey;

/**
 * The streams of one event loop: those that have their home on it, and those that have subscribers
 * on it. Belongs to the loop, but for the methods that say otherwise.
 */
public final class StreamLoop implements Handover.Target, LoopPoll.Member {
    /** Most streams that are kept without players; each can hold what late joiners need. */
    public static final int MAX_LINGERING = 64;

    /** Commands of clients of other loops that wait for this one; more are refused. */
    public static final int MAX_COMMANDS = 20_000;

    private final Loop loop;
    private final Streams streams;
    private final AtomicInteger commands = new AtomicInteger();
    private final Map<StreamKey, HomeStream> homes = new HashMap<>();
    private final Map<StreamKey, Replica> replicas = new HashMap<>();
    private int lingering;

    StreamLoop(Loop loop, Streams streams) {
        this.loop = loop;
        this.streams = streams;
    }

    /** What subscribers on this loop share of a stream; it is made for the first of them. */
    public Replica replica(StreamKey key) {
        return replicas.computeIfAbsent(key, k -> new Replica(k, this));
    }

    /** What all loops share. Any thread. */
    public Streams streams() {
        return streams;
    }

    /** Nanoseconds. Any thread. */
    public long now() {
        return loop.now();
    }

    /** Whether the calling thread is this loop's. */
    @Override
    public boolean isCurrent() {
        return loop.isCurrent();
    }

    /** Runs the task here: now if that is where the caller is, else in its turn. Any thread. */
    @Override
    public void run(Runnable task) {
        loop.run(task);
    }

    /** Whether one more command of a client may wait for this loop. Any thread. */
    public boolean hasRoomForCommands() {
        return loop.isCurrent() || commands.get() < MAX_COMMANDS;
    }

    /**
     * A task for this loop that a client has caused, and that counts for {@link
     * #hasRoomForCommands} until it runs, which has to be once. Any thread.
     */
    public Runnable command(Runnable task) {
        commands.incrementAndGet();
        return () -> {
            commands.decrementAndGet();
            task.run();
        };
    }

    /** Runs the task here when what runs now has ended. Any thread. */
    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public void later(Runnable task) {
        loop.executeAfter(1, task);
    }

    /** Runs the task here after some time. */
    void after(long nanos, Runnable task) {
        loop.executeAfter(nanos, task);
    }

    /** What operators are shown of this loop. */
    LocalStreams inspect() {
        List<LocalStreams.Published> published = new ArrayList<>();
        for (HomeStream stream : homes.values()) {
            Publication publication = stream.published();
            if (publication != null) {
                published.add(
                        new LocalStreams.Published(
                                stream.key().application(),
                                stream.key().name(),
                                publication.identity().shownId(),
                                NANOSECONDS.toMillis(now() - stream.lastMediaAt())));
            }
        }
        List<LocalStreams.Waiting> waiting = new ArrayList<>();
        for (Replica replica : replicas.values()) {
            if (!replica.isPublished()) {
                waiting.add(LocalStreams.Waiting.of(replica.key(), replica.subscribers()));
            }
        }
        return new LocalStreams(published, waiting, published.size(), waiting.size(), 0);
    }

    /** Whether one more stream may be kept without players. */
    boolean mayLinger() {
        return lingering < MAX_LINGERING;
    }

    /** So many more streams are kept without players. */
    void lingering(int more) {
        lingering += more;
    }

    /** The stream of that key, which has its home here; it is made if there is none. */
    HomeStream home(StreamKey key) {
        return homes.computeIfAbsent(key, k -> new HomeStream(k, this));
    }

    /** As {@link #home}, or null. */
    HomeStream homeOrNull(StreamKey key) {
        return homes.get(key);
    }

    void remove(HomeStream stream) {
        homes.remove(stream.key(), stream);
    }

    void remove(Replica replica) {
        replicas.remove(replica.key(), replica);
    }
}
