package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.TransportCounters;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node introduces its clients to those who ask for their peer ids. */
@Timeout(120)
class PeerIntroductionTest {
    /** So many that they come to both loops of the node, whichever the client is on. */
    private static final int ASKERS = 8;

    private static final int RECEIVE_TIMEOUT = 20_000;

    @Test
    void aClientIsToldOfWhoAsksForItAndTheyOfItsAddresses() throws Exception {
        try (TestCluster cluster = TestCluster.of(0, "node.event-loops = 2");
                TestPeers peers = TestPeers.open();
                DatagramSocket reported = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            InetSocketAddress reports = (InetSocketAddress) reported.getLocalSocketAddress();
            TestPeers.Peer peer = peers.connect(cluster.originAddress(), List.of(reports));
            Await.result(peer.reported());
            for (int i = 0; i < ASKERS; i++) {
                peers.ask(cluster.originAddress(), peer.id());
            }

            Set<InetSocketAddress> askers = new HashSet<>();
            reported.setSoTimeout(RECEIVE_TIMEOUT);
            while (askers.size() < ASKERS) {
                DatagramPacket hello = new DatagramPacket(new byte[2048], 2048);
                reported.receive(hello);
                askers.add((InetSocketAddress) hello.getSocketAddress());
            }
            Set<InetSocketAddress> told = new HashSet<>();
            Await.until(
                    "the peer is told of each",
                    () -> {
                        peer.forwarded().forEach(f -> told.add(f.replyAddress().socket()));
                        return told.size() == ASKERS;
                    },
                    peer::forwarded);
            assertThat(told).isEqualTo(askers);
            assertThat(peer.forwarded())
                    .extracting(FIHello::replyAddress)
                    .allMatch(address -> address.origin() == AddressOrigin.REFLEXIVE);
            assertThat(counters(cluster).introductions.sum()).isGreaterThanOrEqualTo(ASKERS);
            assertThat(counters(cluster).discarded(Discard.UNKNOWN_PEER)).isZero();
        }
    }

    @Test
    void nobodyIsIntroducedToAClientThatHasLeft() throws Exception {
        try (TestCluster cluster = TestCluster.of(0);
                TestPeers peers = TestPeers.open()) {
            TestPeers.Peer peer = peers.connect(cluster.originAddress(), List.of());
            Await.result(peer.reported());
            peer.close();
            Await.result(peer.closed());
            Await.until("the node knows", () -> cluster.origin().server().node().sessions() == 0);
            peers.ask(cluster.originAddress(), peer.id());
            Await.until(
                    "a hello for nobody",
                    () -> counters(cluster).discarded(Discard.UNKNOWN_PEER) > 0);
            assertThat(counters(cluster).introductions.sum()).isZero();
            assertThat(peer.forwarded()).isEmpty();
        }
    }

    private static TransportCounters counters(TestCluster cluster) {
        return cluster.origin().server().node().counters();
    }
}
