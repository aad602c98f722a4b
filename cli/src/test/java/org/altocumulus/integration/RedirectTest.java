package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.chunk.Redirect;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.wire.Address;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where clients that ask the origin end up. */
@Timeout(180)
class RedirectTest {
    private static final int CLIENTS = 30;

    @Test
    void clientsOfTheOriginSpreadOverTheEdges() throws Exception {
        try (TestCluster cluster = TestCluster.of(3)) {
            Map<InetSocketAddress, Integer> clients = new HashMap<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.merge(cluster.connect().server(), 1, Integer::sum);
            }
            assertThat(clients.keySet())
                    .isSubsetOf(
                            cluster.address(cluster.edge(0)),
                            cluster.address(cluster.edge(1)),
                            cluster.address(cluster.edge(2)));
            // An edge above 1.25 times the average is left out, but for what was not yet reported.
            assertThat(clients.values()).hasSize(3).allSatisfy(n -> assertThat(n).isBetween(4, 18));
            for (int edge = 0; edge < 3; edge++) {
                int expected = clients.get(cluster.address(cluster.edge(edge)));
                int index = edge;
                Await.until(
                        "edge-" + edge + " reports " + expected,
                        () -> cluster.view(index).clients() == expected,
                        () -> cluster.view(index));
            }
        }
    }

    @Test
    void aClientThatLeavesIsNotCountedAnyMore() throws Exception {
        try (TestCluster cluster = TestCluster.of(1)) {
            ClientConnection client = cluster.connect();
            Await.until("one client", () -> cluster.view(0).clients() == 1);
            client.close();
            assertThat(Await.result(client.closed())).isEqualTo(CloseReason.NEAR_CLOSED);
            Await.until("no client", () -> cluster.view(0).clients() == 0);
        }
    }

    @Test
    void anOriginWithoutEdgesServesItsClients() throws Exception {
        try (TestCluster cluster = TestCluster.of(0)) {
            ClientConnection publisher = cluster.connect();
            ClientConnection player = cluster.connect();
            assertThat(publisher.server()).isEqualTo(cluster.originAddress());
            assertThat(player.server()).isEqualTo(cluster.originAddress());
            assertStreams(publisher, player);
        }
    }

    @Test
    void anEdgeWhoseUdpIsDeadIsPassedOverForTheOrigin() throws Exception {
        try (TestCluster cluster = TestCluster.of(1)) {
            cluster.edge(0).server().node().stop();
            assertThat(cluster.view(0).state()).isEqualTo(EdgeState.READY);

            ClientConnection client = cluster.connect();
            assertThat(client.server()).isEqualTo(cluster.originAddress());
            assertThat(cluster.origin().watch().redirected()).isPositive();
        }
    }

    @Test
    void anEdgeThatEndedIsNotNamedAndItsClientsFindAnother() throws Exception {
        try (TestCluster cluster = TestCluster.of(2)) {
            EdgeDaemon ending = cluster.edge(0);
            ClientConnection client = cluster.connect(cluster.address(ending));
            cluster.stop(ending);
            assertThat(Await.result(client.closed())).isEqualTo(CloseReason.FAR_CLOSED);
            cluster.awaitState(0, EdgeState.LEFT);
            for (int i = 0; i < 4; i++) {
                assertThat(cluster.connect().server()).isEqualTo(cluster.address(cluster.edge(1)));
            }
        }
    }

    @Test
    void aDrainingEdgeKeepsItsClientsAndGetsNoOthers() throws Exception {
        try (TestCluster cluster = TestCluster.of(2)) {
            ClientConnection publisher = cluster.connect(cluster.address(cluster.edge(0)));
            cluster.edge(0).drain();
            cluster.awaitState(0, EdgeState.DRAINING);
            for (int i = 0; i < 4; i++) {
                assertThat(cluster.connect().server()).isEqualTo(cluster.address(cluster.edge(1)));
            }
            assertStreams(publisher, cluster.connect());
        }
    }

    @Test
    void edgesServeTheirClientsWhileTheOriginIsAwayAndJoinItAgain() throws Exception {
        try (TestCluster cluster = TestCluster.of(2)) {
            ClientConnection first = cluster.connect(cluster.address(cluster.edge(0)));
            ClientConnection second = cluster.connect(cluster.address(cluster.edge(1)));
            List<RtmpMessage> before = TestMedia.generated(20, 30);
            TestStream near = TestStream.playing(first, "on");
            TestStream far = TestStream.playing(second, "on");
            TestStream publisher = TestStream.publishing(first, "on");
            publisher.send(before);
            far.awaitMedia(MediaKind::isKeyFrame, 1);

            cluster.stopOrigin();
            List<RtmpMessage> during = TestMedia.rest(TestMedia.generated(21, 30));
            publisher.send(during);
            List<RtmpMessage> nearMedia = new ArrayList<>(before);
            nearMedia.addAll(during);
            near.awaitMedia(MediaKind::isMedia, nearMedia.size());
            TestStream alone = TestStream.publishing(second, "alone");

            cluster.startOrigin();
            cluster.awaitReady(2);
            List<RtmpMessage> after = TestMedia.generated(22, 30);
            List<String> newKeys = TestStream.hex(after, MediaKind::isKeyFrame);
            publisher.send(after);
            far.awaitMedia(MediaKind::isKeyFrame, 2);
            Await.until(
                    "the far player goes on",
                    () -> far.received(MediaKind::isKeyFrame).containsAll(newKeys));
            TestStream ofAlone = TestStream.playing(first, "alone");
            alone.send(TestMedia.head(before));
            ofAlone.awaitMedia(MediaKind::isKeyFrame, 1);
            assertThat(near.received(MediaKind::isVideo))
                    .startsWith(
                            TestStream.hex(nearMedia, MediaKind::isVideo).toArray(String[]::new));
        }
    }

    private static void assertStreams(ClientConnection publisher, ClientConnection player)
            throws Exception {
        List<RtmpMessage> sent = TestMedia.generated(23, 5);
        TestStream plays = TestStream.playing(player, "short");
        TestStream publishes = TestStream.publishing(publisher, "short");
        publishes.send(TestMedia.head(sent));
        plays.awaitMedia(MediaKind::isKeyFrame, 1);
        publishes.send(TestMedia.rest(sent));
        plays.awaitMedia(MediaKind::isMedia, sent.size());
        assertThat(plays.received(MediaKind::isVideo))
                .isEqualTo(TestStream.hex(sent, MediaKind::isVideo));
        assertThat(plays.received(MediaKind::isAudio))
                .isEqualTo(TestStream.hex(sent, MediaKind::isAudio));
    }

    @Test
    void anEdgeThatIsAddedGetsClientsOfTheOriginWithoutMore() throws Exception {
        try (TestCluster cluster = TestCluster.of(1)) {
            for (int i = 0; i < 2; i++) {
                assertThat(cluster.connect().server()).isEqualTo(cluster.address(cluster.edge(0)));
            }
            Await.until("both are reported", () -> cluster.view(0).clients() == 2);
            EdgeDaemon added = cluster.addEdge("");
            cluster.awaitReady(2);
            assertThat(cluster.connect().server()).isEqualTo(cluster.address(added));
        }
    }

    @Test
    void theFingerprintOfAnEdgeLeadsThereWhileItDrainsAndAHelloForAnyServerDoesNot()
            throws Exception {
        try (TestCluster cluster = TestCluster.of(2);
                StartupSocket client = new StartupSocket()) {
            InetSocketAddress draining = cluster.address(cluster.edge(0));
            cluster.edge(0).drain();
            cluster.awaitState(0, EdgeState.DRAINING);
            byte[] pinned =
                    EndpointDiscriminator.ofFingerprint(
                                    cluster.edge(0).server().certificate().fingerprint())
                            .encoded();
            client.send(new IHello(pinned, new byte[] {1}), cluster.originAddress());
            assertThat(listed(client.receive(1).get(0))).containsExactly(draining);
            client.send(new IHello(pinned, new byte[] {2}), draining);
            assertThat(client.receive(1).get(0).chunk()).isInstanceOf(RHello.class);

            byte[] any = EndpointDiscriminator.ofUri("rtmfp://host/live").encoded();
            for (InetSocketAddress to : List.of(cluster.originAddress(), draining)) {
                byte[] tag = {(byte) to.getPort(), (byte) (to.getPort() >> Byte.SIZE)};
                client.send(new IHello(any, tag), to);
                assertThat(listed(client.receive(1).get(0)))
                        .contains(cluster.originAddress())
                        .doesNotContain(draining);
            }
        }
    }

    private static List<InetSocketAddress> listed(StartupSocket.Answer answer) {
        assertThat(answer.chunk()).isInstanceOf(Redirect.class);
        return ((Redirect) answer.chunk()).destinations().stream().map(Address::socket).toList();
    }

    @Test
    void aUrlThatNamesAnEdgeBeforeTheOriginLeadsThereAndToTheSameStreams() throws Exception {
        try (TestCluster cluster = TestCluster.of(2)) {
            String through = "?rtmfp://origin.example/" + TestCluster.APPLICATION;
            for (int edge = 0; edge < 2; edge++) {
                InetSocketAddress address = cluster.address(cluster.edge(edge));
                ClientConnection player = Await.result(cluster.connecting(address, through));
                assertThat(player.server()).isEqualTo(address);
                ClientConnection publisher = cluster.connect();
                assertStreams(publisher, player);
                publisher.close();
                player.close();
                Await.result(publisher.closed());
            }
        }
    }
}
