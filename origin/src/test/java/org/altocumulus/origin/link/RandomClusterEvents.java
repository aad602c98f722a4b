package org.altocumulus.origin.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.altocumulus.origin.redirect.RedirectDecision;
import org.altocumulus.origin.registry.BoundedHash;
import org.altocumulus.origin.registry.EdgeChoice;
import org.altocumulus.origin.registry.LeastClients;
import org.altocumulus.origin.registry.Weighted;
import org.altocumulus.protocol.cluster.LinkState;
import org.altocumulus.protocol.cluster.LinkTiming;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.Address;

/**
 * All that can happen to a cluster, at random: clients that say hello, follow redirects, move and
 * leave; streams; edges and origins that die, freeze, move, drain and come back; links that are
 * slow, cut, silent or half open.
 */
final class RandomClusterEvents {
    private static final List<Supplier<EdgeChoice>> POLICIES =
            List.of(
                    () -> new LeastClients(LeastClients.DEFAULT_LIMIT),
                    () -> new Weighted(LeastClients.DEFAULT_LIMIT),
                    () -> new BoundedHash(BoundedHash.DEFAULT_BOUND));
    private static final EndpointDiscriminator WANTED =
            EndpointDiscriminator.ofUri("rtmfp://192.0.2.1/live");
    private static final int CLIENTS = 30;
    private static final int HELLOS = 4;

    final SimulatedCluster cluster;
    private final Random random;
    private final InetAddress from = InetAddress.getLoopbackAddress();
    private final RedirectDecision decision = new RedirectDecision();

    /** Edges whose processes have ended and may come back. */
    private final List<SimulatedEdge> dead = new ArrayList<>();

    private int nextPort = 5000;
    private int tags;
    int redirects;

    RandomClusterEvents(long seed) {
        random = new Random(seed);
        boolean direct = random.nextBoolean();
        cluster =
                new SimulatedCluster(
                        seed,
                        1 + random.nextInt(3),
                        1 + random.nextInt(12),
                        1 + random.nextInt(5),
                        edge -> direct && random.nextInt(4) > 0);
        cluster.policy = POLICIES.get(random.nextInt(POLICIES.size()));
        cluster.disturbed = true;
        for (int i = 0; i < cluster.origins.length; i++) {
            cluster.stopOrigin(i);
            cluster.startOrigin(i);
        }
        sendFrames();
    }

    private void sendFrames() {
        cluster.edges.forEach(SimulatedEdge::sendFrames);
        cluster.in(200 * MILLISECOND, this::sendFrames);
    }

    /** So many events, and then quiet for long enough that all of them are known. */
    void run(int events) {
        cluster.runFor(random.nextLong(5 * SECOND));
        for (int i = 0; i < events; i++) {
            event();
            cluster.runFor(random.nextLong(2 * SECOND));
        }
        for (int i = 0; i < cluster.origins.length; i++) {
            if (cluster.origins[i] == null) {
                cluster.startOrigin(i);
            }
        }
        List.copyOf(cluster.pipes).forEach(pipe -> pipe.rate(0));
        cluster.disturbed = false;
        cluster.runFor(70 * SECOND);
        // A direct way that has failed again and again is tried after longer pauses.
        long bound = cluster.now + 330 * SECOND;
        while (cluster.now < bound && !ClusterInvariants.isAllDirect(cluster)) {
            cluster.runFor(5 * SECOND);
        }
        for (int i = 0; i < cluster.origins.length; i++) {
            hello(i);
        }
    }

    private void event() {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> streamEvent();
            case 3, 4, 5, 6 -> clientEvent();
            case 7, 8 -> edgeEvent();
            case 9 -> originEvent();
            default -> linkEvent();
        }
    }

    /** An edge whose process runs, or null. */
    private SimulatedEdge anyEdge() {
        List<SimulatedEdge> running =
                cluster.edges.stream().filter(edge -> cluster.pause(edge) == 0).toList();
        return running.isEmpty() ? null : running.get(random.nextInt(running.size()));
    }

    private void streamEvent() {
        SimulatedEdge edge = anyEdge();
        if (edge == null) {
            return;
        }
        StreamKey stream = cluster.streams.get(random.nextInt(cluster.streams.size()));
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> edge.publish(stream);
            case 3 -> edge.unpublish(stream);
            case 4, 5 -> edge.want(stream);
            case 6 -> edge.unwant(stream);
            case 7, 8 -> takeOver(stream, edge);
            default -> {
                edge.unpublish(stream);
                edge.publish(stream);
            }
        }
    }

    /** Whoever publishes the stream is killed, and another client wants the name at an edge. */
    private void takeOver(StreamKey stream, SimulatedEdge edge) {
        cluster.edges.forEach(one -> one.kill(stream));
        cluster.runFor(random.nextLong(3 * SECOND));
        if (cluster.pause(edge) == 0) {
            edge.publish(stream);
        }
    }

    private void clientEvent() {
        PeerId client = new PeerId(random.nextInt(CLIENTS), 2, 3, 4);
        switch (random.nextInt(6)) {
            case 0 -> leave(client);
            case 1 -> {
                SimulatedEdge edge = anyEdge();
                if (edge != null) {
                    edge.open(client);
                }
            }
            case 2 -> {
                leave(client);
                arrive(client);
            }
            default -> arrive(client);
        }
    }

    /** The client's sessions end; a frozen edge does not notice. */
    private void leave(PeerId client) {
        cluster.edges.stream()
                .filter(edge -> cluster.pause(edge) == 0)
                .forEach(edge -> edge.close(client));
    }

    /** Through an origin, as clients come. */
    private void arrive(PeerId client) {
        int origin = random.nextInt(cluster.origins.length);
        for (int i = 0; i < HELLOS; i++) {
            List<SimulatedEdge> answering =
                    hello(origin).stream()
                            .filter(edge -> cluster.pause(edge) == 0 && !edge.draining)
                            .toList();
            if (!answering.isEmpty()) {
                answering.get(random.nextInt(answering.size())).open(client);
                return;
            }
        }
    }

    /**
     * Says hello to an origin, which must name nobody of whom it knows that he is lost.
     *
     * @return those it names that are alive
     */
    private List<SimulatedEdge> hello(int index) {
        OriginUnderTest origin = cluster.origins[index];
        if (origin == null) {
            return List.of();
        }
        byte[] tag = ("tag " + tags++).getBytes(UTF_8);
        origin.redirector.decide(WANTED, tag, from, origin.now(cluster.now), decision);
        List<SimulatedEdge> alive = new ArrayList<>();
        if (decision.kind() == RedirectDecision.Kind.REDIRECT) {
            redirects++;
            for (Address address : decision.destinations()) {
                int port = address.socket().getPort();
                assertThat(cluster.accepted)
                        .as("origin %s names port %d", index, port)
                        .anyMatch(one -> one.edge().port == port && isBelieved(origin, one));
                cluster.edges.stream().filter(edge -> edge.port == port).forEach(alive::add);
            }
        }
        return alive;
    }

    private boolean isBelieved(OriginUnderTest origin, SimulatedCluster.Accepted one) {
        return one.origin() == origin
                && !one.session().isMedia()
                && one.session().state() == LinkState.OPEN
                && one.session().silence(origin.now(cluster.now)) < LinkTiming.DEFAULT.suspect();
    }

    private void edgeEvent() {
        SimulatedEdge edge = anyEdge();
        switch (random.nextInt(9)) {
            case 0, 1 -> end(edge, random.nextBoolean());
            case 2, 3 -> {
                SimulatedEdge last = edge;
                if (end(last, random.nextBoolean())) {
                    start(last, random.nextBoolean());
                }
            }
            case 4 -> {
                if (edge != null) {
                    cluster.freeze(edge, random.nextLong(30 * SECOND));
                }
            }
            case 5 -> drain(edge);
            default -> {
                if (!dead.isEmpty()) {
                    start(dead.get(random.nextInt(dead.size())), random.nextBoolean());
                }
            }
        }
    }

    /** The process ends; unless its host does so too, its connections end with it. */
    private boolean end(SimulatedEdge edge, boolean unseen) {
        if (edge == null || cluster.edges.size() == 1) {
            return false;
        }
        List.copyOf(cluster.pipes).stream()
                .filter(pipe -> pipe.isOf(edge))
                .forEach(unseen ? SimulatedPipe::abandon : SimulatedPipe::cut);
        cluster.edges.remove(edge);
        dead.add(edge);
        return true;
    }

    private void start(SimulatedEdge before, boolean elsewhere) {
        dead.remove(before);
        int port = elsewhere ? nextPort++ : before.port;
        cluster.edges.add(new SimulatedEdge(cluster, before.node, port, before.pull != null));
    }

    /** By its own operator, by that of an origin, or to the end. */
    private void drain(SimulatedEdge edge) {
        if (edge == null) {
            return;
        }
        OriginUnderTest origin = cluster.origins[random.nextInt(cluster.origins.length)];
        if (random.nextBoolean()) {
            edge.drain();
        } else if (origin != null) {
            origin.links.drain(edge.node, origin.now(cluster.now));
        }
        if (edge.draining && random.nextBoolean() && cluster.edges.size() > 1) {
            edge.link.close(edge.now());
            cluster.edges.remove(edge);
            dead.add(edge);
        }
    }

    private void originEvent() {
        int origin = random.nextInt(cluster.origins.length);
        if (cluster.origins[origin] == null) {
            cluster.startOrigin(origin);
        } else {
            switch (random.nextInt(4)) {
                case 0, 1 -> cluster.stopOrigin(origin);
                case 2 -> cluster.loseOrigin(origin);
                default -> cluster.cutOff(origin, random.nextLong(30 * SECOND));
            }
        }
    }

    private void linkEvent() {
        SimulatedEdge edge = anyEdge();
        if (edge == null || cluster.pipes.isEmpty()) {
            return;
        }
        SimulatedPipe pipe = cluster.pipes.get(random.nextInt(cluster.pipes.size()));
        switch (random.nextInt(6)) {
            case 0 -> pipe.cut();
            case 1 -> pipe.freeze(random.nextLong(30 * SECOND));
            case 2, 3 -> pipe.rate(random.nextInt(4) == 0 ? 0 : 300 + random.nextInt(20_000));
            case 4 ->
                    cluster.cutOff(
                            edge,
                            random.nextInt(cluster.origins.length),
                            random.nextLong(40 * SECOND));
            default -> {
                for (int i = 0; i < cluster.origins.length; i++) {
                    cluster.cutOff(edge, i, random.nextLong(40 * SECOND));
                }
            }
        }
    }
}
