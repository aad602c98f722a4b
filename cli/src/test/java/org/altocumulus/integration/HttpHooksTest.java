package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.altocumulus.edge.hook.HttpHooks;
import org.altocumulus.edge.netconnection.AccessAnswer;
import org.altocumulus.edge.netconnection.AccessRequest;
import org.altocumulus.edge.netconnection.AccessRequest.Action;
import org.altocumulus.edge.netconnection.ConnectRequest;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP servers answer, and what becomes of it. */
@Timeout(120)
class HttpHooksTest {
    private static final String YES = "yes";
    private static final String NO_DECISION = "permission cannot be checked now, try again later";

    private static HttpHooks hooks(String url, String more) throws SettingsException {
        String text = "hooks { connect = \"%s\", timeout = 20s, %s }".formatted(url, more);
        return new HttpHooks(
                EdgeSettings.read(SettingsLoader.parse(text)).mediaNode().hooks(),
                () -> "edge-7",
                System::nanoTime);
    }

    private static CompletableFuture<String> asking(HttpHooks hooks, Action action) {
        CompletableFuture<String> result = new CompletableFuture<>();
        hooks.ask(
                new AccessRequest(
                        action,
                        new InetSocketAddress("192.0.2.7", 50123),
                        "ab".repeat(32),
                        new ConnectRequest("live", 0, "rtmfp://h/live?t=1", Map.of(), List.of()),
                        action == Action.CONNECT ? "" : "s"),
                new AccessAnswer() {
                    @Override
                    public void accepted() {
                        result.complete(YES);
                    }

                    @Override
                    public void refused(String reason) {
                        result.complete(reason);
                    }
                });
        return result;
    }

    private static String ask(HttpHooks hooks) throws Exception {
        return Await.result(asking(hooks, Action.CONNECT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0\n", "{\"code\":0}", "", " { \"code\": 0 }\r\n"})
    void theseAreAYes(String body) throws Exception {
        try (TestHook server = new TestHook().answers(200, body)) {
            HttpHooks hooks = hooks(server.url() + "/c", "");
            assertThat(ask(hooks)).isEqualTo(YES);
            assertThat(ask(hooks)).isEqualTo(YES);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | 1 | not allowed",
                "200 | {\"code\":1,\"message\":\"no ticket\"} | no ticket",
                "403 | 0 | not allowed",
                "200 | <html>0</html> | permission cannot be checked now, try again later",
                "500 | 0 | permission cannot be checked now, try again later",
                "302 | 0 | permission cannot be checked now, try again later",
                "201 | 0 | permission cannot be checked now, try again later",
            })
    void theseAreANo(int status, String body, String reason) throws Exception {
        try (TestHook server = new TestHook().answers(status, body)) {
            assertThat(ask(hooks(server.url(), ""))).isEqualTo(reason);
        }
    }

    @Test
    void aBodyOfTenMegabytesIsNotReadToItsEnd() throws Exception {
        try (TestHook server = new TestHook().answers(200, "0" + " ".repeat(10 << 20));
                LogWatch log = new LogWatch()) {
            HttpHooks hooks = hooks(server.url(), "");
            assertThat(ask(hooks)).isEqualTo(NO_DECISION);
            log.await("hook http://127.0.0.1:\\d+: it answers with more than 4096 bytes, .*");
            server.answers(200, "0");
            assertThat(ask(hooks)).isEqualTo(YES);
        }
    }

    @Test
    void whatNobodyListensForIsANoAndAWarningWithoutTheQuery() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (LogWatch log = new LogWatch()) {
            assertThat(ask(hooks("http://127.0.0.1:" + port + "/c?key=hunter2", "")))
                    .isEqualTo(NO_DECISION);
            log.await(
                    "hook http://127.0.0.1:%d/c: connection refused, the client is refused"
                            .formatted(port));
        }
    }

    @Test
    void noAnswerInTimeIsANo() throws Exception {
        try (TestHook server = new TestHook();
                LogWatch log = new LogWatch()) {
            server.holdsAnswers();
            HttpHooks hooks = hooks(server.url(), "timeout = 200ms, connections = 1");
            assertThat(ask(hooks)).isEqualTo(NO_DECISION);
            log.await("hook .*: no answer in 200 ms, the client is refused");
            server.release();
            HttpHooks patient = hooks(server.url(), "");
            assertThat(ask(patient)).isEqualTo(YES);
        }
    }

    @Test
    void aRequestThatTimedOutMakesRoomForTheNext() throws Exception {
        try (TestHook server = new TestHook()) {
            server.holdsAnswers();
            HttpHooks hooks = hooks(server.url(), "timeout = 3s, connections = 1, queue-length=1");
            assertThat(ask(hooks)).isEqualTo(NO_DECISION);
            server.answers(200, "0");
            assertThat(ask(hooks)).isEqualTo(YES);
        }
    }

    @Test
    void anAnswerThatBeginsAndNeverEndsIsANo() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HttpHooks hooks = hooks("http://127.0.0.1:" + server.getLocalPort(), "timeout = 300ms");
            CompletableFuture<String> answer = asking(hooks, Action.CONNECT);
            try (Socket accepted = server.accept()) {
                String head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0";
                accepted.getOutputStream().write(head.getBytes(ISO_8859_1));
                assertThat(Await.result(answer)).isEqualTo(NO_DECISION);
            }
        }
    }

    @Test
    void aConnectionThatEndsBeforeTheAnswerIsTriedOnceMore() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            HttpHooks hooks = hooks("http://127.0.0.1:" + server.getLocalPort(), "");
            CompletableFuture<String> answer = asking(hooks, Action.CONNECT);
            readRequest(server).close();
            try (Socket second = readRequest(server)) {
                String yes = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n0";
                second.getOutputStream().write(yes.getBytes(ISO_8859_1));
                assertThat(Await.result(answer)).isEqualTo(YES);
            }
            CompletableFuture<String> broken = asking(hooks, Action.CONNECT);
            readRequest(server).close();
            readRequest(server).close();
            assertThat(Await.result(broken)).isEqualTo(NO_DECISION);
        }
    }

    /** Takes a connection and what comes first on it. */
    private static Socket readRequest(ServerSocket server) throws IOException {
        Socket socket = server.accept();
        assertThat(socket.getInputStream().read(new byte[4096])).isPositive();
        return socket;
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000\u0001\u0002\r\n\r\n", "0", "HTTP/1.1 0 OK\r\n\r\n"})
    void whatIsNotHttpIsANo(String garbage) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            HttpHooks hooks = hooks("http://127.0.0.1:" + server.getLocalPort(), "");
            CompletableFuture<String> answer = asking(hooks, Action.CONNECT);
            while (!answer.isDone()) {
                server.setSoTimeout(1000);
                try (Socket socket = readRequest(server)) {
                    socket.getOutputStream().write(garbage.getBytes(ISO_8859_1));
                } catch (SocketTimeoutException e) {
                    break;
                }
            }
            assertThat(Await.result(answer)).isEqualTo(NO_DECISION);
        }
    }

    @Test
    void moreThanMayWaitIsANoAndTheRestIsAskedInTurn() throws Exception {
        try (TestHook server = new TestHook().answers(200, "0")) {
            server.holdsAnswers();
            HttpHooks hooks = hooks(server.url(), "connections = 2, queue-length = 3");
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(asking(hooks, Action.CONNECT));
            }
            Await.until("two are asked", () -> server.requests().size() == 2);
            for (CompletableFuture<String> tooMany : answers.subList(5, 8)) {
                assertThat(tooMany).isCompletedWithValue(NO_DECISION);
            }
            assertThat(answers.subList(0, 5)).noneMatch(CompletableFuture::isDone);
            server.release();
            for (CompletableFuture<String> answer : answers.subList(0, 5)) {
                assertThat(Await.result(answer)).isEqualTo(YES);
            }
            assertThat(server.requests()).hasSize(5);
        }
    }

    @Test
    void aThousandAreAskedOverFewConnections() throws Exception {
        try (TestHook server = new TestHook().answers(200, "{\"code\":0}")) {
            HttpHooks hooks = hooks(server.url(), "connections = 16");
            AtomicInteger yes = new AtomicInteger();
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                all.add(
                        asking(hooks, Action.CONNECT)
                                .thenAccept(a -> yes.addAndGet(a.equals(YES) ? 1 : 0)));
            }
            for (CompletableFuture<Void> each : all) {
                Await.result(each);
            }
            assertThat(yes).hasValue(1000);
            assertThat(server.requests()).hasSize(1000);
        }
    }

    @Test
    void onlyWhatHasAHookIsAsked() throws Exception {
        try (TestHook server = new TestHook().answers(200, "1")) {
            HttpHooks hooks = hooks("", "play = \"" + server.url() + "/p\", secret = s3cret");
            assertThat(asking(hooks, Action.CONNECT)).isCompletedWithValue(YES);
            assertThat(asking(hooks, Action.PUBLISH)).isCompletedWithValue(YES);
            assertThat(Await.result(asking(hooks, Action.PLAY))).isEqualTo("not allowed");
            assertThat(server.requests()).hasSize(1);
            assertThat(server.requests().get(0).get("action").asText()).isEqualTo("on_play");
            assertThat(server.requests().get(0).get("server_id").asText()).isEqualTo("edge-7");
            assertThat(server.authorizations()).containsExactly("Bearer s3cret");
        }
    }
}
