package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server of an operator, which notes what it is asked and answers all alike. */
final class TestHook implements AutoCloseable {
    private static final int PIECE = 1 << 16;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch released = new CountDownLatch(1);
    private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile byte[] body = {};
    private volatile boolean silent;

    TestHook() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers so from now on. */
    TestHook answers(int withStatus, String withBody) {
        status = withStatus;
        body = withBody.getBytes(UTF_8);
        silent = false;
        return this;
    }

    /** Takes requests from now on and answers none before {@link #release}. */
    void holdsAnswers() {
        silent = true;
    }

    /** Answers what waits, and from now on at once. */
    void release() {
        silent = false;
        released.countDown();
    }

    List<JsonNode> requests() {
        return requests;
    }

    /** The headers of that name, null where there was none. */
    List<String> authorizations() {
        return authorizations;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(new ObjectMapper().readTree(exchange.getRequestBody()));
            authorizations.add(
                    String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            if (silent) {
                released.await();
            }
            byte[] answer = body;
            exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
            for (int at = 0; at < answer.length; at += PIECE) {
                exchange.getResponseBody().write(answer, at, Math.min(PIECE, answer.length - at));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        released.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
