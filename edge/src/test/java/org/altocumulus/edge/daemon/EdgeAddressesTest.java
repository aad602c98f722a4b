package org.altocumulus.edge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/**
 * What an edge that is bound to all addresses tells clients, by the addresses that its host has.
 */
@Timeout(60)
class EdgeAddressesTest {
    private static final String[] CONTAINER = {"127.0.0.1", "172.17.0.2", "::1", "fe80::1"};

    private static EdgeDaemon edge(String more, String... host) throws Exception {
        List<InetAddress> addresses = new ArrayList<>();
        for (String ip : host) {
            addresses.add(InetAddress.getByName(ip));
        }
        String hocon =
                "node { bind = \"0.0.0.0:0\", event-loops = 1 }\nlink.origins = \"127.0.0.1:1\"\n";
        return new EdgeDaemon(
                EdgeSettings.read(SettingsLoader.parse(hocon + more)),
                NodeClock.system(),
                new SecureRandom(),
                () -> addresses);
    }

    @Test
    void anEdgeThatWouldHaveToMakeOneUpDoesNotStart() throws Exception {
        EdgeDaemon edge = edge("", CONTAINER);
        try {
            assertThatThrownBy(edge::start)
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "no address that clients could use: name one with --advertise"
                                    + " HOST:PORT");
        } finally {
            edge.stop();
        }
    }

    @Test
    void whatIsWrittenIsAdvertisedAlsoIfItIsThatOfAContainer() throws Exception {
        List<InetSocketAddress> written =
                List.of(
                        HostPort.parseNumeric("172.17.0.2:1935"),
                        HostPort.parseNumeric("127.0.0.1:1935"));
        EdgeDaemon edge =
                edge("node.advertise = [\"172.17.0.2:1935\", \"127.0.0.1:1935\"]", CONTAINER);
        try {
            edge.start();
            assertThat(edge.server().advertised()).isEqualTo(written);
        } finally {
            edge.stop();
        }
    }

    @Test
    void theStartSaysWhichPrivateAddressAndWhichMappedPortClientsAreTold() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(NodeServer.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        try {
            startAndStop("", "127.0.0.1", "10.1.2.3");
            assertThat(log.list)
                    .singleElement()
                    .asString()
                    .startsWith(
                            "[WARN] all addresses of this host are bound (node.bind), so clients")
                    .contains("clients are told 10.1.2.3, which is private");
            log.list.clear();
            startAndStop("node.advertise = \"192.0.2.1:1\"", "127.0.0.1", "10.1.2.3");
            assertThat(log.list)
                    .singleElement()
                    .asString()
                    .startsWith("[INFO] clients are told UDP 192.0.2.1:1, and this node listens at")
                    .contains("UDP 0.0.0.0:");
            log.list.clear();
            startAndStop("", "127.0.0.1", "192.0.2.1");
            assertThat(log.list).isEmpty();
        } finally {
            logger.setLevel(null);
            logger.detachAppender(log);
        }
    }

    private static void startAndStop(String more, String... host) throws Exception {
        EdgeDaemon edge = edge(more, host);
        try {
            edge.start();
        } finally {
            edge.stop();
        }
    }

    @Test
    void ofTheAddressesOfAHostThoseThatOthersCanUseAreAdvertised() throws Exception {
        EdgeDaemon edge = edge("", "127.0.0.1", "172.17.0.1", "10.1.2.3", "2001:db8::7");
        try {
            edge.start();
            int port = edge.server().node().boundAddresses().get(0).getPort();
            assertThat(edge.server().advertised())
                    .containsExactly(HostPort.parseNumeric("10.1.2.3:" + port));
        } finally {
            edge.stop();
        }
    }
}
