package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.util.List;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The admin port of an edge, and what operators do by that of the origin. */
@Timeout(240)
class EdgeAdminPortTest {
    private static final long MILLISECOND = 1_000_000;
    private static final String ADMIN = "admin.edge-bind = \"127.0.0.1:0\"\n";

    private static InetSocketAddress admin(TestCluster cluster, int edge) {
        return cluster.edge(edge).adminAddress().orElseThrow();
    }

    private static String ready(InetSocketAddress admin) throws Exception {
        HttpResponse<String> answer = AdminHttp.send(admin, "GET", "/ready");
        return answer.statusCode() + " " + answer.body().strip();
    }

    @Test
    void anEdgeHasNoAdminPortUnlessAskedFor() throws Exception {
        try (TestCluster cluster = TestCluster.of(1)) {
            assertThat(cluster.edge(0).adminAddress()).isEmpty();
        }
    }

    @Test
    void anEdgeShowsItsClientsItsLinkAndTheAgeOfItsLastAcceptedReport() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, ADMIN)) {
            InetSocketAddress admin = admin(cluster, 0);
            var publisher = cluster.connect(cluster.address(cluster.edge(0)));
            TestStream.publishing(publisher, "a");
            TestStream.playing(publisher, "a");
            Await.until("the edge is synced", () -> ready(admin).equals("200 ready"));
            JsonNode state = AdminHttp.state(admin);
            assertThat(state.get("node").asText()).isEqualTo("edge-0");
            assertThat(state.get("clients").asInt()).isOne();
            assertThat(state.get("streams").asInt()).isOne();
            assertThat(state.get("players").asInt()).isOne();
            assertThat(state.get("draining").asBoolean()).isFalse();
            JsonNode link = state.at("/links/0");
            assertThat(link.get("joined").asBoolean()).isTrue();
            assertThat(link.get("synced").asBoolean()).isTrue();
            assertThat(link.get("problem").asText()).isEmpty();
            assertThat(link.get("origin").asText())
                    .isEqualTo(HostPort.format(cluster.origin().linkAddress()));
            long latest = System.nanoTime() - reportAge(admin);
            Await.until(
                    "a later report is accepted",
                    () -> {
                        long earliest = System.nanoTime();
                        return earliest - reportAge(admin) - MILLISECOND - latest > 0;
                    });
        }
    }

    /** Nanoseconds, rounded down to a millisecond. */
    private static long reportAge(InetSocketAddress admin) throws Exception {
        return MILLISECOND * AdminHttp.state(admin).at("/links/0/reportAgeMillis").asLong();
    }

    @Test
    void anEdgeThatCannotReachItsOriginIsNotJoinedAndWarnsWithAddressProtocolAndCause()
            throws Exception {
        try (LogWatch log = new LogWatch();
                TestCluster cluster = TestCluster.of(1, ADMIN)) {
            InetSocketAddress admin = admin(cluster, 0);
            String origin = HostPort.format(cluster.origin().linkAddress());
            cluster.stopOrigin();
            Await.until("the link is lost", () -> ready(admin).equals("503 not joined"));
            log.await("not joined to the origin at TCP " + origin + ": .*refused.*");
            Await.until(
                    "the cause is shown",
                    () ->
                            AdminHttp.state(admin)
                                    .at("/links/0/problem")
                                    .asText()
                                    .contains("refused"));
            cluster.startOrigin();
            Await.until("the edge is back", () -> ready(admin).equals("200 ready"));
        }
    }

    /** Field case 99: who restarts what is not alive must not restart all edges for one origin. */
    @Test
    void anEdgeWithoutItsOriginIsAliveAndNotReady() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, ADMIN)) {
            InetSocketAddress admin = admin(cluster, 0);
            Await.until("it is ready", () -> ready(admin).equals("200 ready"));
            cluster.stopOrigin();
            Await.until("it is not joined", () -> ready(admin).equals("503 not joined"));
            assertThat(AdminHttp.send(admin, "GET", "/live").statusCode()).isEqualTo(200);
            cluster.startOrigin();
            Await.until("it is ready again", () -> ready(admin).equals("200 ready"));
        }
    }

    @Test
    void handshakesAreCountedByWhereTheirKeyPairCameFrom() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, ADMIN + "node.key-exchange.pool = 9")) {
            Await.until(
                    "pairs lie ready in both groups",
                    () -> keyPairs(cluster, "ready") == 18,
                    () -> cluster.edge(0).watch().state());
            var unused = cluster.connect(cluster.address(cluster.edge(0)));
            assertThat(keyPairs(cluster, "pooled")).isEqualTo(1);
            assertThat(keyPairs(cluster, "poolEmpty")).isZero();
            assertThat(keyPairs(cluster, "reused")).isZero();
        }
    }

    private static long keyPairs(TestCluster cluster, String member) throws Exception {
        return AdminHttp.state(admin(cluster, 0)).at("/counts/keyPairs/" + member).asLong(-1);
    }

    @Test
    void discardsAreShownByReason() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, ADMIN)) {
            TestPeers peers = TestPeers.open();
            InetSocketAddress edge = cluster.address(cluster.edge(0));
            try (peers) {
                byte[] nobody = new byte[32];
                peers.ask(edge, Fingerprint.of(nobody));
                Await.until(
                        "the hello is counted",
                        () ->
                                AdminHttp.state(admin(cluster, 0))
                                                .at("/counts/discarded/unknown_peer")
                                                .asLong()
                                        > 0,
                        () -> cluster.edge(0).watch().state());
            }
        }
    }

    @Test
    void aClientIsClosedByItsPeerIdAndAnUnknownOneIsNotFound() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, ADMIN);
                TestPeers peers = TestPeers.open()) {
            InetSocketAddress admin = admin(cluster, 0);
            TestPeers.Peer peer = peers.connect(cluster.address(cluster.edge(0)), List.of());
            Await.result(peer.reported());
            String close = "/clients/" + peer.id() + "/close";
            assertThat(AdminHttp.send(admin, "POST", "/clients/" + "0".repeat(64) + "/close"))
                    .extracting(HttpResponse::statusCode)
                    .isEqualTo(404);
            assertThat(AdminHttp.send(admin, "POST", "/clients/1234/close").statusCode())
                    .isEqualTo(400);
            assertThat(AdminHttp.send(admin, "GET", close).statusCode()).isEqualTo(405);
            assertThat(AdminHttp.send(admin, "POST", close, "Origin", "http://evil").statusCode())
                    .isEqualTo(403);
            assertThat(peer.closed()).isNotDone();
            InetSocketAddress atOrigin = cluster.origin().adminAddress();
            assertThat(AdminHttp.send(atOrigin, "POST", close).statusCode()).isEqualTo(404);
            assertThat(AdminHttp.send(admin, "POST", close).statusCode()).isEqualTo(200);
            assertThat(Await.result(peer.closed())).isEqualTo(CloseReason.FAR_CLOSED);
            Await.until(
                    "it is gone", () -> AdminHttp.send(admin, "POST", close).statusCode() == 404);
            assertThat(cluster.edge(0).server().node().sessions()).isZero();
        }
    }

    @Test
    void theOriginDrainsAnEdgeByNameAndKnowsNoOther() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, ADMIN)) {
            InetSocketAddress origin = cluster.origin().adminAddress();
            assertThat(AdminHttp.send(origin, "POST", "/edges/edge-7/drain").statusCode())
                    .isEqualTo(404);
            assertThat(AdminHttp.send(origin, "DELETE", "/edges/edge-0/drain").statusCode())
                    .isEqualTo(405);
            assertThat(cluster.view(0).state()).isEqualTo(EdgeState.READY);
            assertThat(AdminHttp.send(origin, "POST", "/edges/edge-0/drain").statusCode())
                    .isEqualTo(200);
            cluster.awaitState(0, EdgeState.DRAINING);
            Await.until("the edge knows", () -> ready(admin(cluster, 0)).equals("503 draining"));
        }
    }
}
