package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.protocol.cluster.LinkDocumentation;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The link over real TCP: by hand, with secrets, and with edges that contradict each other. */
@Timeout(180)
class LinkTest {
    private static final String SECRET = "link.secret = \"correct horse battery staple\"\n";

    @Test
    void theSessionOfTheDocumentationRunsOverTcp() throws Exception {
        List<String> session = LinkDocumentation.block("nc");
        try (TestCluster cluster = TestCluster.of(0);
                LinkByHand hand = byHand(cluster)) {
            for (String line : session.subList(1, session.size())) {
                if (line.startsWith("> ")) {
                    hand.type(line.substring(2));
                } else {
                    assertThat(masked(hand.line())).isEqualTo(masked(line.substring(2)));
                }
            }
            assertThat(hand.line()).as("the end").isNull();
        }
    }

    private static LinkByHand byHand(TestCluster cluster) throws Exception {
        return new LinkByHand(cluster.origin().linkAddress());
    }

    /** What is not the same in each cluster. */
    private static String masked(String line) {
        return line.replaceAll("(session|instance|node|software)=[^ ]*", "$1=…")
                .replaceAll("clients=[^ ]*:[0-9]+", "clients=…");
    }

    @Test
    void anOriginThatSaysNothingDoesNotKeepAnEdgeFromTheNext() throws Exception {
        try (TestCluster cluster = TestCluster.of(0);
                ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            String origins =
                    "link.origins = [\"127.0.0.1:%d\", \"127.0.0.1:%d\"]"
                            .formatted(
                                    silent.getLocalPort(),
                                    cluster.origin().linkAddress().getPort());
            cluster.addEdge(origins);
            cluster.awaitReady(1);
        }
    }

    @Test
    void whatIsPublishedCanBeWatchedByHand() throws Exception {
        List<RtmpMessage> sent = TestMedia.generated(30, 3);
        try (TestCluster cluster = TestCluster.of(1);
                LinkByHand control = byHand(cluster);
                LinkByHand media = byHand(cluster)) {
            TestStream published = TestStream.publishing(cluster.connect(), "by hand");
            published.send(sent);
            String session = control.register();
            control.type("WANT id=9 app=live name=by%20hand");
            assertThat(control.answer("OK id=9")).matches("OK id=9 publication=[-0-9a-f]+");
            media.hello("media", session);
            assertThat(media.line()).startsWith("START app=live name=by%20hand publication=");
            // Audio has a flow of its own: some of it may have come before the key frame.
            List<String> video = TestStream.hex(sent, MediaKind::isVideo);
            List<RtmpMessage> read = new ArrayList<>();
            while (TestStream.hex(read, MediaKind::isVideo).size() < video.size()) {
                read.add(media.message());
            }
            assertThat(TestStream.hex(read, MediaKind::isVideo)).isEqualTo(video);
            published.close();
            media.answer("END app=live name=by%20hand publication=");
        }
    }

    @Test
    void whatIsTypedByHandIsPlayed() throws Exception {
        RtmpMessage key = TestMedia.head(TestMedia.generated(31, 1)).get(2);
        try (TestCluster cluster = TestCluster.of(1);
                LinkByHand control = byHand(cluster);
                LinkByHand media = byHand(cluster)) {
            TestStream player = TestStream.playing(cluster.connect(), "typed");
            String session = control.register();
            media.hello("media", session);
            control.type("PUBLISH id=9 app=live name=typed publication=1-1 age=0");
            assertThat(control.answer("SEND")).contains("name=typed publication=1-1");
            byte[] payload = key.payload().rest();
            media.type("START app=live name=typed publication=1-1");
            media.type(
                    "MEDIA app=live name=typed seq=0 type=%d time=0 kind=key bytes=%d"
                            .formatted(key.type(), payload.length));
            media.write(payload);
            media.type("");
            player.awaitMedia(MediaKind::isKeyFrame, 1);
            assertThat(player.received(MediaKind::isVideo))
                    .isEqualTo(TestStream.hex(List.of(key), MediaKind::isVideo));
        }
    }

    @Test
    void bothEndsWithTheSecretJoin() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, SECRET)) {
            assertThat(cluster.view(0).state()).isEqualTo(EdgeState.READY);
        }
    }

    @Test
    void anEdgeWithAnotherSecretOrNoneStaysOutAndSaysWhy() throws Exception {
        try (TestCluster cluster = TestCluster.of(0, SECRET);
                LogWatch log = new LogWatch()) {
            cluster.addEdge("link.secret = \"wrong\"");
            log.await(
                    "not joined to the origin at TCP 127.0.0.1:[0-9]+: .*\\(not-authenticated\\)");
            log.await(
                    "link from TCP 127.0.0.1:[0-9]+, which calls itself edge-0, refused: .*"
                            + " \\(not-authenticated\\).*");
            cluster.addEdge("link.secret = \"\"");
            log.await("not joined to the origin at TCP 127.0.0.1:[0-9]+: .*\\(no-secret\\)");
            assertThat(cluster.origin().watch().edges()).isEmpty();
        }
    }

    @Test
    void anEdgeWithASecretJoinsNoOriginWithout() throws Exception {
        try (TestCluster cluster = TestCluster.of(0);
                LogWatch log = new LogWatch()) {
            cluster.addEdge(SECRET);
            log.await(
                    "not joined to the origin at TCP 127.0.0.1:[0-9]+: the origin does not prove"
                            + " itself .*");
            assertThat(cluster.origin().watch().edges()).isEmpty();
        }
    }

    @Test
    void theSecondEdgeWithAnAddressIsRefusedByName() throws Exception {
        try (TestCluster cluster = TestCluster.of(1);
                LogWatch log = new LogWatch()) {
            String address = HostPort.format(cluster.address(cluster.edge(0)));
            EdgeDaemon second = cluster.addEdge("node.advertise = [\"" + address + "\"]");
            log.await(
                    "not joined to the origin at TCP 127.0.0.1:[0-9]+: "
                            + address
                            + " is advertised by node edge-0 \\(address-in-use\\)");
            assertThat(cluster.connect().server()).isEqualTo(cluster.address(cluster.edge(0)));
            cluster.stop(cluster.edge(0));
            cluster.awaitState(1, EdgeState.UNSYNCED);
            cluster.stop(second);
        }
    }

    @Test
    void anEdgeWhoseReportsStopIsListedAsSuspectWithTheirAgeUntilTheyComeBack() throws Exception {
        String settings = "link { suspect-after = 1s, lost-after = 10m }";
        try (TestCluster cluster = TestCluster.of(0, settings);
                TestPeers peers = TestPeers.open();
                LogWatch log = new LogWatch();
                LinkByHand control = byHand(cluster)) {
            Identity identity = peers.newIdentity();
            MediaNode node = peers.answering(identity, message -> {});
            try {
                String udp = HostPort.format(node.boundAddresses().get(0));
                control.hello("control", "");
                control.type(
                        "REGISTER id=2 advertise=%s capacity=0 fingerprint=%s"
                                .formatted(udp, identity.certificate().fingerprint()));
                control.answer("REGISTERED id=2 ");
                control.type("PROBE id=3 address=" + udp);
                assertThat(control.answer("PROBED id=3 ")).endsWith("answered=true");
                control.type("LOAD id=4 seq=1 clients=3");
                control.type("SYNCED id=5");
                control.answer("OK id=5");
                InetSocketAddress admin = cluster.origin().adminAddress();
                Await.until(
                        "the edge is suspect",
                        () -> {
                            control.type("PING");
                            control.answer("PONG");
                            return AdminHttp.state(admin)
                                    .at("/edges/0/state")
                                    .asText()
                                    .equals("suspect");
                        },
                        () -> cluster.origin().watch().edges());
                JsonNode edge = AdminHttp.state(admin).at("/edges/0");
                assertThat(edge.get("node").asText()).isEqualTo("by-hand");
                assertThat(edge.get("clients").asInt()).isEqualTo(3);
                assertThat(edge.get("reportAgeMillis").asLong())
                        .isGreaterThanOrEqualTo(1000)
                        .isGreaterThan(edge.get("silenceMillis").asLong());
                log.await(
                        "edge by-hand is suspect: heard [0-9]+ s ago, reported [1-9][0-9]* s ago;"
                                + " .*");
                assertThat(cluster.connect().server()).isEqualTo(cluster.originAddress());

                control.type("LOAD id=6 seq=2 clients=4");
                control.answer("OK id=6");
                log.await("edge by-hand is back");
            } finally {
                node.stop();
            }
        }
    }
}
