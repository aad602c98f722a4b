package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients of different nodes find each other, and one that moves is one. */
@Timeout(120)
class PeersAcrossNodesTest {
    @Test
    void clientsOfDifferentNodesAreIntroducedAndTalkToEachOtherDirectly() throws Exception {
        try (TestCluster cluster = TestCluster.of(2);
                TestPeers peers = TestPeers.open()) {
            NodeServer first = cluster.edge(0).server();
            NodeServer second = cluster.edge(1).server();
            NodeServer origin = cluster.origin().server();
            introduces(cluster, peers, first, second);
            introduces(cluster, peers, first, origin);
            introduces(cluster, peers, origin, second);
        }
    }

    /** Someone says hello at {@code asked} for a client of {@code home}. */
    private static void introduces(
            TestCluster cluster, TestPeers peers, NodeServer home, NodeServer asked)
            throws Exception {
        Identity identity = peers.newIdentity();
        CompletableFuture<byte[]> heard = new CompletableFuture<>();
        MediaNode answering = peers.answering(identity, heard::complete);
        try {
            InetSocketAddress reported = answering.boundAddresses().get(0);
            long introductions = asked.node().counters().introductions.sum();
            TestPeers.Peer peer = peers.connect(home, identity, List.of(reported));
            Await.result(peer.reported());

            TestPeers.Peer asker = peers.ask(address(asked), peer.id());
            assertThat(Await.result(asker.opened())).isEqualTo(reported);
            Command said = Command.parse(RtmpMessage.parse(Await.result(heard)));
            assertThat(said.name()).isEqualTo("connect");
            assertThat(asked.node().counters().introductions.sum()).isGreaterThan(introductions);

            Await.until("the peer is told", () -> !peer.forwarded().isEmpty());
            FIHello hello = peer.forwarded().get(0);
            assertThat(hello.replyAddress().origin()).isEqualTo(AddressOrigin.REFLEXIVE);
            assertThat(cluster.origin().server().node().sessions())
                    .isEqualTo(home == cluster.origin().server() ? 1 : 0);
            peer.close();
            Await.result(peer.closed());
        } finally {
            answering.stop();
        }
    }

    private static InetSocketAddress address(NodeServer server) {
        return server.node().boundAddresses().get(0);
    }

    @Test
    void aClientThatComesAgainAtAnotherEdgeHasOneSessionAndIsCountedOnce() throws Exception {
        try (TestCluster cluster = TestCluster.of(2);
                TestPeers peers = TestPeers.open()) {
            Identity identity = peers.newIdentity();
            NodeServer first = cluster.edge(0).server();
            NodeServer second = cluster.edge(1).server();
            TestPeers.Peer before = peers.connect(first, identity, List.of());
            Await.result(before.reported());
            TestPeers.Peer after = peers.connect(second, identity, List.of());
            Await.result(after.reported());

            assertThat(Await.result(before.closed())).isEqualTo(CloseReason.FAR_CLOSED);
            assertThat(after.closed()).isNotDone();
            Await.until(
                    "the cluster counts one",
                    () -> cluster.view(0).clients() == 0 && cluster.view(1).clients() == 1,
                    () -> List.of(cluster.view(0), cluster.view(1)));
            assertThat(first.application().stats().connections()).isZero();
            assertThat(second.application().stats().connections()).isEqualTo(1);

            // And back again, through the origin's own media node.
            TestPeers.Peer again = peers.connect(cluster.origin().server(), identity, List.of());
            Await.result(again.opened());
            assertThat(Await.result(after.closed())).isEqualTo(CloseReason.FAR_CLOSED);
            assertThat(again.closed()).isNotDone();
        }
    }

    @Test
    void nobodyIsIntroducedToAClientThatHasLeftAnotherEdge() throws Exception {
        try (TestCluster cluster = TestCluster.of(2);
                TestPeers peers = TestPeers.open()) {
            NodeServer asked = cluster.edge(1).server();
            TestPeers.Peer peer = peers.connect(cluster.address(cluster.edge(0)), List.of());
            Await.result(peer.reported());
            peer.close();
            Await.result(peer.closed());
            Await.until("the edge knows", () -> cluster.edge(0).server().node().sessions() == 0);
            peers.ask(address(asked), peer.id());
            Await.until(
                    "a hello for nobody",
                    () -> asked.node().counters().discarded(Discard.UNKNOWN_PEER) > 0);
            assertThat(peer.forwarded()).isEmpty();
        }
    }
}
