package org.altocumulus.origin.link;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.altocumulus.origin.registry.EdgeChoice;
import org.altocumulus.origin.registry.LeastClients;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkRole;
import org.altocumulus.protocol.cluster.LinkState;
import org.altocumulus.protocol.cluster.OriginLinkSession;
import org.altocumulus.protocol.cluster.PullDial;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Origins and edges in virtual time, over pipes that delay and split. Each node has a clock that is
 * far from all others.
 */
final class SimulatedCluster {
    static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    final Random random;
    final List<SimulatedEdge> edges = new ArrayList<>();
    final List<SimulatedPipe> pipes = new ArrayList<>();
    final List<StreamKey> streams = new ArrayList<>();
    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long tasksMade;
    private final long[] cutOff;
    private int runs;
    private int originRuns;

    /** What it takes at least from one end of a connection to the other. */
    long delay;

    /** Bytes per second of new connections, or 0 for any number. */
    long rate;

    /** Whether edges cannot reach each other. */
    boolean pullsFail;

    /** Whether some of them do not at times. */
    boolean disturbed;

    /** How often edges dialled others. */
    int dials;

    /** Where edges were dialled by others. */
    final Set<InetSocketAddress> dialled = new HashSet<>();

    /** Time of no node. */
    long now;

    /** The origins in the order of the list, each null while it is away. */
    final OriginUnderTest[] origins;

    private record Task(long time, long order, Runnable run) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            int byTime = Long.compare(time, other.time);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** How edges are chosen by origins that start from now on. */
    Supplier<EdgeChoice> policy = () -> new LeastClients(LeastClients.NO_LIMIT);

    /** The origins' ends of all connections, until their origins know that they are gone. */
    final List<Accepted> accepted = new ArrayList<>();

    /** Where an origin believes that an edge is. */
    record Accepted(OriginUnderTest origin, SimulatedEdge edge, OriginLinkSession session) {}

    /** A cluster whose origins relay all. */
    SimulatedCluster(long seed, int originCount, int edgeCount, int streamCount) {
        this(seed, originCount, edgeCount, streamCount, edge -> false);
    }

    /**
     * @param direct which edges pull and are pulled from
     */
    SimulatedCluster(
            long seed, int originCount, int edgeCount, int streamCount, IntPredicate direct) {
        random = new Random(seed);
        origins = new OriginUnderTest[originCount];
        cutOff = new long[originCount];
        for (int i = 0; i < streamCount; i++) {
            streams.add(new StreamKey("app" + i % 2, "stream " + i));
        }
        for (int i = 0; i < originCount; i++) {
            startOrigin(i);
        }
        for (int i = 0; i < edgeCount; i++) {
            edges.add(new SimulatedEdge(this, "e" + i, 1000 + i, direct.test(i)));
        }
    }

    /** Another start of any node. */
    int newRun() {
        return runs++;
    }

    /** How far a clock is from that of the simulation. */
    long newSkew() {
        return random.nextLong(2 * HOUR) - HOUR;
    }

    void startOrigin(int index) {
        Random own = new Random(++originRuns);
        origins[index] = OriginUnderTest.named("o" + index, own, newSkew(), now, policy.get());
    }

    /** The process ends: what it knew is gone, and its connections with it. */
    void stopOrigin(int index) {
        origins[index] = null;
        pipesTo(index, null).forEach(SimulatedPipe::cut);
    }

    /** The host of an origin is gone, and nobody learns of it. */
    void loseOrigin(int index) {
        origins[index] = null;
        pipesTo(index, null).forEach(SimulatedPipe::abandon);
    }

    /** The process of an edge stops for a while; its kernel keeps the connections. */
    void freeze(SimulatedEdge edge, long duration) {
        edge.frozenUntil = Math.max(edge.frozenUntil, now + duration);
        pipes.stream().filter(pipe -> pipe.isOf(edge)).forEach(pipe -> pipe.freeze(duration));
        in(edge.frozenUntil - now, () -> {});
    }

    /** How long a process is still stopped; null is one that never is. */
    long pause(SimulatedEdge edge) {
        return edge == null ? 0 : Math.max(0, edge.frozenUntil - now);
    }

    /** Runs a task of an edge at once, or when its process goes on. */
    void whenRunning(SimulatedEdge edge, Runnable task) {
        if (pause(edge) > 0) {
            in(pause(edge), () -> whenRunning(edge, task));
        } else {
            task.run();
        }
    }

    /** The connections to an origin, of one edge or, with null, of all. */
    List<SimulatedPipe> pipesTo(int origin, SimulatedEdge edge) {
        return pipes.stream()
                .filter(pipe -> pipe.origin == origin && (edge == null || pipe.edge == edge))
                .toList();
    }

    /** Nothing passes between an edge and an origin for a while, and nobody is told. */
    void cutOff(SimulatedEdge edge, int origin, long duration) {
        edge.cutOff.merge(origin, now + duration, Math::max);
        pipesTo(origin, edge).forEach(pipe -> pipe.freeze(duration));
    }

    /** Nothing passes between an origin and anyone for a while, and nobody is told. */
    void cutOff(int origin, long duration) {
        cutOff[origin] = Math.max(cutOff[origin], now + duration);
        pipesTo(origin, null).forEach(pipe -> pipe.freeze(duration));
    }

    private boolean isCutOff(SimulatedEdge edge, int origin) {
        return Math.max(cutOff[origin], edge.cutOff.getOrDefault(origin, 0L)) > now;
    }

    void in(long delay, Runnable run) {
        tasks.add(new Task(now + delay, tasksMade++, run));
    }

    /** The TCP connection that an edge asked for is made, or not. */
    void dial(SimulatedEdge edge, int index, LinkRole role) {
        if (isCutOff(edge, index)) {
            in(
                    2 * SECOND,
                    () -> whenRunning(edge, () -> fail(edge, index, role, "connection timed out")));
        } else {
            in(
                    random.nextLong(50 * MILLISECOND),
                    () -> whenRunning(edge, () -> connect(edge, index, role)));
        }
    }

    private void fail(SimulatedEdge edge, int index, LinkRole role, String why) {
        edge.link.dialFailed(index, role, why, edge.now());
    }

    private void connect(SimulatedEdge edge, int index, LinkRole role) {
        if (!edges.contains(edge)) {
            return;
        }
        OriginUnderTest origin = origins[index];
        if (origin == null) {
            fail(edge, index, role, "connection refused");
            return;
        }
        LinkConnection near = edge.link.connected(index, role, false, edge.now());
        if (near != null) {
            LinkConnection far = origin.links.accept(false, origin.now(now));
            accepted.removeIf(one -> one.session().state() == LinkState.CLOSED);
            accepted.add(new Accepted(origin, edge, (OriginLinkSession) far));
            pipes.add(new SimulatedPipe(this, edge, index, near, far, origin));
        }
    }

    /** The TCP connection to another edge is made, or not, or nobody answers. */
    void dial(SimulatedEdge edge, PullDial dial) {
        dials++;
        dialled.add(dial.address());
        if (pullsFail || (disturbed && random.nextInt(10) == 0)) {
            in(2 * SECOND, () -> whenRunning(edge, () -> dial.failed(edge.now())));
        } else {
            in(
                    random.nextLong(50 * MILLISECOND),
                    () -> whenRunning(edge, () -> connect(edge, dial)));
        }
    }

    private void connect(SimulatedEdge edge, PullDial dial) {
        if (!edges.contains(edge)) {
            return;
        }
        SimulatedEdge other =
                edges.stream()
                        .filter(one -> dial.address().equals(one.pull))
                        .findFirst()
                        .orElse(null);
        if (other == null || pause(other) > 0) {
            dial.failed(edge.now());
            return;
        }
        LinkConnection near = dial.connected(false, edge.now());
        if (near != null) {
            LinkConnection far = other.pulls.accept(false, other.now());
            pipes.add(new SimulatedPipe(this, edge, other, near, far));
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
            for (OriginUnderTest origin : origins) {
                if (origin != null) {
                    origin.answerProbes();
                    origin.links.tick(origin.now(now));
                }
            }
            for (SimulatedEdge edge : edges) {
                if (pause(edge) == 0) {
                    edge.link.tick(edge.now());
                }
            }
        }
    }

    private long nextTask() {
        return tasks.isEmpty() ? Long.MAX_VALUE : tasks.peek().time();
    }

    private long nextTimer() {
        long delay = Long.MAX_VALUE;
        for (OriginUnderTest origin : origins) {
            if (origin != null) {
                delay = Math.min(delay, origin.links.delay(origin.now(now)));
            }
        }
        for (SimulatedEdge edge : edges) {
            if (pause(edge) == 0) {
                delay = Math.min(delay, edge.link.delay(edge.now()));
            }
        }
        return delay == Long.MAX_VALUE ? delay : now + delay;
    }
}
