package org.altocumulus.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.altocumulus.protocol.wire.HostPort;

/** The admin port of a node. */
final class AdminPort {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(LIMIT).build();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final InetSocketAddress address;

    AdminPort(InetSocketAddress address) {
        this.address = address;
    }

    InetSocketAddress address() {
        return address;
    }

    /** Sends a request; returns the status, or 0 if there is no answer within 5 s. */
    int status(String method, String path) throws InterruptedException {
        try {
            return send(method, path).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    /** What {@code GET /state} says. */
    JsonNode state() throws Exception {
        return JSON.readTree(send("GET", "/state").body());
    }

    private HttpResponse<String> send(String method, String path)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://" + HostPort.format(address) + path))
                        .version(HttpClient.Version.HTTP_1_1)
                        .timeout(LIMIT)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
