package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may use the admin ports of a cluster, and what of it the command line needs. */
@Timeout(240)
class AdminAccessTest {
    private static final String TOKEN = "open-sesame";
    private static final String BEARER = "Bearer " + TOKEN;
    private static final int READ_LIMIT_MILLIS = 30_000;
    private static TestCluster cluster;
    @TempDir private Path folder;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                TestCluster.of(
                        1,
                        """
                        admin {
                          token = %s, hosts = [ops.internal], edge-bind = "127.0.0.1:0"
                        }
                        """
                                .formatted(TOKEN));
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static List<InetSocketAddress> ports() {
        return List.of(
                cluster.origin().adminAddress(), cluster.edge(0).adminAddress().orElseThrow());
    }

    @Test
    void withoutTheTokenOnlyProbesAreAnswered() throws Exception {
        for (InetSocketAddress port : ports()) {
            for (String path : List.of("/live", "/ready")) {
                Await.until(path, () -> AdminHttp.send(port, "GET", path).statusCode() == 200);
            }
            for (String path : List.of("/state", "/clients", "/elsewhere")) {
                HttpResponse<String> none = AdminHttp.send(port, "GET", path);
                assertThat(none.statusCode()).as(path).isEqualTo(401);
                assertThat(none.headers().firstValue("www-authenticate")).contains("Bearer");
                assertThat(status(port, "GET", path, "Authorization", BEARER + "x")).isEqualTo(401);
                assertThat(status(port, "GET", path, "Authorization", "Basic " + TOKEN))
                        .isEqualTo(401);
            }
            assertThat(status(port, "POST", "/edges/edge-0/drain")).isEqualTo(401);
            assertThat(status(port, "GET", "/state", "Authorization", BEARER)).isEqualTo(200);
            assertThat(status(port, "GET", "/clients", "Authorization", BEARER)).isEqualTo(200);
        }
        assertThat(cluster.view(0).state()).isEqualTo(EdgeState.READY);
    }

    @Test
    void aPostThatABrowserSendsIsRefusedAlsoWithTheTokenAndWithoutOrigin() throws Exception {
        String path = "/edges/edge-0/drain";
        for (String site : List.of("cross-site", "same-site", "same-origin", "none")) {
            String answer = exchange("POST " + path, "127.0.0.1", "Sec-Fetch-Site: " + site);
            assertThat(answer).as(site).startsWith("HTTP/1.1 403 ");
        }
        assertThat(exchange("POST " + path, "127.0.0.1", "Origin: http://127.0.0.1"))
                .startsWith("HTTP/1.1 403 ");
        assertThat(cluster.view(0).state()).isEqualTo(EdgeState.READY);
    }

    @Test
    void aRequestForAnotherHostIsRefused() throws Exception {
        assertThat(exchange("GET /state", "evil.example")).startsWith("HTTP/1.1 421 ");
        assertThat(exchange("GET /live", "evil.example:1980")).startsWith("HTTP/1.1 421 ");
        assertThat(exchange("GET /state", "ops.internal:1980")).startsWith("HTTP/1.1 200 ");
        assertThat(exchange("GET /state", "10.0.0.1")).startsWith("HTTP/1.1 200 ");
    }

    /** What the origin answers until it closes the connection; with the token. */
    private static String exchange(String request, String host, String... headers)
            throws IOException {
        StringBuilder text = new StringBuilder(request + " HTTP/1.1\r\nHost: " + host + "\r\n");
        text.append("Authorization: ").append(BEARER).append("\r\nConnection: close\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(READ_LIMIT_MILLIS);
            socket.connect(cluster.origin().adminAddress());
            socket.getOutputStream().write((text + "\r\n").getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    private static int status(InetSocketAddress to, String method, String path, String... headers)
            throws Exception {
        return AdminHttp.send(to, method, path, headers).statusCode();
    }

    @Test
    void connectedClientsAreShownWithTheirStreams() throws Exception {
        InetSocketAddress edge = cluster.address(cluster.edge(0));
        ClientConnection publisher = cluster.connect(edge);
        ClientConnection player = cluster.connect(edge);
        try {
            TestStream.publishing(publisher, "shown");
            TestStream.playing(player, "shown");
            Await.until("both are there", () -> clients(0).get("total").asInt() == 2);
            List<String> shown = new ArrayList<>();
            for (JsonNode client : clients(0).get("clients")) {
                assertThat(client.get("peerId").asText()).matches("[0-9a-f]{64}");
                assertThat(client.get("address").asText()).startsWith("127.0.0.1:");
                assertThat(client.get("application").asText()).isEqualTo(TestCluster.APPLICATION);
                assertThat(client.get("connectedMillis").asLong()).isNotNegative();
                shown.add("" + client.get("publishes") + client.get("plays"));
            }
            assertThat(shown).containsExactlyInAnyOrder("[\"shown\"][]", "[][\"shown\"]");
            assertThat(clients(0).get("next").isNull()).isTrue();
        } finally {
            publisher.close();
            player.close();
        }
        Await.until("they have left", () -> clients(0).get("total").asInt() == 0);
    }

    private static JsonNode clients(int edge) throws Exception {
        InetSocketAddress port = cluster.edge(edge).adminAddress().orElseThrow();
        return new ObjectMapper()
                .readTree(AdminHttp.send(port, "GET", "/clients", "Authorization", BEARER).body());
    }

    @Test
    void drainNeedsTheTokenAndSaysWhereItIsGiven() throws Exception {
        String admin = HostPort.format(cluster.origin().adminAddress());
        String refused =
                "altocumulus: the origin at http://%s refuses: %s; it is given by --token,"
                        + " ALTOCUMULUS_ADMIN_TOKEN or admin.token";
        assertFails(
                refused.formatted(admin, "this needs the token: Authorization: Bearer TOKEN"),
                "edge-0",
                "--admin",
                admin);
        assertFails(
                refused.formatted(admin, "the token is wrong"),
                "edge-0",
                "--admin",
                admin,
                "--token",
                "guess");
        assertFails(
                "altocumulus: no edge edge-7 is connected; there are: edge-0",
                "edge-7",
                "--admin",
                admin,
                "--token",
                TOKEN);
        assertThat(cluster.view(0).state()).isEqualTo(EdgeState.READY);
    }

    private static void assertFails(String line, String... arguments) throws Exception {
        try (TestProcess drain = drain(arguments)) {
            assertThat(drain.exitCode()).isEqualTo(1);
            assertThat(drain.err()).containsExactly(line);
            assertThat(drain.out()).isEmpty();
        }
    }

    private static TestProcess drain(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("drain"));
        all.addAll(List.of(arguments));
        return TestProcess.start(all.toArray(String[]::new));
    }

    @Test
    void drainTakesTheTokenFromAnOptionOrFromTheFileThatTheConfigurationNames() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        Path wrong = Files.writeString(folder.resolve("wrong"), "guess\n");
        try (TestCluster drained = TestCluster.of(2, "admin.token = " + TOKEN)) {
            String admin = HostPort.format(drained.origin().adminAddress());
            assertDrains(drained, 0, config(admin, token));
            assertDrains(drained, 1, config(admin, wrong), "--token", TOKEN);
        }
    }

    private String config(String admin, Path token) throws IOException {
        String text = "admin { bind = \"%s\", token-file = \"%s\" }".formatted(admin, token);
        return Files.writeString(folder.resolve("origin.conf"), text).toString();
    }

    private static void assertDrains(TestCluster of, int edge, String config, String... more)
            throws Exception {
        List<String> arguments = new ArrayList<>(List.of("edge-" + edge, "--config", config));
        arguments.addAll(List.of(more));
        try (TestProcess drain = drain(arguments.toArray(String[]::new))) {
            assertThat(drain.exitCode()).as("%s", drain.err()).isZero();
            assertThat(drain.out())
                    .containsExactly(
                            "edge edge-" + edge + " drains: the origin sends no clients there");
        }
        of.awaitState(edge, EdgeState.DRAINING);
    }
}
