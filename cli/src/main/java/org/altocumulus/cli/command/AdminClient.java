package org.altocumulus.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.SocketErrors;

/** Asks the admin port of an origin. */
final class AdminClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final String server;
    private final String base;
    private final Optional<String> token;

    /**
     * For the origin that has its admin port there; one bound to all addresses is on this host.
     *
     * @param token that requests carry, if any
     */
    AdminClient(InetSocketAddress address, Optional<String> token) {
        this.token = token;
        InetAddress host =
                address.getAddress().isAnyLocalAddress()
                        ? InetAddress.getLoopbackAddress()
                        : address.getAddress();
        this.server = HostPort.format(new InetSocketAddress(host, address.getPort()));
        this.base = "http://" + server;
    }

    /**
     * An edge, as the origin knows it.
     *
     * @param state as in {@code /state}
     */
    record Edge(String node, String state, int clients) {
        boolean isGone() {
            return state.equals("left") || state.equals("lost");
        }
    }

    /**
     * Has an edge drained.
     *
     * @return whether there is such an edge
     */
    boolean drain(String node) throws CommandFailure, InterruptedException {
        HttpResponse<String> answer =
                send(
                        request("/edges/" + node + "/drain")
                                .POST(HttpRequest.BodyPublishers.noBody()));
        if (answer.statusCode() == 404) {
            return false;
        }
        require200(answer);
        return true;
    }

    /** All edges, those that are gone among them. */
    List<Edge> edges() throws CommandFailure, InterruptedException {
        HttpResponse<String> answer = send(request("/state").GET());
        require200(answer);
        try {
            List<Edge> edges = new ArrayList<>();
            for (JsonNode edge : new ObjectMapper().readTree(answer.body()).path("edges")) {
                edges.add(
                        new Edge(
                                edge.path("node").asText(),
                                edge.path("state").asText(),
                                edge.path("clients").asInt()));
            }
            return edges;
        } catch (IOException e) {
            throw new CommandFailure(
                    "no origin answers at TCP " + server + ": its answer is no JSON", e);
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT);
        token.ifPresent(value -> request.header("Authorization", "Bearer " + value));
        return request;
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
            throws CommandFailure, InterruptedException {
        try {
            return http.send(
                    request.version(HttpClient.Version.HTTP_1_1).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new CommandFailure(
                    "%s TCP %s: %s. Is the origin running, and is its admin.bind this address?"
                            .formatted(
                                    isRefusal(e) ? "nothing listens at" : "no origin answers at",
                                    server,
                                    SocketErrors.reason(e)),
                    e);
        }
    }

    /** Whether the host answered that it has no such port. */
    private static boolean isRefusal(IOException failure) {
        return failure instanceof ConnectException
                && SocketErrors.reason(failure).equals("connection refused");
    }

    private void require200(HttpResponse<String> answer) throws CommandFailure {
        if (answer.statusCode() == 401) {
            throw new CommandFailure(
                    "the origin at %s refuses: %s; it is given by --token, ALTOCUMULUS_ADMIN_TOKEN or admin.token"
                            .formatted(base, answer.body().strip()));
        }
        if (answer.statusCode() != 200) {
            throw new CommandFailure(
                    "the origin at %s answers %d: %s"
                            .formatted(base, answer.statusCode(), answer.body().strip()));
        }
    }
}
