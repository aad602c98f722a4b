package org.altocumulus.integration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.altocumulus.protocol.wire.HostPort;

/** Requests to an admin port. */
final class AdminHttp {
    private static final Duration LIMIT = Duration.ofSeconds(45);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private AdminHttp() {}

    static HttpResponse<String> send(
            InetSocketAddress to, String method, String path, String... headers) throws Exception {
        URI uri = URI.create("http://" + HostPort.format(to) + path);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri)
                        .version(HttpClient.Version.HTTP_1_1)
                        .timeout(LIMIT)
                        .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static JsonNode state(InetSocketAddress of) throws Exception {
        return new ObjectMapper().readTree(send(of, "GET", "/state").body());
    }
}
