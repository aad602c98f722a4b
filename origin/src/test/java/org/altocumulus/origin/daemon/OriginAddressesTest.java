package org.altocumulus.origin.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.origin.ops.OriginSettings;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an origin that is bound to all addresses tells of itself, by those that its host has. */
@Timeout(60)
class OriginAddressesTest {
    private static final String[] CONTAINER = {"127.0.0.1", "172.17.0.2", "::1", "fe80::1"};
    private static final String SEVERAL =
            "link { self = \"127.0.0.1:1\", origins = [\"127.0.0.1:1\", \"127.0.0.1:2\"] }\n";

    private static OriginDaemon origin(String more, String... host) throws Exception {
        List<InetAddress> addresses = new ArrayList<>();
        for (String ip : host) {
            addresses.add(InetAddress.getByName(ip));
        }
        String hocon =
                """
                node { bind = "0.0.0.0:0", event-loops = 1, stop-time = 1s }
                link.listen = "127.0.0.1:0"
                admin.bind = "127.0.0.1:0"
                """;
        return new OriginDaemon(
                OriginSettings.read(SettingsLoader.parse(hocon + more)),
                NodeClock.system(),
                new SecureRandom(),
                () -> addresses);
    }

    @Test
    void anOriginByItselfCanDoWithoutAndMakesNoneUp() throws Exception {
        OriginDaemon origin = origin("", CONTAINER);
        try {
            origin.start();
            assertThat(origin.server().advertised()).isEmpty();
            assertThat(origin.watch().readiness().ready()).isTrue();
        } finally {
            origin.stop();
        }
    }

    @Test
    void oneOfSeveralThatWouldHaveToMakeOneUpDoesNotStart() throws Exception {
        OriginDaemon origin = origin(SEVERAL, CONTAINER);
        try {
            assertThatThrownBy(origin::start)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("name one with --advertise HOST:PORT");
        } finally {
            origin.stop();
        }
    }

    @Test
    void whatIsWrittenIsAdvertisedAlsoIfItIsThatOfAContainer() throws Exception {
        OriginDaemon origin = origin(SEVERAL + "node.advertise = \"172.17.0.2:1935\"", CONTAINER);
        try {
            origin.start();
            assertThat(origin.server().advertised())
                    .containsExactly(HostPort.parseNumeric("172.17.0.2:1935"));
        } finally {
            origin.stop();
        }
    }

    @Test
    void ofTheAddressesOfAHostThoseThatOthersCanUseAreAdvertised() throws Exception {
        OriginDaemon origin = origin("", "127.0.0.1", "::1", "172.17.0.1", "10.1.2.3");
        try {
            origin.start();
            int port = origin.server().node().boundAddresses().get(0).getPort();
            assertThat(origin.server().advertised())
                    .containsExactly(HostPort.parseNumeric("10.1.2.3:" + port));
        } finally {
            origin.stop();
        }
    }
}
