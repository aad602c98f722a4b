package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** While the secret is changed on one node after the other, every edge gets both connections. */
class SecretRotationTest {
    private static final Secrets OLD = new Secrets("old", null);
    private static final Secrets BOTH = new Secrets("new", "old");
    private static final Secrets NEW = new Secrets("new", null);
    private static final List<LinkRole> ROLES = List.of(LinkRole.CONTROL, LinkRole.MEDIA);
    private static final int ORIGIN = 0;
    private static final int NODES = 3;

    private record Secrets(String secret, String previous) {}

    /** What a node may be at a step of the way; a node of the first release has one secret. */
    private record Plan(List<Secrets> steps) {
        static final Plan TWO_STEPS = new Plan(List.of(OLD, BOTH, NEW));
        static final Plan FIRST_RELEASE = new Plan(List.of(OLD, NEW));
    }

    /** A cluster whose nodes are restarted one at a time; an edge keeps what it knows meanwhile. */
    private static final class Cluster {
        final Plan[] plans;
        final int[] steps = new int[NODES];
        final TreeMap<Integer, Edge> edges = new TreeMap<>();
        final RecordingHandler handler = new RecordingHandler();
        int refusals;

        Cluster(Plan... plans) {
            this.plans = plans;
            for (int node = 1; node < NODES; node++) {
                edges.put(node, new Edge(security(node), node));
            }
            connectAll();
        }

        LinkSecurity security(int node) {
            Secrets secrets = plans[node].steps().get(steps[node]);
            return LinkPair.security(
                    secrets.secret(), secrets.previous(), new Random(steps[node] * 10L + node));
        }

        /** Restarts a node with the next of its configurations. */
        void restart(int node) {
            steps[node]++;
            if (node == ORIGIN) {
                edges.values().forEach(Edge::lose);
            } else {
                edges.put(node, new Edge(security(node), node));
            }
            connectAll();
        }

        void connectAll() {
            edges.values().forEach(edge -> refusals += edge.connect(this));
        }
    }

    /** An edge's process. */
    private static final class Edge extends RecordingListener {
        final EdgeLinks link;
        final List<LinkConnection> open = new ArrayList<>();
        long now;

        Edge(LinkSecurity security, int number) {
            EdgeLinkSettings settings = edgeSettings("edge-" + number, "i" + number, 1935 + number);
            link = new EdgeLinks(settings, security, new Random(number), 1, this, this, now);
            link.start(now);
        }

        void lose() {
            open.forEach(connection -> connection.disconnected(now));
            open.clear();
        }

        /** Gives it what it dials until both connections are open; how often it was refused. */
        int connect(Cluster cluster) {
            int refused = 0;
            while (open.size() < ROLES.size()) {
                LinkRole role = ROLES.get(open.size());
                now += link.delay(now);
                link.tick(now);
                LinkConnection near = link.connected(0, role, false, now);
                OriginLinkSession far =
                        OriginLinkSession.accepted(
                                originSettings(),
                                cluster.security(ORIGIN),
                                false,
                                cluster.handler,
                                now);
                exchange(near, far, now);
                if (far.state() == LinkState.OPEN) {
                    open.add(near);
                } else {
                    assertThat(calls).last().isEqualTo("left not-authenticated");
                    assertThat(++refused).as("refused in a row").isLessThan(2);
                }
            }
            return refused;
        }
    }

    private static List<List<Integer>> orders(List<Integer> nodes) {
        if (nodes.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Integer>> orders = new ArrayList<>();
        for (Integer first : nodes) {
            List<Integer> rest = new ArrayList<>(nodes);
            rest.remove(first);
            for (List<Integer> order : orders(rest)) {
                List<Integer> whole = new ArrayList<>(List.of(first));
                whole.addAll(order);
                orders.add(whole);
            }
        }
        return orders;
    }

    @Test
    void everyOrderOfRestartsKeepsEveryLink() {
        for (List<Integer> first : orders(List.of(0, 1, 2))) {
            for (List<Integer> second : orders(List.of(0, 1, 2))) {
                Cluster cluster = new Cluster(Plan.TWO_STEPS, Plan.TWO_STEPS, Plan.TWO_STEPS);
                first.forEach(cluster::restart);
                second.forEach(cluster::restart);
                assertThat(cluster.steps).as(first + " " + second).containsExactly(2, 2, 2);
            }
        }
    }

    @Test
    void inTheOrderOfTheManualNobodyIsEverRefused() {
        Cluster cluster = new Cluster(Plan.TWO_STEPS, Plan.TWO_STEPS, Plan.TWO_STEPS);
        List.of(0, 1, 2, 1, 2, 0).forEach(cluster::restart);
        assertThat(cluster.refusals).isZero();
    }

    @Test
    void anOriginOfTheFirstReleaseChangesWhileTheEdgesHaveBoth() {
        for (List<Integer> first : orders(List.of(1, 2))) {
            for (List<Integer> last : orders(List.of(1, 2))) {
                Cluster cluster = new Cluster(Plan.FIRST_RELEASE, Plan.TWO_STEPS, Plan.TWO_STEPS);
                first.forEach(cluster::restart);
                cluster.restart(ORIGIN);
                last.forEach(cluster::restart);
                assertThat(cluster.steps).containsExactly(1, 2, 2);
            }
        }
    }

    @Test
    void edgesOfTheFirstReleaseChangeWhileTheOriginHasBoth() {
        for (List<Integer> edges : orders(List.of(1, 2))) {
            Cluster cluster = new Cluster(Plan.TWO_STEPS, Plan.FIRST_RELEASE, Plan.FIRST_RELEASE);
            cluster.restart(ORIGIN);
            edges.forEach(cluster::restart);
            cluster.restart(ORIGIN);
            assertThat(cluster.steps).containsExactly(2, 1, 1);
            assertThat(cluster.refusals).isZero();
        }
    }

    @Test
    void theOriginKnowsWhoStillUsesThePreviousSecret() {
        RecordingHandler handler = new RecordingHandler();
        for (String secret : new String[] {"new", "old"}) {
            OriginLinkSession origin =
                    OriginLinkSession.accepted(
                            originSettings(),
                            security("new", "old", new Random(3)),
                            false,
                            handler,
                            0);
            EdgeLinks link =
                    new EdgeLinks(
                            edgeSettings("edge-1", "8c1f", 1935),
                            security(secret, 1),
                            new Random(2),
                            1,
                            (index, role) -> {},
                            new RecordingListener(),
                            0);
            link.start(0);
            exchange(link.connected(0, LinkRole.CONTROL, false, 0), origin, 0);
            assertThat(origin.state()).isEqualTo(LinkState.OPEN);
            assertThat(origin.provedByPreviousSecret()).isEqualTo(secret.equals("old"));
        }
    }

    @Test
    void aSecretThatIsNeitherIsRefusedHoweverOftenItIsTried() {
        RecordingListener listener = new RecordingListener();
        EdgeLinks link =
                new EdgeLinks(
                        edgeSettings("edge-1", "8c1f", 1935),
                        security("guess", "another", new Random(1)),
                        new Random(2),
                        1,
                        listener,
                        listener,
                        0);
        link.start(0);
        long now = 0;
        for (int attempt = 0; attempt < 6; attempt++) {
            now += link.delay(now);
            link.tick(now);
            OriginLinkSession origin =
                    OriginLinkSession.accepted(
                            originSettings(),
                            security("new", "old", new Random(attempt)),
                            false,
                            new RecordingHandler(),
                            now);
            exchange(link.connected(0, LinkRole.CONTROL, false, now), origin, now);
            assertThat(origin.state()).isEqualTo(LinkState.CLOSED);
        }
        assertThat(listener.calls).doesNotContain("joined origin-1");
    }
}
