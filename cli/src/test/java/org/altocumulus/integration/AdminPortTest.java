package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The admin port of an origin with two edges, a publisher and a player. */
@Timeout(120)
class AdminPortTest {
    private static final int READ_LIMIT_MILLIS = 45_000;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static TestCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = TestCluster.of(2);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @Test
    void readyIsToldInAWord() throws Exception {
        HttpResponse<String> response = send("GET", "/ready");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("ready\n");
    }

    @Test
    void anOriginThatWaitsForItsEdgesIsNotReady() throws Exception {
        try (TestCluster waiting =
                TestCluster.of(0, "link { expect-edges = 2, grace-period = 5m }")) {
            HttpResponse<String> response = send(waiting, "GET", "/ready");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).isEqualTo("waiting for the first edge\n");
            assertThat(state(waiting).get("ready").asBoolean()).isFalse();
        }
    }

    @Test
    void theStateShowsEdgesStreamsAndSessions() throws Exception {
        var publisher = cluster.connect(cluster.address(cluster.edge(0)));
        var player = cluster.connect(cluster.address(cluster.edge(1)));
        TestStream.publishing(publisher, "seen \"here\"");
        TestStream.playing(player, "seen \"here\"");
        Await.until(
                "both are reported",
                () ->
                        state(cluster).at("/clients").asInt() == 2
                                && state(cluster).at("/edges/0/peers").asInt() == 1
                                && state(cluster).at("/edges/1/peers").asInt() == 1
                                && wantedBy().equals("edge-1"),
                () -> cluster.origin().watch().edges());

        JsonNode state = state(cluster);
        List<String> nodes = new ArrayList<>();
        for (JsonNode edge : state.get("edges")) {
            nodes.add(edge.get("node").asText());
            assertThat(edge.get("state").asText()).isEqualTo("ready");
            assertThat(edge.get("clients").asInt()).isOne();
            assertThat(edge.get("reachable")).isEqualTo(edge.get("advertised")).hasSize(1);
            assertThat(edge.get("reportAgeMillis").asLong()).isNotNegative();
        }
        assertThat(nodes).containsExactlyInAnyOrder("edge-0", "edge-1");
        JsonNode stream = state.at("/streams/0");
        assertThat(stream.get("application").asText()).isEqualTo(TestCluster.APPLICATION);
        assertThat(stream.get("name").asText()).isEqualTo("seen \"here\"");
        assertThat(stream.get("node").asText()).isEqualTo("edge-0");
        assertThat(state.at("/origin/sessions").asInt()).isZero();
        assertThat(state.at("/origin/peers").asInt()).isZero();
        assertThat(state.at("/origin/bound/0").asText())
                .isEqualTo(HostPort.format(cluster.originAddress()));
        assertThat(state.at("/origin/fingerprint").asText()).matches("[0-9a-f]{64}");
        assertThat(state.get("ready").asBoolean()).isTrue();
    }

    private static String wantedBy() throws Exception {
        return state(cluster).at("/streams/0/wantedBy/0").asText();
    }

    @Test
    void otherPathsAreNotThere() throws Exception {
        assertThat(send("GET", "/").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/state/../x").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/ready?now=1").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE"})
    void nothingCanBeChanged(String method) throws Exception {
        HttpResponse<String> response = send(method, "/state");
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("allow")).contains("GET, HEAD");
    }

    @Test
    void aHeadHasNoBody() throws Exception {
        HttpResponse<String> response = send("HEAD", "/ready");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000\u0001\u00ff\r\n\r\n", "GET\r\n\r\n", "\r\n\r\nx y z w\r\n\r\n"})
    void whatIsNotHttpIsRefused(String garbage) throws Exception {
        String answer = exchange(garbage);
        assertThat(answer).startsWith("HTTP/1.1 400 ");
        readyIsToldInAWord();
    }

    @Test
    void aRequestThatIsTooLargeIsRefused() throws Exception {
        String line = "GET /" + "x".repeat(100_000) + " HTTP/1.1\r\n\r\n";
        assertThat(exchange(line)).matches("(?s)HTTP/1.1 4\\d\\d .*");
        String body = "POST /state HTTP/1.1\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n";
        assertThat(exchange(body)).matches("(?s)HTTP/1.1 4\\d\\d .*");
        readyIsToldInAWord();
    }

    /** What is answered until the server closes the connection. */
    private static String exchange(String request) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(READ_LIMIT_MILLIS);
            socket.connect(cluster.origin().adminAddress());
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    private static JsonNode state(TestCluster of) throws Exception {
        HttpResponse<String> response = send(of, "GET", "/state");
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        return new ObjectMapper().readTree(response.body());
    }

    private static HttpResponse<String> send(String method, String path) throws Exception {
        return send(cluster, method, path);
    }

    private static HttpResponse<String> send(TestCluster to, String method, String path)
            throws Exception {
        URI uri = URI.create("http://" + HostPort.format(to.origin().adminAddress()) + path);
        HttpRequest request =
                HttpRequest.newBuilder(uri)
                        .version(HttpClient.Version.HTTP_1_1)
                        .timeout(Duration.ofMillis(READ_LIMIT_MILLIS))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
