package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientException;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.session.CloseReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes whose clients need permission. */
@Timeout(120)
class HooksInClusterTest {
    private static String hook(String what, TestHook server) {
        return "hooks { timeout = 20s, %s = \"%s\" }\n".formatted(what, server.url());
    }

    @Test
    void aClientThatWaitsForPermissionOrDoesNotGetItNeverCounts() throws Exception {
        try (TestHook server =
                        new TestHook().answers(200, "{\"code\":1,\"message\":\"no ticket\"}");
                TestCluster cluster = TestCluster.of(1, hook("connect", server))) {
            NodeServer edge = cluster.edge(0).server();
            server.holdsAnswers();
            CompletableFuture<ClientConnection> connecting =
                    cluster.connecting(cluster.originAddress(), "live?token=t");
            Await.until("the hook is asked", () -> server.requests().size() == 1);
            assertThat(edge.node().sessions()).isEqualTo(1);
            assertThat(edge.clients()).isZero();
            awaitReport(cluster);
            assertThat(cluster.view(0).clients()).isZero();
            assertThat(connecting).isNotDone();

            server.release();
            assertThatThrownBy(() -> Await.result(connecting))
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("NetConnection.Connect.Rejected no ticket");
            Await.until("its session has ended", () -> edge.node().sessions() == 0);
            assertThat(edge.clients()).isZero();

            server.answers(200, "0");
            cluster.connect();
            assertThat(edge.clients()).isEqualTo(1);
            Await.until("it is reported", () -> cluster.view(0).clients() == 1);

            JsonNode asked = server.requests().get(0);
            assertThat(asked.get("action").asText()).isEqualTo("on_connect");
            assertThat(asked.get("server_id").asText()).isEqualTo("edge-0");
            assertThat(asked.get("client_id").asText()).matches("[0-9a-f]{64}");
            assertThat(asked.get("ip").asText()).isEqualTo("127.0.0.1");
            assertThat(asked.get("app").asText()).isEqualTo("live");
            assertThat(asked.get("tcUrl").asText()).endsWith("/live?token=t");
            assertThat(asked.at("/parameters/flashVer").asText()).startsWith("LNX");
        }
    }

    /** Of two reports that come from now on, the second was also made after now. */
    private static void awaitReport(TestCluster cluster) throws Exception {
        for (int i = 0; i < 2; i++) {
            long now = System.nanoTime();
            Await.until("a report", () -> cluster.view(0).reportAge() < System.nanoTime() - now);
        }
    }

    @Test
    void theOriginsOwnNodeAsksToo() throws Exception {
        try (TestHook server = new TestHook().answers(500, "");
                TestCluster cluster = TestCluster.of(0, hook("connect", server))) {
            assertThatThrownBy(cluster::connect)
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("NetConnection.Connect.Rejected");
            assertThat(server.requests().get(0).get("server_id").asText()).isEqualTo("origin");
        }
    }

    @Test
    void aPublisherHearsNothingBeforeTheAnswerAndThenPublishes() throws Exception {
        try (TestHook server = new TestHook().answers(200, "0");
                TestCluster cluster = TestCluster.of(2, hook("publish", server))) {
            server.holdsAnswers();
            List<RtmpMessage> sent = TestMedia.generated(20, 10);
            ClientConnection viewer = cluster.connect(cluster.address(cluster.edge(1)));
            TestStream player = TestStream.playing(viewer, "s");
            ClientConnection client = cluster.connect(cluster.address(cluster.edge(0)));
            TestStream publisher = TestStream.on(client);
            publisher.publish("s");
            Await.until("the hook is asked", () -> server.requests().size() == 1);
            TestStream.on(client);
            assertThat(publisher.statuses()).isEmpty();
            assertThat(server.requests().get(0).get("stream").asText()).isEqualTo("s");

            server.release();
            publisher.awaitStatus(StatusCode.PUBLISH_START, 1);
            publisher.send(TestMedia.head(sent));
            player.awaitMedia(MediaKind::isKeyFrame, 1);
            publisher.send(TestMedia.rest(sent));
            player.awaitMedia(MediaKind::isMedia, sent.size());
        }
    }

    @Test
    void aPublisherAndAPlayerThatMayNotAreToldAndMayTryAgain() throws Exception {
        try (TestHook server = new TestHook().answers(200, "{\"code\":5,\"message\":\"not you\"}");
                TestCluster cluster =
                        TestCluster.of(1, hook("publish", server) + hook("play", server))) {
            ClientConnection client = cluster.connect();
            TestStream publisher = TestStream.on(client);
            publisher.publish("s");
            publisher.awaitStatus(StatusCode.PUBLISH_BAD_NAME, 1);
            TestStream player = TestStream.on(client);
            player.play("s");
            player.awaitStatus(StatusCode.PLAY_FAILED, 1);
            for (TestStream each : List.of(publisher, player)) {
                assertThat(each.statuses().stream().map(Status::description))
                        .containsExactly("not you");
            }
            assertThat(cluster.edge(0).server().application().stats().players()).isZero();

            server.answers(200, "");
            publisher.publish("s");
            publisher.awaitStatus(StatusCode.PUBLISH_START, 1);
            player.play("s");
            player.awaitStatus(StatusCode.PLAY_PUBLISH_NOTIFY, 1);
        }
    }

    @Test
    void aSessionThatNeverConnectsIsClosedAndOthersStay() throws Exception {
        try (TestCluster cluster = TestCluster.of(0, "session.connect-limit = 4s");
                TestPeers peers = TestPeers.open()) {
            ClientConnection connected = cluster.connect();
            TestPeers.Peer never = peers.open(cluster.originAddress());
            assertThat(Await.result(never.closed())).isEqualTo(CloseReason.FAR_CLOSED);
            assertThat(connected.closed()).isNotDone();
            TestStream.publishing(connected, "s");
        }
    }
}
