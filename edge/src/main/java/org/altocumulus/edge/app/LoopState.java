package org.altocumulus.edge.app;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.altocumulus.protocol.message.StreamKey;

/**
 * The clients of one event loop, and its streams: those that have their home on it, and those that
 * play on it.
 */
final class LoopState implements Handover.Target {
    /** Most streams that are kept without players; each can hold what late joiners need. */
    static final int MAX_LINGERING = 64;

    private final Loop loop;
    private final Node node;
    private final Map<StreamKey, HomeStream> homes = new HashMap<>();
    private final Map<StreamKey, Replica> replicas = new HashMap<>();
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final RecentRequests requests = new RecentRequests();

    private int lingering;

    LoopState(Loop loop, Node node) {
        this.loop = loop;
        this.node = node;
    }

    /** What all loops share. */
    Node node() {
        return node;
    }

    long now() {
        return loop.now();
    }

    @Override
    public boolean isCurrent() {
        return loop.isCurrent();
    }

    /** Runs the task on this loop: now if that is where the caller is, else in its turn. */
    void run(Runnable task) {
        if (loop.isCurrent()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }

    /** Runs the task on this loop when what runs now has ended. */
    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public void later(Runnable task) {
        loop.executeAfter(1, task);
    }

    /** An equal request of a client that came before, if there is one; otherwise this one. */
    ConnectRequest shared(ConnectRequest request) {
        return requests.shared(request);
    }

    /** A client has connected. */
    void add(Connection connection) {
        connections.add(connection);
        node.totals.connections.increment();
    }

    /** A client that had connected is gone. */
    void remove(Connection connection) {
        connections.remove(connection);
        node.totals.connections.decrement();
    }

    /** The clients that have connected, those first that came first; copied. */
    List<Connection> connections() {
        return List.copyOf(connections);
    }

    /** The streams that have their home here; a view. */
    Collection<HomeStream> homes() {
        return homes.values();
    }

    /** The streams that are played here; a view. */
    Collection<Replica> replicas() {
        return replicas.values();
    }

    /** Tells clients, those first that came first, that the node goes away; each is told once. */
    void tellShutdown(int most) {
        int left = most;
        for (Connection connection : connections) {
            if (left <= 0) {
                return;
            }
            left -= connection.tellShutdown() ? 1 : 0;
        }
    }

    /** Runs the task on this loop after some time. */
    void after(long nanos, Runnable task) {
        loop.executeAfter(nanos, task);
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

    /** What players on this loop share of a stream; it is made for the first of them. */
    Replica replica(StreamKey key) {
        return replicas.computeIfAbsent(key, k -> new Replica(k, this));
    }

    void remove(Replica replica) {
        replicas.remove(replica.key(), replica);
    }
}
