package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two origins over real sockets, one of which goes and comes back. */
@Timeout(180)
class SeveralOriginsTest {
    @Test
    void oneOfTwoOriginsGoesAndComesBackAndNoPlayerNotices() throws Exception {
        List<RtmpMessage> sent = TestMedia.generated(40, 60);
        try (TestOrigins cluster = new TestOrigins(2)) {
            EdgeDaemon first = cluster.addEdge();
            EdgeDaemon second = cluster.addEdge();
            cluster.awaitWhole(0);
            cluster.awaitWhole(1);
            ClientConnection publisher = cluster.connect(TestOrigins.address(first));
            ClientConnection watcher = cluster.connect(TestOrigins.address(second));
            TestStream player = TestStream.playing(watcher, "on");
            TestStream published = TestStream.publishing(publisher, "on");
            published.send(TestMedia.head(sent));
            player.awaitMedia(MediaKind::isKeyFrame, 1);

            cluster.stopOrigin(0);
            published.send(TestMedia.rest(sent));
            List<String> video = TestStream.hex(sent, MediaKind::isVideo);
            String last = video.get(video.size() - 1);
            Await.until(
                    "the last frame",
                    () -> player.received(MediaKind::isVideo).contains(last),
                    () -> player.received(MediaKind::isVideo).size());
            assertThat(player.received(MediaKind::isVideo)).doesNotHaveDuplicates();
            assertThat(player.count(StatusCode.PLAY_PUBLISH_NOTIFY)).isEqualTo(1);
            assertThat(player.count(StatusCode.PLAY_UNPUBLISH_NOTIFY)).isZero();

            ClientConnection newcomer = cluster.connect(1);
            List<InetSocketAddress> edges =
                    List.of(TestOrigins.address(first), TestOrigins.address(second));
            assertThat(edges).contains(newcomer.server());
            assertNameIsTaken(newcomer, "on");

            cluster.startOrigin(0);
            cluster.awaitWhole(0);
            assertNameIsTaken(cluster.connect(0), "on");
            assertThat(player.count(StatusCode.PLAY_UNPUBLISH_NOTIFY)).isZero();
            published.close();
            player.awaitStatus(StatusCode.PLAY_UNPUBLISH_NOTIFY, 1);
        }
    }

    private static void assertNameIsTaken(ClientConnection client, String name) throws Exception {
        TestStream refused = TestStream.on(client);
        refused.publish(name);
        refused.awaitStatus(StatusCode.PUBLISH_BAD_NAME, 1);
        assertThat(refused.count(StatusCode.PUBLISH_START)).isZero();
    }

    @Test
    void aStreamOfAClientThatAnOriginServesItselfIsPlayedAtTheOther() throws Exception {
        List<RtmpMessage> sent = TestMedia.generated(41, 60);
        try (TestOrigins cluster = new TestOrigins(2)) {
            cluster.awaitMembers(0);
            cluster.awaitMembers(1);
            // While there are no edges each origin serves its clients itself.
            ClientConnection publisher = cluster.connect(1);
            ClientConnection watcher = cluster.connect(0);
            assertThat(publisher.server()).isNotEqualTo(watcher.server());
            TestStream player = TestStream.playing(watcher, "own");
            TestStream published = TestStream.publishing(publisher, "own");
            published.send(TestMedia.head(sent));
            player.awaitMedia(MediaKind::isKeyFrame, 1);
            published.send(TestMedia.rest(sent));
            List<String> video = TestStream.hex(sent, MediaKind::isVideo);
            player.awaitMedia(MediaKind::isVideo, video.size());
            assertThat(player.received(MediaKind::isVideo)).isEqualTo(video);
            assertNameIsTaken(watcher, "own");
        }
    }

    @Test
    void anOriginThatCannotBeLookedUpOrIsDeadHoldsUpNoOther() throws Exception {
        try (TestCluster cluster = TestCluster.of(0, "link.secret = shared\n");
                LogWatch log = new LogWatch()) {
            int port = cluster.origin().linkAddress().getPort();
            cluster.addEdge(
                    ("link.origins = [\"no-such-host.invalid:1936\", \"127.0.0.1:1\", "
                                    + "\"127.0.0.1:%d\"]")
                            .formatted(port));
            log.await(
                    "not joined to the origin at TCP no-such-host.invalid:1936: cannot look up"
                            + " no-such-host.invalid \\(disconnected\\)");
            log.await(
                    "not joined to the origin at TCP 127.0.0.1:1: .*refused.* \\(disconnected\\)");
            cluster.awaitReady(1);
        }
    }

    /** As behind a firewall that lets only UDP through: nobody answers, and nobody refuses. */
    @Test
    void anOriginThatAnswersNoTcpIsWarnedOfAndHoldsUpNoOther() throws Exception {
        try (ServerSocket hole = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                TestCluster cluster = TestCluster.of(0);
                LogWatch log = new LogWatch()) {
            List<SocketChannel> filling = fill(hole);
            try {
                EdgeDaemon edge =
                        cluster.addEdge(
                                "link.origins = [\"127.0.0.1:%d\", \"127.0.0.1:%d\"]"
                                        .formatted(
                                                hole.getLocalPort(),
                                                cluster.origin().linkAddress().getPort()));
                cluster.awaitReady(1);
                log.await(
                        "not joined to the origin at TCP 127.0.0.1:%d: .*no answer in time.*"
                                .formatted(hole.getLocalPort()));
                assertThat(Await.result(edge.links()))
                        .extracting(EdgeLinkStatus::registered)
                        .containsExactly(false, true);
                assertThat(cluster.connect().server()).isEqualTo(cluster.address(edge));
            } finally {
                for (SocketChannel channel : filling) {
                    channel.close();
                }
            }
        }
    }

    /** Connects until the queue of the socket, from which nobody takes, is full. */
    private static List<SocketChannel> fill(ServerSocket socket) throws IOException {
        List<SocketChannel> filling = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(socket.getLocalSocketAddress());
            filling.add(channel);
        }
        return filling;
    }
}
