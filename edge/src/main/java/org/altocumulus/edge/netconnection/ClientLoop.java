package org.altocumulus.edge.netconnection;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.altocumulus.edge.loop.Loop;
import org.altocumulus.edge.loop.LoopPoll;
import org.altocumulus.edge.stream.StreamLoop;

/** The clients of one event loop. Belongs to the loop. */
final class ClientLoop implements LoopPoll.Member {
    private final Loop loop;
    private final StreamLoop streams;
    private final Node node;
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final RecentRequests requests = new RecentRequests();

    ClientLoop(Loop loop, StreamLoop streams, Node node) {
        this.loop = loop;
        this.streams = streams;
        this.node = node;
    }

    /** What all loops share. */
    Node node() {
        return node;
    }

    /** The streams of this loop. */
    StreamLoop streams() {
        return streams;
    }

    long now() {
        return loop.now();
    }

    /** Runs the task on this loop: now if that is where the caller is, else in its turn. */
    @Override
    public void run(Runnable task) {
        loop.run(task);
    }

    /** Runs the task on this loop when what runs now has ended. */
    void execute(Runnable task) {
        loop.execute(task);
    }

    /** Runs the task on this loop after some time. */
    void after(long nanos, Runnable task) {
        loop.executeAfter(nanos, task);
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
}
