package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.origin.daemon.OriginDaemon;
import org.altocumulus.origin.ops.OriginSettings;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator is told when an address cannot be bound, whichever of a node's it is. */
@Timeout(60)
class BindFailureTest {
    private static final String HOST = "127.32.1.1";

    private static final String BASE =
            """
            node { event-loops = 2, bind = "127.32.1.2:0", stop-time = 0s }
            link { listen = "127.32.1.2:0", origins = "127.32.1.2:1", secret = s }
            admin { bind = "127.32.1.2:0", token = t }
            """;

    @ParameterizedTest
    @CsvSource({
        "node.bind, UDP, clients, on",
        "node.bind, UDP, clients, off",
        "link.listen, TCP, the link, on",
        "link.listen, TCP, the link, off",
        "admin.bind, TCP, the admin port, on",
        "link.pull-listen, TCP, direct pulls, on",
        "link.pull-listen, TCP, direct pulls, off",
        "admin.edge-bind, TCP, the admin port, on",
    })
    void theOperatorReadsAddressPurposeAndReason(
            String key, String protocol, String purpose, String nativeTransport) throws Exception {
        InetAddress host = InetAddress.getByName(HOST);
        try (ServerSocket tcp = new ServerSocket(0, 1, host);
                DatagramSocket udp = new DatagramSocket(new InetSocketAddress(host, 0))) {
            int port = protocol.equals("TCP") ? tcp.getLocalPort() : udp.getLocalPort();
            String taken = HOST + ':' + port;
            assertFails(
                    key,
                    taken,
                    nativeTransport,
                    "cannot bind %s %s for %s: another process uses %s port %d"
                            .formatted(protocol, taken, purpose, protocol, port));
        }
        // TEST-NET-1, which no host has.
        String foreign = "192.0.2.77:1999";
        assertFails(
                key,
                foreign,
                nativeTransport,
                "cannot bind %s %s for %s: this host does not have the address"
                        .formatted(protocol, foreign, purpose));
    }

    private static void assertFails(
            String key, String address, String nativeTransport, String message) throws Exception {
        String hocon =
                BASE
                        + "node.native-transport = "
                        + nativeTransport
                        + "\n%s = \"%s\"".formatted(key, address);
        if (key.equals("node.bind") || key.equals("link.listen") || key.equals("admin.bind")) {
            OriginDaemon origin =
                    new OriginDaemon(
                            OriginSettings.read(SettingsLoader.parse(hocon)),
                            NodeClock.system(),
                            new SecureRandom());
            try {
                assertThatThrownBy(origin::start)
                        .isInstanceOf(IOException.class)
                        .hasMessage(message);
            } finally {
                origin.stop();
            }
        }
        if (!key.equals("link.listen") && !key.equals("admin.bind")) {
            EdgeDaemon edge =
                    new EdgeDaemon(
                            EdgeSettings.read(SettingsLoader.parse(hocon)),
                            NodeClock.system(),
                            new SecureRandom());
            try {
                assertThatThrownBy(edge::start).isInstanceOf(IOException.class).hasMessage(message);
            } finally {
                edge.stop();
            }
        }
    }
}
