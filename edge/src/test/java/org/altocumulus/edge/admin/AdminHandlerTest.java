package org.altocumulus.edge.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.stream.ChunkedWriteHandler;
import io.netty.handler.timeout.WriteTimeoutHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.loop.ProcessEnd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A connection to the admin port, in virtual time and with workers that run when a test says. */
class AdminHandlerTest {
    private static final String GET_STATE = "GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    private static final String GET_READY = "GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    private static final String GET_LIVE = "GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    private static final String TOKEN = "letmein";

    private final FakeSite site = new FakeSite();
    private final Deque<Runnable> held = new ArrayDeque<>();
    private long now;
    private AdminRouter router = router(AdminAccess.LOCAL, Runnable::run);
    private final EmbeddedChannel channel = open();

    private AdminRouter router(AdminAccess access, Executor stateWorker) {
        AdminWork work =
                new AdminWork(site, () -> now, Runnable::run, stateWorker, Runnable::run, () -> {});
        return new AdminRouter(work, new AdminGuard(access, () -> now));
    }

    private EmbeddedChannel open() {
        return open(router);
    }

    private static EmbeddedChannel open(AdminRouter router) {
        RequestClock clock = new RequestClock(AdminTimes.DEFAULT);
        EmbeddedChannel opened =
                EmbeddedChannel.builder()
                        .register(false)
                        .handlers(
                                clock,
                                new HttpServerCodec(),
                                new ChunkedWriteHandler(),
                                new WriteTimeoutHandler(10),
                                new AdminHandler(router, new AdminConnections(), clock))
                        .build();
        opened.config().setAutoRead(false);
        try {
            opened.register();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        opened.freezeTime();
        return opened;
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private static String send(EmbeddedChannel to, String bytes) {
        to.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
        return written(to);
    }

    private static String written(EmbeddedChannel of) {
        of.runPendingTasks();
        StringBuilder text = new StringBuilder();
        for (ByteBuf bytes = of.readOutbound(); bytes != null; bytes = of.readOutbound()) {
            text.append(bytes.toString(StandardCharsets.UTF_8));
            bytes.release();
        }
        return text.toString();
    }

    private String get(String path, String... headers) {
        return request("GET", path, headers);
    }

    private String request(String method, String path, String... headers) {
        StringBuilder text =
                new StringBuilder(method + ' ' + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return status(send(channel, text + "\r\n"));
    }

    /** Status and the text behind the headers. */
    private static String status(String response) {
        assertThat(response).startsWith("HTTP/1.1 ");
        return response.substring(9, 13)
                + response.substring(response.indexOf("\r\n\r\n") + 4).strip();
    }

    private void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runPendingTasks();
    }

    @Test
    void pagesAreAnsweredOneAfterTheOtherOnOneConnection() {
        assertThat(get("/ready")).isEqualTo("200 ready");
        assertThat(get("/live")).isEqualTo("200 live");
        assertThat(get("/state")).contains("\"node\" : \"e1\"");
        assertThat(get("/clients?limit=7")).contains("\"limit\" : 7");
        assertThat(request("POST", "/do/it")).isEqualTo("200 done");
        assertThat(site.done).containsExactly("it");
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aNodeThatCannotSayHowItIsSaysSo() {
        site.state =
                () -> {
                    throw new IllegalStateException("the links do not answer");
                };
        assertThat(get("/state")).isEqualTo("503 the links do not answer");
        assertThat(get("/ready")).isEqualTo("200 ready");
    }

    static List<Throwable> survivable() {
        return List.of(
                new NoClassDefFoundError("expected in the log of this test"),
                new StackOverflowError("expected in the log of this test"),
                new NullPointerException("expected in the log of this test"));
    }

    private static void raise(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }

    @ParameterizedTest
    @MethodSource("survivable")
    void whatANodeThrowsIsAnsweredCountedAndSurvived(Throwable thrown) {
        try (ProcessEnd end = new ProcessEnd()) {
            site.state =
                    () -> {
                        raise(thrown);
                        return Map.of();
                    };
            site.onAction = () -> raise(thrown);
            assertThat(get("/state")).isEqualTo("503 internal error");
            assertThat(request("POST", "/do/it")).isEqualTo("503 internal error");
            assertThat(end.survived()).isEqualTo(2);
            assertThat(end.codes()).isEmpty();
            assertThat(get("/ready")).isEqualTo("200 ready");
        }
    }

    @Test
    void outOfMemoryInARequestEndsTheProcessWithCodeThree() {
        try (ProcessEnd end = new ProcessEnd()) {
            site.state =
                    () -> {
                        throw new OutOfMemoryError("expected in the log of this test");
                    };
            get("/state");
            assertThat(end.codes()).containsExactly(3);
        }
    }

    /** Not in the node, but in the port itself. */
    @ParameterizedTest
    @MethodSource("survivable")
    void anErrorInAConnectionEndsItAloneAndIsCounted(Throwable thrown) {
        Runnable[] fault = {() -> {}};
        AdminAccess access = new AdminAccess(Optional.of(TOKEN), Set.of());
        AdminWork work =
                new AdminWork(
                        site, () -> now, Runnable::run, Runnable::run, Runnable::run, () -> {});
        router =
                new AdminRouter(
                        work,
                        new AdminGuard(
                                access,
                                () -> {
                                    fault[0].run();
                                    return now;
                                }));
        EmbeddedChannel first = open();
        EmbeddedChannel second = open();
        try (ProcessEnd end = new ProcessEnd()) {
            fault[0] = () -> raise(thrown);
            assertThat(send(first, post("Authorization: Bearer x"))).isEmpty();
            assertThat(first.isOpen()).isFalse();
            assertThat(end.survived()).isEqualTo(1);
            fault[0] = () -> {};
            assertThat(send(second, post("Authorization: Bearer " + TOKEN))).contains("200");
        }
        first.finishAndReleaseAll();
        second.finishAndReleaseAll();
    }

    /** A client that is gone, or not HTTP, is no fault of this process. */
    @Test
    void aConnectionThatBreaksIsNoInternalError() {
        try (ProcessEnd end = new ProcessEnd()) {
            channel.pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));
            assertThat(channel.isOpen()).isFalse();
            assertThat(end.survived()).isZero();
        }
    }

    @Test
    void aPathOrQueryThatCannotBeReadIsRefused() {
        assertThat(get("/edges/%zz/drain")).startsWith("400 ");
        assertThat(get("/elsewhere")).startsWith("404 ");
        assertThat(get("/clients?limit=0")).startsWith("400 limit: ");
        assertThat(get("/clients?after=12")).startsWith("400 after: ");
        assertThat(get("/clients?x=12")).startsWith("400 ");
    }

    @Test
    void requestsSentAheadWaitUntilTheAnswerBeforeThemIsWritten() {
        router = router(AdminAccess.LOCAL, held::add);
        EmbeddedChannel ahead = open();
        assertThat(send(ahead, GET_STATE.repeat(3) + GET_READY)).isEmpty();
        for (int i = 1; i <= 3; i++) {
            assertThat(held).hasSize(1);
            held.remove().run();
            String answer = written(ahead);
            assertThat(answer.split("HTTP/1.1 200 OK", -1)).hasSize(i < 3 ? 2 : 3);
            assertThat(held).as("not more often than each 200 ms").isEmpty();
            pass(ahead, 200);
        }
        assertThat(site.states).isEqualTo(3);
        ahead.finishAndReleaseAll();
    }

    private void pass(EmbeddedChannel of, long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
        of.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        of.runPendingTasks();
    }

    @Test
    void connectionsThatAskTogetherShareOneBuildingThatBeginsAfterTheyHaveAsked() {
        router = router(AdminAccess.LOCAL, held::add);
        EmbeddedChannel first = open();
        assertThat(send(first, GET_STATE)).isEmpty();
        EmbeddedChannel second = open();
        EmbeddedChannel third = open();
        assertThat(send(second, GET_STATE)).isEmpty();
        assertThat(send(third, GET_STATE)).isEmpty();
        assertThat(held).hasSize(1);
        held.remove().run();
        assertThat(written(first)).contains("\"node\" : \"e1\"");
        assertThat(written(second)).as("asked when it was being built").isEmpty();
        pass(first, 200);
        held.remove().run();
        first.runPendingTasks();
        assertThat(written(second)).contains("\"node\" : \"e1\"");
        assertThat(written(third)).contains("\"node\" : \"e1\"");
        assertThat(site.states).isEqualTo(2);
        first.finishAndReleaseAll();
        second.finishAndReleaseAll();
        third.finishAndReleaseAll();
    }

    @Test
    void aStateThatIsNotBuiltInTwoSecondsIsAnsweredWithoutAndReadyGoesOn() {
        router = router(AdminAccess.LOCAL, held::add);
        EmbeddedChannel waits = open();
        assertThat(send(waits, GET_STATE)).isEmpty();
        EmbeddedChannel probe = open();
        assertThat(send(probe, GET_READY)).endsWith("ready\n");
        waits.advanceTimeBy(1999, TimeUnit.MILLISECONDS);
        assertThat(written(waits)).isEmpty();
        waits.advanceTimeBy(1, TimeUnit.MILLISECONDS);
        assertThat(status(written(waits))).startsWith("503 the state is not known");
        assertThat(status(send(probe, GET_STATE))).startsWith("503 the state is not known");
        assertThat(held).as("it is not begun once more").hasSize(1);
        held.remove().run();
        waits.runPendingTasks();
        now += TimeUnit.SECONDS.toNanos(2);
        assertThat(send(probe, GET_STATE)).isEmpty();
        held.remove().run();
        assertThat(written(probe)).contains("\"node\" : \"e1\"");
        waits.finishAndReleaseAll();
        probe.finishAndReleaseAll();
    }

    @Test
    void aRequestOfWhichAByteComesNowAndThenIsGivenUpAfterTenSeconds() {
        send(channel, "GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ");
        for (int i = 0; i < 9; i++) {
            pass(1);
            send(channel, "a");
            assertThat(channel.isOpen()).isTrue();
        }
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aConnectionWithoutRequestsEndsAfterHalfAMinute() {
        pass(29);
        assertThat(get("/ready")).isEqualTo("200 ready");
        pass(29);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aLineThatIsTooLongIsRefused() {
        EmbeddedChannel longLine = open();
        String answer = "";
        for (int i = 0; i < 10 && answer.isEmpty(); i++) {
            answer = send(longLine, (i == 0 ? "GET /" : "") + "x".repeat(1024));
        }
        assertThat(answer).startsWith("HTTP/1.1 414 ");
        longLine.finishAndReleaseAll();
    }

    @Test
    void whatIsTooLargeIsRefusedAndTheConnectionEnds() {
        assertThat(request("POST", "/do/it", "Content-Length: 16385")).startsWith("413 ");
        assertThat(channel.isOpen()).isFalse();
        assertThat(site.done).isEmpty();
    }

    @Test
    void aBodyOfUnknownLengthIsBoundedToo() {
        EmbeddedChannel chunked = open();
        String answer =
                send(
                        chunked,
                        String.join(
                                "\r\n",
                                "POST /do/it HTTP/1.1",
                                "Host: [::1]:1",
                                "Transfer-Encoding: chunked",
                                "",
                                ""));
        assertThat(answer).isEmpty();
        for (int i = 0; i < 40 && answer.isEmpty(); i++) {
            answer = send(chunked, "400\r\n" + "x".repeat(0x400) + "\r\n");
        }
        assertThat(status(answer)).startsWith("413 ");
        assertThat(chunked.isOpen()).isFalse();
        chunked.finishAndReleaseAll();
    }

    @Test
    void tooManyHeadersAreRefused() {
        String[] headers = new String[AdminHandler.MAX_HEADERS];
        for (int i = 0; i < headers.length; i++) {
            headers[i] = "X-" + i + ": 1";
        }
        assertThat(get("/ready", headers)).startsWith("431 ");
    }

    @Test
    void aRequestForAnotherHostIsRefused() {
        router =
                router(new AdminAccess(Optional.empty(), Set.of("origin.internal")), Runnable::run);
        EmbeddedChannel named = open();
        for (String host :
                new String[] {
                    "127.0.0.1",
                    "127.0.0.1:1980",
                    "[::1]:1980",
                    "localhost:1980",
                    "LOCALHOST",
                    "origin.internal:1980",
                    "Origin.Internal."
                }) {
            assertThat(send(named, GET_LIVE.replace("127.0.0.1", host))).as(host).contains("200");
        }
        for (String host :
                new String[] {
                    "evil.example", "evil.example:1980", "127.0.0.1.evil.example", "", "a b"
                }) {
            assertThat(send(named, GET_STATE.replace("127.0.0.1", host)))
                    .as(host)
                    .startsWith("HTTP/1.1 421 ");
        }
        assertThat(send(named, "GET /state HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(send(named, "GET /state HTTP/1.1\r\nHost: a\r\nHost: 127.0.0.1\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        named.finishAndReleaseAll();
    }

    @Test
    void aRequestThatABrowserSendsForAPageChangesNothing() {
        assertThat(request("POST", "/do/a", "Origin: http://127.0.0.1")).startsWith("403 ");
        assertThat(request("POST", "/do/b", "Sec-Fetch-Site: cross-site")).startsWith("403 ");
        assertThat(request("POST", "/do/c", "sec-fetch-site: same-site")).startsWith("403 ");
        assertThat(site.done).isEmpty();
        assertThat(get("/do/d")).startsWith("405 ");
        assertThat(request("POST", "/state")).startsWith("405 ");
    }

    @Test
    void withATokenOnlyProbesDoWithout() {
        router = router(new AdminAccess(Optional.of(TOKEN), Set.of()), Runnable::run);
        EmbeddedChannel guarded = open();
        assertThat(status(send(guarded, GET_READY))).isEqualTo("200 ready");
        assertThat(send(guarded, GET_READY.replace("ready", "live"))).contains("200");
        for (String path : new String[] {"/state", "/clients", "/do/it", "/elsewhere"}) {
            String refused = send(guarded, GET_READY.replace("/ready", path));
            assertThat(status(refused)).as(path).startsWith("401 ");
            assertThat(refused.toLowerCase(Locale.ROOT)).contains("www-authenticate: bearer");
        }
        assertThat(send(guarded, post("Authorization: Bearer " + TOKEN + "x")))
                .startsWith("HTTP/1.1 401 ");
        assertThat(send(guarded, post("Authorization: Basic " + TOKEN)))
                .startsWith("HTTP/1.1 401 ");
        assertThat(site.done).isEmpty();
        assertThat(send(guarded, post("Authorization: bearer " + TOKEN))).contains("200");
        assertThat(site.done).containsExactly("it");
        guarded.finishAndReleaseAll();
    }

    private static String post(String header) {
        return "POST /do/it HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header + "\r\n\r\n";
    }

    @Test
    void whoGuessesTheTokenIsSlowedDown() {
        router = router(new AdminAccess(Optional.of(TOKEN), Set.of()), Runnable::run);
        EmbeddedChannel guarded = open();
        int looked = 0;
        for (int i = 0; i < 10_000; i++) {
            now += TimeUnit.MILLISECONDS.toNanos(1);
            String answer = send(guarded, post("Authorization: Bearer guess" + i));
            looked += answer.startsWith("HTTP/1.1 401 ") ? 1 : 0;
        }
        assertThat(looked).isBetween(60, 60 + 20);
        assertThat(send(guarded, post("Authorization: Bearer " + TOKEN)))
                .startsWith("HTTP/1.1 429 ");
        now += TimeUnit.SECONDS.toNanos(1);
        assertThat(send(guarded, post("Authorization: Bearer " + TOKEN))).contains("200");
        guarded.finishAndReleaseAll();
    }
}
