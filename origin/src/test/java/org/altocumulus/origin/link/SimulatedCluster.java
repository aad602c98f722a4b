package org.altocumulus.origin.link;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkRole;
import org.altocumulus.protocol.message.StreamKey;

/** One origin and several edges in virtual time, over pipes that delay and split. */
final class SimulatedCluster {
    static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    final Random random;
    final List<SimulatedEdge> edges = new ArrayList<>();
    final List<SimulatedPipe> pipes = new ArrayList<>();
    final List<StreamKey> streams = new ArrayList<>();
    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long tasksMade;
    private long origins;
    int runs;
    long now;

    /** The origin, or null while it is away. */
    OriginUnderTest origin;

    private record Task(long time, long order, Runnable run) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            int byTime = Long.compare(time, other.time);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    SimulatedCluster(long seed, int edgeCount, int streamCount) {
        random = new Random(seed);
        for (int i = 0; i < streamCount; i++) {
            streams.add(new StreamKey("app" + i % 2, "stream " + i));
        }
        startOrigin();
        for (int i = 0; i < edgeCount; i++) {
            edges.add(new SimulatedEdge(this, "e" + i, 1000 + i));
        }
    }

    void startOrigin() {
        origins++;
        origin = new OriginUnderTest(new Random(origins), "secret", now);
    }

    void stopOrigin() {
        origin = null;
        List.copyOf(pipes).forEach(SimulatedPipe::cut);
    }

    void in(long delay, Runnable run) {
        tasks.add(new Task(now + delay, tasksMade++, run));
    }

    /** The TCP connection that an edge asked for is made, or not. */
    void dial(SimulatedEdge edge, LinkRole role) {
        in(random.nextLong(50 * MILLISECOND), () -> connect(edge, role));
    }

    private void connect(SimulatedEdge edge, LinkRole role) {
        if (!edges.contains(edge)) {
            return;
        }
        if (origin == null) {
            edge.link.dialFailed(role, "connection refused", now);
            return;
        }
        LinkConnection near = edge.link.connected(role, false, now);
        if (near != null) {
            pipes.add(new SimulatedPipe(this, edge, near, origin.links.accept(false, now)));
        }
    }

    void runFor(long duration) {
        long end = now + duration;
        long turns = 0;
        while (true) {
            long next = Math.min(nextTask(), nextTimer());
            if (next > end) {
                now = end;
                return;
            }
            turns = next == now ? turns + 1 : 0;
            if (turns > 100_000) {
                throw new AssertionError("time stands still at " + now);
            }
            now = next;
            while (!tasks.isEmpty() && tasks.peek().time() <= now) {
                tasks.remove().run().run();
            }
            if (origin != null) {
                origin.answerProbes();
                origin.links.tick(now);
            }
            edges.forEach(edge -> edge.link.tick(now));
        }
    }

    private long nextTask() {
        return tasks.isEmpty() ? Long.MAX_VALUE : tasks.peek().time();
    }

    private long nextTimer() {
        long delay = origin == null ? Long.MAX_VALUE : origin.links.delay(now);
        for (SimulatedEdge edge : edges) {
            delay = Math.min(delay, edge.link.delay(now));
        }
        return delay == Long.MAX_VALUE ? delay : now + delay;
    }
}
