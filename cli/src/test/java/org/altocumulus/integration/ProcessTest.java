package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.edge.ops.Version;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The commands as processes: what they print, how they stop, and how they fail. */
@Timeout(240)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "SIGTERM is for POSIX systems")
class ProcessTest {
    private static final int PLAYERS = 4;
    private static final String UDP = "bound: UDP (127[^ ]+) .*";
    private static final String ANY = "127.0.0.1:0";
    private static final String SECRET = "link.secret=shared";
    private static final Path FLV =
            Path.of("src/main/resources/org/altocumulus/cli/demo/test-pattern.flv");

    @TempDir private Path folder;

    private static TestProcess origin() throws Exception {
        return TestProcess.start("origin", "--bind", ANY, "--link", ANY, "--admin", ANY);
    }

    @Test
    void theStartTellsWhatRunsWhereAndThatItIsReady() throws Exception {
        Path config = Files.writeString(folder.resolve("my.conf"), "link.listen = \"" + ANY + '"');
        try (TestProcess origin =
                TestProcess.start(
                        "origin", "--config", config.toString(), "--bind", ANY, "--admin", ANY)) {
            origin.await("ready");
            String address = origin.await(UDP).group(1);
            assertThat(origin.out())
                    .startsWith("altocumulus: " + Version.current(), "role: origin")
                    .contains("advertised: UDP " + address, "configuration: " + config)
                    .anyMatch(line -> line.matches("fingerprint: [0-9a-f]{64}"))
                    .anyMatch(line -> line.matches("link: TCP 127.0.0.1:[1-9][0-9]*"))
                    .endsWith("ready");
            origin.terminate();
            assertThat(origin.exitCode()).isZero();
        }
    }

    @Test
    void theStartOfAnEdgeTellsItsOriginToo() throws Exception {
        Path config = Files.writeString(folder.resolve("edge.conf"), "node.bind = \"" + ANY + '"');
        try (TestProcess edge =
                TestProcess.start(
                        "edge", "--config", config.toString(), "--origin", "127.0.0.1:1")) {
            edge.await("not ready: not joined to an origin yet.*");
            String address = edge.await(UDP).group(1);
            assertThat(edge.out())
                    .startsWith("altocumulus: " + Version.current(), "role: edge")
                    .contains("advertised: UDP " + address, "configuration: " + config)
                    .contains("origin: [127.0.0.1:1]")
                    .anyMatch(line -> line.matches("fingerprint: [0-9a-f]{64}"))
                    .doesNotContain("ready");
        }
    }

    @Test
    void healthTellsWhetherADaemonIsAliveAndReady() throws Exception {
        try (TestProcess origin = origin()) {
            String link = origin.await("link: TCP (.*)").group(1);
            String admin = origin.await("admin: http://(.*)/state").group(1);
            assertHealth(0, "--admin", admin);
            assertHealth(0, "--ready", "--admin", admin);
            try (TestProcess edge =
                    TestProcess.start("edge", "--bind", ANY, "--origin", link, "--admin", ANY)) {
                String ofEdge = edge.await("admin: http://(.*)/state").group(1);
                assertHealth(0, "--ready", "--wait", "60s", "--admin", ofEdge);
                assertHealth(0, "--edge", "--admin", ofEdge);
                origin.kill();
                edge.await(".* lost the connection to origin .*");
                assertHealth(1, "--ready", "--admin", ofEdge);
                assertHealth(0, "--admin", ofEdge);
            }
            TestProcess dead = assertHealth(1, "--admin", admin);
            assertThat(dead.err())
                    .singleElement()
                    .asString()
                    .isEqualTo("altocumulus: no answer from TCP " + admin + ": connection refused");
        }
    }

    private static TestProcess assertHealth(int code, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("health"));
        arguments.addAll(List.of(options));
        TestProcess health = TestProcess.start(arguments.toArray(String[]::new));
        assertThat(health.exitCode()).as(health.out() + " " + health.err()).isEqualTo(code);
        return health;
    }

    /** The file stands for the DNS, which tells another address when the origin has moved. */
    @Test
    void anEdgeLooksUpTheNameOfItsOriginEachTimeItDials() throws Exception {
        Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.2 origin.example\n");
        try (TestProcess origin =
                TestProcess.start(
                        "origin", "--bind", ANY, "--link", ANY, "--admin", ANY, "--set", SECRET)) {
            int port = HostPort.parse(origin.await("link: TCP (.*)").group(1)).port();
            String name = "origin.example:" + port;
            try (TestProcess edge =
                    TestProcess.startWith(
                            List.of("-Djdk.net.hosts.file=" + hosts),
                            "edge",
                            "--bind",
                            ANY,
                            "--origin",
                            name,
                            "--set",
                            SECRET)) {
                edge.await(".* not joined to the origin at TCP " + name + ": .*refused.*");
                edge.await("not ready: not joined to an origin yet.*");
                assertThat(edge.out()).doesNotContain("ready");
                Files.writeString(hosts, "127.0.0.1 origin.example\n");
                edge.await(".* joined origin origin at TCP " + name + " .*");
                edge.await("ready");
            }
        }
    }

    @Test
    void daemonsUnderLoadStopOnSigtermAndTellClientsAndTheOriginFirst() throws Exception {
        try (TestProcess origin = origin();
                ClientEndpoint endpoint = ClientEndpoint.open(1)) {
            String link = origin.await("link: TCP (.*)").group(1);
            try (TestProcess edge =
                    TestProcess.start(
                            "edge",
                            "--bind",
                            ANY,
                            "--origin",
                            link,
                            "--set",
                            "node.id=first",
                            "--set",
                            "node.drain-time=1s")) {
                edge.await(".* origin origin can reach this node at UDP .*");
                List<ClientConnection> ofEdge = underLoad(endpoint, edge.await(UDP).group(1));
                edge.terminate();
                assertThat(edge.exitCode()).isZero();
                edge.await(".* waiting for 5 clients to leave, at most 1 s");
                edge.await(".* 5 clients left: closing their sessions");
                for (ClientConnection client : ofEdge) {
                    assertThat(Await.result(client.closed())).isEqualTo(CloseReason.FAR_CLOSED);
                }
                origin.await(".* edge first has left.*");
                assertThat(String.join("\n", origin.err()))
                        .containsSubsequence("edge first drains", "edge first");
            }
            List<ClientConnection> ofOrigin = underLoad(endpoint, origin.await(UDP).group(1));
            origin.terminate();
            assertThat(origin.exitCode()).isZero();
            for (ClientConnection client : ofOrigin) {
                assertThat(Await.result(client.closed())).isEqualTo(CloseReason.FAR_CLOSED);
            }
        }
    }

    /** A publisher and players that receive what it sends. */
    private static List<ClientConnection> underLoad(ClientEndpoint endpoint, String address)
            throws Exception {
        List<ClientConnection> clients = new ArrayList<>();
        HostPort server = HostPort.parse(address);
        for (int i = 0; i <= PLAYERS; i++) {
            clients.add(Await.result(endpoint.connect("rtmfp://" + address + "/live", server)));
        }
        TestStream publisher = TestStream.publishing(clients.get(0), "load");
        publisher.send(TestMedia.generated(60, 60));
        for (ClientConnection player : clients.subList(1, clients.size())) {
            TestStream.playing(player, "load").awaitMedia(MediaKind::isKeyFrame, 1);
        }
        TestMedia.generated(61, 60).forEach(publisher::send);
        return clients;
    }

    @Test
    void theSecondSignalEndsTheProcessAtOnce() throws Exception {
        try (TestProcess origin =
                TestProcess.startWithSignalsApart(
                        "origin",
                        "--bind",
                        ANY,
                        "--link",
                        ANY,
                        "--admin",
                        ANY,
                        "--set",
                        "node.stop-time=60s")) {
            origin.await("ready");
            String url = "rtmfp://" + origin.await(UDP).group(1) + "/live/x";
            String link = origin.await("link: TCP (.*)").group(1);
            try (TestProcess player = TestProcess.start("play", url)) {
                player.await("playing x from .*");
                // What does not confirm keeps the daemon waiting.
                player.freeze();
                origin.terminate();
                Await.until("the first signal has an effect", () -> !accepts(link));
                assertThat(origin.isAlive()).isTrue();
                origin.terminate();
                assertThat(origin.exitCode()).isEqualTo(128 + 15);
            }
        }
    }

    private static boolean accepts(String address) throws Exception {
        try (Socket socket = new Socket()) {
            socket.connect(HostPort.parse(address).resolve(0));
            return true;
        } catch (ConnectException e) {
            return false;
        }
    }

    @Test
    void aPortInUseIsNamedInOneLine() throws Exception {
        InetAddress host = InetAddress.getLoopbackAddress();
        try (DatagramSocket udp = new DatagramSocket(new InetSocketAddress(host, 0));
                ServerSocket tcp = new ServerSocket(0, 1, host)) {
            String taken = "127.0.0.1:" + udp.getLocalPort();
            String link = "127.0.0.1:" + tcp.getLocalPort();
            String clients =
                    "altocumulus: cannot bind UDP %s for clients: another process uses UDP port %d"
                            .formatted(taken, udp.getLocalPort());
            String other =
                    "altocumulus: cannot bind TCP %s for the %s: another process uses TCP port %d";
            String links = other.formatted(link, "link", tcp.getLocalPort());
            String admin = other.formatted(link, "admin port", tcp.getLocalPort());
            assertFails(1, clients, "origin", "--bind", taken, "--link", ANY, "--admin", ANY);
            assertFails(1, links, "origin", "--bind", ANY, "--link", link, "--admin", ANY);
            assertFails(1, admin, "origin", "--bind", ANY, "--link", ANY, "--admin", link);
            assertFails(1, clients, "edge", "--bind", taken);
            assertFails(1, admin, "edge", "--bind", ANY, "--admin", link);
        }
    }

    @Test
    void aBadConfigurationIsToldInOneLine() throws Exception {
        Path config = Files.writeString(folder.resolve("bad.conf"), "node { event-lops = 2 }");
        assertFails(2, "node.event-lops", "origin", "--config", config.toString());
        assertFails(2, "10.0.0.256", "edge", "--bind", "10.0.0.256:1935");
    }

    @Test
    void aClientThatNobodyAnswersSaysSo() throws Exception {
        InetAddress host = InetAddress.getLoopbackAddress();
        Path file = Files.createFile(folder.resolve("x.flv"));
        try (DatagramSocket nobody = new DatagramSocket(new InetSocketAddress(host, 0))) {
            String server = "127.0.0.1:" + nobody.getLocalPort();
            String url = "rtmfp://" + server + "/live/x";
            assertFails(1, server, "play", "--timeout", "1s", url);
            assertFails(1, server, "publish", "--timeout", "1s", url, FLV.toString());
            assertFails(2, "--timeout", "publish", "--timeout", "soon", url, file.toString());
        }
    }

    @Test
    void aSignalEndsAClientThatNobodyAnswers() throws Exception {
        InetAddress host = InetAddress.getLoopbackAddress();
        try (DatagramSocket nobody = new DatagramSocket(new InetSocketAddress(host, 0));
                TestProcess player =
                        TestProcess.start(
                                "play",
                                "--timeout",
                                "90s",
                                "rtmfp://127.0.0.1:" + nobody.getLocalPort() + "/live/x")) {
            // It waits for an answer from its first hello on.
            nobody.receive(new DatagramPacket(new byte[2048], 2048));
            player.terminate();
            assertThat(player.exitCode()).isEqualTo(1);
            assertThat(player.err()).singleElement().asString().contains("stopped");
        }
    }

    @Test
    void aPublisherWhoseServerLeavesFails() throws Exception {
        try (TestProcess origin = origin()) {
            String server = origin.await(UDP).group(1);
            try (TestProcess publisher =
                    TestProcess.start(
                            "publish", "--loop", "rtmfp://" + server + "/live/x", FLV.toString())) {
                publisher.await("publishing x at " + server);
                origin.terminate();
                assertThat(publisher.exitCode()).isEqualTo(1);
                assertThat(publisher.err())
                        .singleElement()
                        .asString()
                        .contains("the connection ended");
            }
        }
    }

    @Test
    void aKeyFileThatIsNoneIsABadConfiguration() throws Exception {
        Path garbage = Files.writeString(folder.resolve("garbage.key"), "garbage");
        Path client = folder.resolve("client.key");
        Files.writeString(
                client, Identity.staticClient(DhGroup.MODP_1024, new SecureRandom()).format());
        for (Path file : List.of(garbage, client, folder.resolve("absent.key"))) {
            for (String role : List.of("origin", "edge")) {
                String setting = "identity.key-file=" + file;
                assertFails(2, file.toString(), role, "--bind", ANY, "--set", setting);
            }
        }
    }

    private static void assertFails(int code, String named, String... arguments) throws Exception {
        try (TestProcess process = TestProcess.start(arguments)) {
            assertThat(process.exitCode())
                    .as("%s %s", process.out(), process.err())
                    .isEqualTo(code);
            assertThat(process.err()).singleElement().asString().contains(named);
            assertThat(process.out()).doesNotContain("ready");
        }
    }
}
