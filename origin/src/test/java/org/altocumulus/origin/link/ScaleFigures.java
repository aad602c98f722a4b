package org.altocumulus.origin.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.altocumulus.origin.link.ScaleSimulation.MILLISECOND;
import static org.altocumulus.origin.link.ScaleSimulation.SECOND;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.altocumulus.origin.directory.PeerDirectory;
import org.altocumulus.origin.directory.PublishedStream;
import org.altocumulus.origin.directory.StreamDirectory;
import org.altocumulus.origin.redirect.RedirectDecision;
import org.altocumulus.origin.registry.BoundedHash;
import org.altocumulus.origin.registry.EdgeChoice;
import org.altocumulus.origin.registry.LeastClients;
import org.altocumulus.origin.registry.Weighted;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.MediaKind;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.message.StreamKey;

/**
 * The figures of docs/scaling.md: {@code ScaleFigures EDGES CLIENTS SECONDS [POLICY]}. Needs about
 * 1 GB for a million clients.
 */
public final class ScaleFigures {
    private static final double SESSION_SECONDS = 900;
    private static final int DECISIONS = 300_000;

    private static final Map<String, Supplier<EdgeChoice>> POLICIES = new LinkedHashMap<>();

    static {
        POLICIES.put("least-clients", () -> new LeastClients(LeastClients.DEFAULT_LIMIT));
        POLICIES.put("weighted", () -> new Weighted(LeastClients.DEFAULT_LIMIT));
        POLICIES.put("bounded-hash", () -> new BoundedHash(BoundedHash.DEFAULT_BOUND));
    }

    private final ScaleSimulation simulation;
    private final int seconds;
    private final int clients;
    private boolean churning = true;

    private ScaleFigures(int edges, int clients, int seconds, String policy) {
        simulation = new ScaleSimulation(1, edges, POLICIES.get(policy));
        this.clients = clients;
        this.seconds = seconds;
    }

    /** Prints them. */
    public static void main(String[] args) throws LinkRefusal {
        int edges = Integer.parseInt(args[0]);
        int clients = Integer.parseInt(args[1]);
        String policy = args.length > 3 ? args[3] : "least-clients";
        new ScaleFigures(edges, clients, Integer.parseInt(args[2]), policy).run();
        POLICIES.keySet().forEach(each -> decide(each, edges));
        relay(edges);
        memory();
    }

    private void run() {
        simulation.runFor(5 * SECOND);
        for (int i = 0; i < clients; i++) {
            ScaleEdge edge = simulation.edges.get(i % simulation.edges.size());
            simulation.in(
                    simulation.random.nextLong(20 * SECOND),
                    () -> edge.open(simulation.newClient()));
        }
        simulation.runFor(25 * SECOND);
        print("%d edges, %d clients", simulation.edges.size(), simulation.sessions());
        figures("idle", seconds);
        simulation.in(0, this::come);
        simulation.in(0, this::go);
        // Some seconds to warm up, as the virtual machine compiles what it has seen often.
        simulation.runFor(5 * SECOND);
        figures("clients come and go", seconds);
        simulation.in(0, this::fail);
        figures("and an edge is killed every 5 s, for 10 s", seconds);
        churning = false;
        simulation.runFor(20 * SECOND);
        comeBack();
    }

    private long next() {
        double rate = clients / SESSION_SECONDS;
        return (long) (-Math.log(1 - simulation.random.nextDouble()) / rate * SECOND);
    }

    private void come() {
        if (churning) {
            simulation.arrive(simulation.newClient());
            simulation.in(next(), this::come);
        }
    }

    private void go() {
        if (churning) {
            simulation.leaveOne();
            simulation.in(next(), this::go);
        }
    }

    private void fail() {
        if (churning) {
            ScaleEdge edge =
                    simulation.edges.get(simulation.random.nextInt(simulation.edges.size()));
            simulation.kill(edge);
            simulation.in(10 * SECOND, () -> simulation.start(edge.index));
            simulation.in(5 * SECOND, this::fail);
        }
    }

    private void figures(String what, int duration) {
        simulation.resetFigures();
        simulation.runFor(duration * SECOND);
        print("%s, for %d s:", what, duration);
        print(
                "  per second in %d frames, %d bytes, %d reads; out %d frames, %d bytes",
                simulation.framesIn / duration,
                simulation.bytesIn / duration,
                simulation.reads / duration,
                simulation.framesOut / duration,
                simulation.bytesOut / duration);
        print(
                "  processor per second: frames %.2f ms, timers %.2f ms, next timer %.2f ms",
                millis(simulation.cpuFrames) / duration,
                millis(simulation.cpuTicks) / duration,
                millis(simulation.cpuDelay) / duration);
        print(
                "  decisions per second %d, each %.2f us; not served at once %d",
                simulation.decisions / duration,
                simulation.cpuDecisions / 1e3 / Math.max(1, simulation.decisions),
                simulation.unserved);
        print("  fullest edge by average %.3f", simulation.balance());
    }

    /** The origin is killed and comes back empty. */
    private void comeBack() {
        for (long away : new long[] {10, 60}) {
            simulation.stopOrigin();
            simulation.runFor(away * SECOND);
            simulation.resetFigures();
            long start = simulation.now;
            simulation.startOrigin();
            while (!simulation.isWhole() && simulation.now - start < 120 * SECOND) {
                simulation.runFor(50 * MILLISECOND);
            }
            print(
                    "back after %d s: whole %.2f s later; %d clients, in %d frames, %d bytes;"
                            + " processor %.0f ms frames, %.0f ms timers, %.0f ms next timer",
                    away,
                    (simulation.now - start) / 1e9,
                    simulation.origin.peers.size(),
                    simulation.framesIn,
                    simulation.bytesIn,
                    millis(simulation.cpuFrames),
                    millis(simulation.cpuTicks),
                    millis(simulation.cpuDelay));
            simulation.runFor(20 * SECOND);
        }
    }

    /** One decision after the other, of different clients, no report coming between. */
    private static void decide(String policy, int edges) {
        ScaleSimulation simulation = new ScaleSimulation(1, edges, POLICIES.get(policy));
        simulation.runFor(10 * SECOND);
        EndpointDiscriminator[] rooms = new EndpointDiscriminator[1000];
        for (int i = 0; i < rooms.length; i++) {
            rooms[i] = EndpointDiscriminator.ofUri("rtmfp://192.0.2.1/live/room" + i);
        }
        InetAddress from = InetAddress.getLoopbackAddress();
        RedirectDecision decision = new RedirectDecision();
        Random random = new Random(2);
        for (int round = 0; round < 3; round++) {
            long began = cpu();
            for (int i = 0; i < DECISIONS; i++) {
                byte[] tag = Long.toHexString(random.nextLong()).getBytes(UTF_8);
                simulation.origin.redirector.decide(
                        rooms[i % rooms.length], tag, from, simulation.now, decision);
            }
            if (round == 2) {
                double each = (cpu() - began) / (double) DECISIONS;
                print("decision %s, %d edges: %.2f us", policy, edges, each / 1e3);
            }
        }
    }

    /** A stream of 1000-byte messages that all edges want; what the origin does for each copy. */
    private static void relay(int edges) {
        ScaleSimulation simulation = new ScaleSimulation(1, edges, POLICIES.get("least-clients"));
        StreamKey stream = new StreamKey("live", "all");
        simulation.runFor(5 * SECOND);
        ScaleEdge publisher = simulation.edges.get(0);
        publisher.link.publish(stream, simulation.now);
        simulation.edges.forEach(edge -> edge.link.want(stream, simulation.now));
        simulation.runFor(2 * SECOND);
        long sequence = 0;
        for (int round = 0; round < 2; round++) {
            simulation.resetFigures();
            for (int i = 0; i < 3000; i++) {
                MediaKind kind = sequence % 50 == 0 ? MediaKind.KEY : MediaKind.INTER;
                byte[] payload = new byte[1000];
                publisher.link.media(
                        new MediaFrame(stream, sequence, 9, 40 * sequence, kind, payload),
                        simulation.now);
                sequence++;
                publisher.drive();
                simulation.runFor(10 * MILLISECOND);
            }
            simulation.runFor(SECOND);
        }
        long copies = 3000L * (edges - 1);
        long received = simulation.edges.stream().mapToLong(edge -> edge.received).sum();
        print(
                "relay of 1000-byte messages to %d edges: %.2f us each copy, %.2f us with timers;"
                        + " received %d of %d",
                edges - 1,
                simulation.cpuFrames / 1e3 / copies,
                (simulation.cpuFrames + simulation.cpuTicks + simulation.cpuDelay) / 1e3 / copies,
                received,
                2 * copies);
    }

    private static void memory() throws LinkRefusal {
        Random random = new Random(3);
        long before = used();
        PeerDirectory peers = new PeerDirectory(1 << 20);
        int count = 1_000_000;
        for (int i = 0; i < count; i++) {
            PeerId peer =
                    new PeerId(
                            random.nextLong(),
                            random.nextLong(),
                            random.nextLong(),
                            random.nextLong());
            peers.present("edge-" + i % 200, peer, i);
        }
        long withPeers = used();
        StreamDirectory streams = new StreamDirectory(100_000);
        int published = 100_000;
        for (int i = 0; i < published; i++) {
            StreamKey stream = new StreamKey("application-" + i % 50, "stream-" + i);
            Publication publication = new Publication(stream, "0123456789abcdef-" + i);
            streams.publish(new PublishedStream("edge-" + i % 200, publication, i), null);
            streams.want("edge-" + (i + 1) % 200, stream);
        }
        long withStreams = used();
        print(
                "memory: %d bytes for each of %d peers, %d for each of %d streams with one that"
                        + " wants it",
                (withPeers - before) / peers.size(),
                count,
                (withStreams - withPeers) / streams.published().size(),
                published);
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
