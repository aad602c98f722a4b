package org.altocumulus.origin.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.altocumulus.origin.redirect.RedirectDecision;
import org.altocumulus.origin.registry.EdgeChoice;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.wire.Address;

/**
 * One origin and many edges in virtual time, whose clients are peer ids and nothing else. The
 * origin is driven as by its server: after each piece that was read it is asked when it wants to be
 * called again. What that costs is processor time of this thread, sockets not included.
 */
final class ScaleSimulation {
    static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final InetAddress FROM = InetAddress.getLoopbackAddress();

    final Random random;
    final List<ScaleEdge> edges = new ArrayList<>();
    final Map<Integer, ScaleEdge> byPort = new HashMap<>();
    private final Supplier<EdgeChoice> policy;
    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private final List<Wire> wires = new ArrayList<>();
    private long made;
    private long clients;
    private final RedirectDecision decision = new RedirectDecision();
    private long ticking;

    OriginUnderTest origin;
    long now;

    /** Frames and bytes that the origin read and wrote, and pieces that it read. */
    long framesIn;

    long framesOut;
    long bytesIn;
    long bytesOut;
    long reads;

    /** Processor time of the origin: frames, timers, finding the next timer, decisions. */
    long cpuFrames;

    long cpuTicks;
    long cpuDelay;
    long cpuDecisions;
    long decisions;
    long unserved;

    private record Task(long time, long order, Runnable run) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            int byTime = Long.compare(time, other.time);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    ScaleSimulation(long seed, int edgeCount, Supplier<EdgeChoice> policy) {
        random = new Random(seed);
        this.policy = policy;
        startOrigin();
        for (int i = 0; i < edgeCount; i++) {
            start(i);
        }
    }

    void start(int index) {
        ScaleEdge edge = new ScaleEdge(this, index);
        edges.add(edge);
        byPort.put(edge.port, edge);
        edge.drive();
    }

    void startOrigin() {
        origin = OriginUnderTest.named("o", new Random(1), 0, now, policy.get());
        scheduleOrigin();
    }

    /** The process is killed. */
    void stopOrigin() {
        origin = null;
        List.copyOf(wires).forEach(Wire::cut);
    }

    /** The process of an edge is killed; its clients come again through the origin. */
    void kill(ScaleEdge edge) {
        edges.remove(edge);
        byPort.remove(edge.port);
        List.copyOf(wires).stream().filter(wire -> wire.edge == edge).forEach(Wire::cut);
        for (PeerId client : edge.clients) {
            in(random.nextLong(5 * SECOND), () -> arrive(client));
        }
    }

    void in(long delay, Runnable run) {
        // Who waits for nothing has a delay without end.
        tasks.add(new Task(now + Math.min(delay, 3600 * SECOND), made++, run));
    }

    void runFor(long duration) {
        long end = now + duration;
        while (!tasks.isEmpty() && tasks.peek().time() <= end) {
            Task next = tasks.remove();
            now = next.time();
            next.run().run();
        }
        now = end;
    }

    PeerId newClient() {
        long id = clients++;
        return new PeerId(random.nextLong(), random.nextLong(), random.nextLong(), id);
    }

    /** A client says hello and goes to one of the edges that it is told. */
    void arrive(PeerId client) {
        if (origin == null) {
            in(SECOND, () -> arrive(client));
            return;
        }
        EndpointDiscriminator wanted =
                EndpointDiscriminator.ofUri("rtmfp://192.0.2.1/live/" + client.hashCode() % 1000);
        byte[] tag = (client.toString() + now).substring(0, 40).getBytes(UTF_8);
        long from = THREADS.getCurrentThreadCpuTime();
        origin.redirector.decide(wanted, tag, FROM, now, decision);
        cpuDecisions += THREADS.getCurrentThreadCpuTime() - from;
        decisions++;
        if (decision.kind() == RedirectDecision.Kind.REDIRECT) {
            List<Address> told = decision.destinations();
            Address chosen = told.get(random.nextInt(told.size()));
            ScaleEdge edge = byPort.get(chosen.socket().getPort());
            if (edge != null) {
                edge.open(client);
                return;
            }
        }
        unserved++;
        in(SECOND, () -> arrive(client));
    }

    /** Some edge's client leaves, each of all being as likely. */
    void leaveOne() {
        for (int i = 0; i < 20; i++) {
            ScaleEdge edge = edges.get(random.nextInt(edges.size()));
            if (!edge.clients.isEmpty()) {
                edge.close(random.nextInt(edge.clients.size()));
                return;
            }
        }
    }

    int sessions() {
        return edges.stream().mapToInt(edge -> edge.clients.size()).sum();
    }

    /** Whether the origin knows all clients and every edge is ready. */
    boolean isWhole() {
        return origin != null
                && origin.peers.size() == sessions()
                && origin.registry.view(now).stream()
                                .filter(edge -> edge.state() == EdgeState.READY)
                                .count()
                        == edges.size();
    }

    /** The fullest edge as a multiple of the average. */
    double balance() {
        int most = edges.stream().mapToInt(edge -> edge.clients.size()).max().orElse(0);
        return most * (double) edges.size() / sessions();
    }

    /** Begins to count anew. */
    void resetFigures() {
        framesIn = framesOut = bytesIn = bytesOut = reads = 0;
        cpuFrames = cpuTicks = cpuDelay = cpuDecisions = decisions = unserved = 0;
    }

    void connect(ScaleEdge edge, LinkConnection near) {
        wires.add(new Wire(edge, near, origin.links.accept(false, now)));
    }

    private void scheduleOrigin() {
        long from = THREADS.getCurrentThreadCpuTime();
        long delay = origin.links.delay(now);
        cpuDelay += THREADS.getCurrentThreadCpuTime() - from;
        long turn = ++ticking;
        OriginUnderTest current = origin;
        in(
                Math.max(0, Math.min(delay, 60 * SECOND)),
                () -> {
                    if (turn == ticking && current == origin) {
                        long began = THREADS.getCurrentThreadCpuTime();
                        origin.links.tick(now);
                        cpuTicks += THREADS.getCurrentThreadCpuTime() - began;
                        scheduleOrigin();
                    }
                });
    }

    private static long lines(byte[] bytes) {
        long lines = 0;
        for (byte each : bytes) {
            lines += each == '\n' ? 1 : 0;
        }
        return lines;
    }

    /** A connection of an edge over 100 Mbit/s and 20 ms. */
    private final class Wire {
        private static final long BYTES_PER_SECOND = 12_500_000;
        private static final long DELAY = 20 * MILLISECOND;

        final ScaleEdge edge;
        private final LinkConnection near;
        private final LinkConnection far;
        private final OriginUnderTest end = origin;
        private final long[] busyUntil = new long[2];
        private final boolean[] pumping = new boolean[2];
        private boolean cut;

        Wire(ScaleEdge edge, LinkConnection near, LinkConnection far) {
            this.edge = edge;
            this.near = near;
            this.far = far;
            near.onOutput(() -> pumpSoon(0));
            far.onOutput(() -> pumpSoon(1));
            pumpSoon(0);
        }

        void cut() {
            if (!cut) {
                cut = true;
                wires.remove(this);
                near.disconnected(now);
                far.disconnected(now);
                edge.drive();
            }
        }

        private void pumpSoon(int side) {
            if (!pumping[side]) {
                pumping[side] = true;
                in(0, () -> pump(side));
            }
        }

        private void pump(int side) {
            pumping[side] = false;
            LinkConnection from = side == 0 ? near : far;
            long began = THREADS.getCurrentThreadCpuTime();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (byte[] next = from.poll(now); next != null; next = from.poll(now)) {
                out.writeBytes(next);
            }
            cpuFrames += side == 0 ? 0 : THREADS.getCurrentThreadCpuTime() - began;
            byte[] bytes = out.toByteArray();
            boolean done = from.isDone();
            if (bytes.length > 0 || done) {
                long sent = Math.max(now, busyUntil[side]);
                busyUntil[side] = sent + bytes.length * SECOND / BYTES_PER_SECOND;
                in(busyUntil[side] + DELAY - now, () -> arrived(side, bytes, done));
            }
        }

        private void arrived(int side, byte[] bytes, boolean done) {
            if (cut) {
                return;
            }
            if (side == 1) {
                framesOut += lines(bytes);
                bytesOut += bytes.length;
                near.receive(bytes, 0, bytes.length, now);
                edge.drive();
            } else if (end == origin) {
                framesIn += lines(bytes);
                bytesIn += bytes.length;
                reads++;
                long began = THREADS.getCurrentThreadCpuTime();
                far.receive(bytes, 0, bytes.length, now);
                origin.answerProbes();
                cpuFrames += THREADS.getCurrentThreadCpuTime() - began;
                scheduleOrigin();
            }
            if (done) {
                cut();
            }
        }
    }
}
