package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many clients at once, and many hellos of nobody. */
@Timeout(240)
class CrowdTest {
    private static final boolean LONG = Boolean.getBoolean("altocumulus.test.long");
    private static final int CLIENTS = LONG ? 3000 : 600;
    private static final int HELLOS = LONG ? 100_000 : 20_000;
    private static final int HELLOS_AT_ONCE = 100;

    @Test
    void noneOfManyClientsThatComeTogetherFailsAndNoPacketFailsToDecrypt() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, "crypto.groups = [2]\nnode.event-loops = 4");
                ClientEndpoint endpoint = ClientEndpoint.open(2)) {
            InetSocketAddress address = cluster.address(cluster.edge(0));
            HostPort server = new HostPort(address.getHostString(), address.getPort());
            List<CompletableFuture<ClientConnection>> connecting = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                connecting.add(endpoint.connect("rtmfp://" + server + "/live", server));
            }
            for (CompletableFuture<ClientConnection> client : connecting) {
                Await.result(client);
            }
            MediaNode node = cluster.edge(0).server().node();
            assertThat(node.sessions()).isEqualTo(CLIENTS);
            assertThat(node.counters().sessionsOpened.sum()).isEqualTo(CLIENTS);
            assertThat(node.counters().keyAgreements.sum()).isEqualTo(CLIENTS);
            for (Discard reason :
                    List.of(
                            Discard.BAD_LENGTH,
                            Discard.BAD_CHECKSUM,
                            Discard.BAD_HMAC,
                            Discard.UNKNOWN_SESSION)) {
                assertThat(node.counters().discarded(reason)).as("%s", reason).isZero();
            }
        }
    }

    @Test
    void hellosOfStrangersAreAnsweredAndKeepNothing() throws Exception {
        try (TestCluster cluster = TestCluster.of(0);
                DatagramSocket socket = new DatagramSocket(0)) {
            Random random = new Random(50);
            byte[] answer = new byte[2048];
            socket.setSoTimeout(45_000);
            for (int i = 0; i < HELLOS; i += HELLOS_AT_ONCE) {
                for (int j = 0; j < HELLOS_AT_ONCE; j++) {
                    byte[] hello = hello(random);
                    socket.send(new DatagramPacket(hello, hello.length, cluster.originAddress()));
                }
                for (int j = 0; j < HELLOS_AT_ONCE; j++) {
                    socket.receive(new DatagramPacket(answer, answer.length));
                }
            }
            MediaNode node = cluster.origin().server().node();
            assertThat(node.counters().received.sum()).isGreaterThanOrEqualTo(HELLOS);
            assertThat(node.sessions()).isZero();
            assertThat(node.counters().sessionsOpened.sum()).isZero();
            assertThat(node.counters().keyAgreements.sum()).isZero();
            cluster.connect();
            assertThat(node.sessions()).isOne();
        }
    }

    private static byte[] hello(Random random) {
        byte[] tag = new byte[16];
        random.nextBytes(tag);
        WireWriter writer = new WireWriter(256);
        PacketHeader.startup(1).write(writer);
        new IHello(EndpointDiscriminator.ofUri("rtmfp://127.0.0.1/live").encoded(), tag)
                .write(writer);
        byte[] packet = writer.toByteArray();
        int start = PacketSealer.HEADROOM;
        byte[] scratch = new byte[start + packet.length + PacketSealer.TAILROOM];
        System.arraycopy(packet, 0, scratch, start, packet.length);
        byte[] datagram = new byte[packet.length + 64];
        int end = start + packet.length;
        int length = StartupKeys.newSealer().seal(0, scratch, start, end, datagram, 0);
        return Arrays.copyOf(datagram, length);
    }
}
