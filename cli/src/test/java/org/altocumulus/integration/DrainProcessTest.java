package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.FlvSource;
import org.altocumulus.cli.client.ReconnectSettings;
import org.altocumulus.cli.client.ReconnectingPublisher;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.session.SessionTimeouts;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** How edges leave a cluster as processes: told by an operator, by a signal, and killed. */
@Tag("long")
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals are for POSIX systems")
class DrainProcessTest {
    private static final boolean LONG = Boolean.getBoolean("altocumulus.test.long");
    private static final int PLAYERS = LONG ? 200 : 20;
    private static final String UDP = "bound: UDP (127[^ ]+) .*";
    private static final String ANY = "127.0.0.1:0";
    private static final Path FLV =
            Path.of("src/main/resources/org/altocumulus/cli/demo/test-pattern.flv");

    /** A client that notices after four seconds that its server is gone. */
    private static final SessionTimeouts QUICK =
            new SessionTimeouts(
                    TimeUnit.SECONDS.toNanos(2),
                    TimeUnit.SECONDS.toNanos(1),
                    2,
                    TimeUnit.SECONDS.toNanos(10),
                    TimeUnit.SECONDS.toNanos(300),
                    TimeUnit.SECONDS.toNanos(90),
                    TimeUnit.SECONDS.toNanos(19));

    private final List<String> faults = new CopyOnWriteArrayList<>();

    private static TestProcess origin() throws Exception {
        return TestProcess.start("origin", "--bind", ANY, "--link", ANY, "--admin", ANY);
    }

    private static TestProcess edge(TestProcess origin, String name, String drainTime)
            throws Exception {
        return joined(TestProcess.start(edgeArguments(origin, name, drainTime)));
    }

    private static String[] edgeArguments(TestProcess origin, String name, String drainTime)
            throws Exception {
        return new String[] {
            "edge",
            "--bind",
            ANY,
            "--origin",
            origin.await("link: TCP (.*)").group(1),
            "--set",
            "node.id=" + name,
            "--set",
            "node.drain-time=" + drainTime
        };
    }

    private static TestProcess joined(TestProcess edge) throws Exception {
        edge.await(".* origin origin can reach this node at UDP .*");
        return edge;
    }

    private static String admin(TestProcess origin) throws Exception {
        return origin.await("admin: http://(.*)/state").group(1);
    }

    private static ClientConnection connect(ClientEndpoint endpoint, String server)
            throws Exception {
        return Await.result(
                endpoint.connect("rtmfp://" + server + "/live", HostPort.parse(server)));
    }

    @Test
    void drainTakesAnEdgeOutOfTheChoiceAndWaitsUntilItHasNoClients() throws Exception {
        try (TestProcess origin = origin();
                TestProcess edge = edge(origin, "first", "60s");
                ClientEndpoint endpoint = ClientEndpoint.open(1)) {
            ClientConnection client = connect(endpoint, edge.await(UDP).group(1));
            TestStream stream = TestStream.on(client);
            try (TestProcess drain =
                    TestProcess.start("drain", "first", "--admin", admin(origin), "--wait")) {
                drain.await("edge first drains: the origin sends no clients there");
                drain.await("edge first has 1 client");
                edge.await(".* drain requested: .*");
                stream.awaitStatus(StatusCode.CONNECT_APP_SHUTDOWN, 1);
                assertThat(client.closed()).isNotDone();
                client.close();
                drain.await("edge first has 0 clients");
                assertThat(drain.exitCode()).isZero();
            }
            assertThat(edge.isAlive()).isTrue();
            edge.terminate();
            assertThat(edge.exitCode()).isZero();
            origin.await(".* edge first has left: .*");
        }
    }

    @Test
    void drainWaitsNoLongerThanItIsTold() throws Exception {
        try (TestProcess origin = origin();
                TestProcess edge = edge(origin, "first", "60s");
                ClientEndpoint endpoint = ClientEndpoint.open(1)) {
            ClientConnection client = connect(endpoint, edge.await(UDP).group(1));
            Await.until("the client is reported", () -> clients(origin) == 1);
            try (TestProcess drain =
                    TestProcess.start(
                            "drain",
                            "first",
                            "--admin",
                            admin(origin),
                            "--wait",
                            "--at-most",
                            "1s")) {
                assertThat(drain.exitCode()).isZero();
                assertThat(drain.out()).endsWith("edge first keeps 1 client after 1 s");
            }
            assertThat(client.closed()).isNotDone();
        }
    }

    private static int clients(TestProcess origin) throws Exception {
        InetSocketAddress admin = HostPort.parse(admin(origin)).resolve(0);
        return AdminHttp.state(admin).at("/edges/0/clients").asInt();
    }

    @Test
    void drainOfAnUnknownEdgeAndWithoutAnOriginFailsInOneLine() throws Exception {
        try (TestProcess origin = origin();
                TestProcess edge = edge(origin, "first", "60s")) {
            assertThat(edge.isAlive()).isTrue();
            assertFails(
                    1, "no edge second is connected; there are: first", admin(origin), "second");
            String nobody = nobody();
            assertFails(
                    1,
                    "nothing listens at TCP " + nobody + ": connection refused",
                    nobody,
                    "first");
            assertFails(2, "expected the name of an edge", nobody, "no/edge");
        }
    }

    /** Where nobody listens. */
    private static String nobody() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    private static void assertFails(int code, String text, String admin, String edge)
            throws Exception {
        try (TestProcess drain = TestProcess.start("drain", "--admin", admin, edge)) {
            assertThat(drain.exitCode()).as("%s", drain.err()).isEqualTo(code);
            assertThat(drain.err()).singleElement().asString().contains(text);
        }
    }

    @Test
    void anEdgeWithoutClientsStopsAtOnce() throws Exception {
        try (TestProcess origin = origin();
                TestProcess edge = edge(origin, "first", "24h")) {
            edge.terminate();
            assertThat(edge.exitCode()).isZero();
            assertThat(edge.err()).noneMatch(line -> line.contains("waiting for"));
            origin.await(".* edge first has left: .*");
        }
    }

    @Test
    void aSecondSignalEndsAnEdgeThatDrainsAtOnce() throws Exception {
        try (TestProcess origin = origin();
                TestProcess edge =
                        TestProcess.startWithSignalsApart(edgeArguments(origin, "first", "24h"));
                ClientEndpoint endpoint = ClientEndpoint.open(1)) {
            connect(endpoint, joined(edge).await(UDP).group(1));
            edge.terminate();
            edge.await(".* waiting for 1 client to leave, at most 86400 s");
            assertThat(edge.isAlive()).isTrue();
            edge.terminate();
            assertThat(edge.exitCode()).isEqualTo(128 + 15);
            origin.await(".* edge first is gone: .*");
        }
    }

    @Test
    void clientsOfTheCommandLineComeBackWhenTheirEdgeStops() throws Exception {
        try (TestProcess origin = origin();
                TestProcess first = edge(origin, "first", "60s")) {
            String url = "rtmfp://" + origin.await(UDP).group(1) + "/live/x";
            String firstUdp = first.await(UDP).group(1);
            try (TestProcess publisher =
                            TestProcess.start(
                                    "publish", "--reconnect", "--loop", url, FLV.toString());
                    TestProcess player = TestProcess.start("play", "--reconnect", url)) {
                publisher.await("publishing x at " + firstUdp);
                player.await("playing x from " + firstUdp);
                try (TestProcess second = edge(origin, "second", "60s")) {
                    String secondUdp = second.await(UDP).group(1);
                    first.terminate();
                    publisher.await("publishing x at " + secondUdp);
                    player.await("playing x from " + secondUdp);
                    assertThat(first.exitCode()).isZero();
                    player.terminate();
                    publisher.terminate();
                    assertThat(player.exitCode()).isZero();
                    assertThat(publisher.exitCode()).isZero();
                    assertThat(publisher.out()).last().asString().contains("in 2 publications");
                    assertThat(player.out()).last().asString().matches("received [1-9].*");
                }
            }
        }
    }

    @Test
    void clientsOfTheCommandLineNoticeThatTheirEdgeWasKilled() throws Exception {
        try (TestProcess origin = origin();
                TestProcess first = edge(origin, "first", "60s")) {
            String originUdp = origin.await(UDP).group(1);
            String url = "rtmfp://" + originUdp + "/live/x";
            String firstUdp = first.await(UDP).group(1);
            try (TestProcess publisher =
                            TestProcess.start(
                                    "publish", "--reconnect", "--loop", url, FLV.toString());
                    TestProcess player = TestProcess.start("play", "--reconnect", url)) {
                publisher.await("publishing x at " + firstUdp);
                player.await("playing x from " + firstUdp);
                first.kill();
                publisher.await("publishing x at " + originUdp);
                player.await("playing x from " + originUdp);
            }
        }
    }

    @Test
    void playersOfAKilledEdgePlayAgainElsewhereAndNobodyIsSentThere() throws Exception {
        try (TestProcess origin = origin();
                TestProcess first = edge(origin, "first", "60s");
                TestProcess second = edge(origin, "second", "60s");
                ClientEndpoint endpoint =
                        ClientEndpoint.open(1, SessionParameters.DEFAULT.withTimeouts(QUICK));
                FlvSource source = new FlvSource(() -> Files.newInputStream(FLV), true)) {
            StreamUrl target =
                    StreamUrl.parse("rtmfp://" + origin.await(UDP).group(1) + "/live/killed");
            ReconnectingPublisher publisher =
                    new ReconnectingPublisher(
                            endpoint,
                            target,
                            ReconnectSettings.DEFAULT,
                            new SecureRandom(),
                            ReconnectingPublisher.News.NONE);
            Thread publishing = new Thread(() -> publish(publisher, source), "publisher");
            publishing.start();
            List<ReturningPlayer> players = new ArrayList<>();
            try {
                for (int i = 0; i < PLAYERS; i++) {
                    players.add(new ReturningPlayer(endpoint, target, faults));
                }
                ReturningPlayer.awaitPlaying(players);
                InetSocketAddress killed = HostPort.parse(first.await(UDP).group(1)).resolve(0);
                InetSocketAddress other = HostPort.parse(second.await(UDP).group(1)).resolve(0);
                long before = players.stream().mapToLong(player -> player.times(killed)).sum();
                assertThat(before).isPositive();
                first.kill();
                origin.await(".* edge first is gone: .*");
                Await.until(
                        "all have noticed",
                        () -> players.stream().noneMatch(p -> p.server().equals(killed)),
                        () -> players);
                ReturningPlayer.awaitPlaying(players);
                assertThat(players.stream().mapToLong(player -> player.times(killed)).sum())
                        .isEqualTo(before);
                assertThat(players).anyMatch(player -> player.server().equals(other));
                double pause = ReturningPlayer.longestPause(players);
                System.out.printf(
                        "%d players, %d at the killed edge: at most %.1f s without media%n",
                        PLAYERS, before, pause);
                if (LONG) {
                    assertThat(pause).isLessThan(10);
                }
            } finally {
                publisher.stop();
                players.forEach(ReturningPlayer::close);
                publishing.join();
            }
            assertThat(faults).isEmpty();
        }
    }

    private void publish(ReconnectingPublisher publisher, FlvSource source) {
        try {
            publisher.run(source);
        } catch (Exception e) {
            faults.add(e.toString());
        }
    }
}
