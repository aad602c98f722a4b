package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.cli.client.ClientOptions;
import org.altocumulus.cli.load.ChurnLoad;
import org.altocumulus.cli.load.FanoutLoad;
import org.altocumulus.cli.load.FanoutSettings;
import org.altocumulus.cli.load.HandshakeLoad;
import org.altocumulus.cli.load.HoldLoad;
import org.altocumulus.cli.load.LoadClients;
import org.altocumulus.cli.load.LoadClock;
import org.altocumulus.cli.load.LoadMode;
import org.altocumulus.cli.load.LoadRun;
import org.altocumulus.cli.load.LoadTimes;
import org.altocumulus.cli.load.RedirectLoad;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.crypto.WeakKeys;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

/**
 * Every mode of the load generator against real servers in this process; what is counted is right.
 */
class LoadTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final LoadTimes SHORT =
            new LoadTimes(Duration.ofMillis(600), Duration.ofMillis(200));
    private static final List<DhGroup> GROUP = List.of(DhGroup.MODP_1024);
    private static final ClientOptions CLIENTS =
            ClientOptions.DEFAULT
                    .withKeying(new KeyingPolicy(GROUP, Protection.REQUIRE, Protection.REQUIRE, 16))
                    .withKeys(new WeakKeys(GROUP, new SecureRandom()))
                    .withSockets(1000);

    private static LoadClients.Place place(InetSocketAddress address) {
        HostPort server = new HostPort(address.getHostString(), address.getPort());
        return new LoadClients.Place("rtmfp://" + server + "/live", server);
    }

    private static LoadClients clients(InetSocketAddress... servers) throws IOException {
        List<LoadClients.Place> places = new ArrayList<>();
        for (InetSocketAddress server : servers) {
            places.add(place(server));
        }
        return LoadClients.open(CLIENTS, places, LIMIT);
    }

    private static ObjectNode run(LoadMode mode) throws Exception {
        List<Long> servers = List.of(ProcessHandle.current().pid());
        ObjectNode report = new LoadRun(mode, SHORT, servers, LoadClock.system(), line -> {}).run();
        assertThat(report.path("mode").asText()).isEqualTo(mode.name());
        assertThat(report.at("/server/processes/0/pid").asLong()).isEqualTo(servers.get(0));
        assertThat(report.at("/server/cpuSeconds").isNumber()).isTrue();
        assertThat(report.at("/generator/cpuSeconds").isNumber()).isTrue();
        assertThat(report.at("/generator/compileSeconds").isNumber()).isTrue();
        return report;
    }

    @Test
    void handshakesAreCountedAndTheirSessionsClosed() throws Exception {
        try (TestCluster cluster = TestCluster.of(0);
                HandshakeLoad load =
                        new HandshakeLoad(
                                clients(cluster.originAddress()), LoadClock.system(), 4, 0)) {
            ObjectNode report = run(load);
            assertThat(load.hasWorked()).isTrue();
            assertThat(report.path("started").asInt()).isPositive();
            assertThat(report.path("completed")).isEqualTo(report.path("started"));
            assertThat(report.path("failed").asInt()).isZero();
            assertThat(report.at("/latency/count")).isEqualTo(report.path("completed"));
            assertThat(report.at("/server/cpuMicrosPerHandshake").isNumber()).isTrue();
            Await.until("no session is left", () -> cluster.origin().server().clients() == 0);
        }
    }

    /** Each takes the socket of the one before it, whose session the server may still remember. */
    @Test
    void handshakesInTurnNeedNoMoreThanOneSocket() throws Exception {
        try (TestCluster cluster = TestCluster.of(0)) {
            LoadClients clients =
                    LoadClients.open(
                            CLIENTS.withSockets(1), List.of(place(cluster.originAddress())), LIMIT);
            try (HandshakeLoad load = new HandshakeLoad(clients, LoadClock.system(), 1, 0)) {
                ObjectNode report = run(load);
                assertThat(report.path("started").asInt()).isGreaterThan(1);
                assertThat(report.path("completed")).isEqualTo(report.path("started"));
            }
        }
    }

    @Test
    void commandsOfTheOtherTypeAreUnderstoodAsWell() throws Exception {
        try (TestCluster cluster = TestCluster.of(0)) {
            LoadClients clients =
                    LoadClients.open(
                            CLIENTS.withFormattedCommands(true).withKeys(null),
                            List.of(place(cluster.originAddress())),
                            LIMIT);
            try (FanoutLoad load =
                    fanout(
                            clients,
                            1,
                            2,
                            new FanoutSettings.Even(MessageType.VIDEO, 5000, 50, 10))) {
                assertAllCame(run(load), 2);
            }
        }
    }

    @Test
    void handshakesAtARateAreSpreadOverTheServers() throws Exception {
        try (TestCluster cluster = TestCluster.of(0);
                TestCluster other = TestCluster.of(0);
                HandshakeLoad load =
                        new HandshakeLoad(
                                clients(cluster.originAddress(), other.originAddress()),
                                LoadClock.system(),
                                1000,
                                50)) {
            ObjectNode report = run(load);
            assertThat(report.path("rate").asInt()).isEqualTo(50);
            // 600 ms of 50 a second, those whose time is at the ends or not
            assertThat(report.path("started").asInt()).isEqualTo(30);
            assertThat(report.path("completed").asInt()).isEqualTo(30);
        }
    }

    @Test
    void refusalsAreToldByTheirCause() throws Exception {
        try (TestCluster cluster = TestCluster.of(0, "media.applications = [\"other\"]");
                HandshakeLoad load =
                        new HandshakeLoad(
                                clients(cluster.originAddress()), LoadClock.system(), 2, 0)) {
            ObjectNode report = run(load);
            assertThat(load.hasWorked()).isFalse();
            assertThat(report.path("completed").asInt()).isZero();
            assertThat(report.path("failed").asInt()).isPositive();
            assertThat(report.path("failures").fieldNames().next())
                    .startsWith("NetConnection.Connect.");
        }
    }

    @Test
    void sessionsAreHeldAndAllAnswer() throws Exception {
        try (TestCluster cluster = TestCluster.of(2);
                HoldLoad load =
                        new HoldLoad(
                                clients(cluster.originAddress()),
                                LoadClock.system(),
                                20,
                                200,
                                LIMIT)) {
            ObjectNode report = run(load);
            assertThat(report.path("opened").asInt()).isEqualTo(20);
            assertThat(report.path("lived").asInt()).isEqualTo(20);
            assertThat(report.path("lost").asInt()).isZero();
            assertThat(load.hasWorked()).isTrue();
            assertThat(report.path("serverKilobytesPerSession").isNumber()).isTrue();
        }
    }

    @Test
    void sessionsWhoseServerGoesAwayDoNotLive() throws Exception {
        try (TestCluster cluster = TestCluster.of(0);
                HoldLoad load =
                        new HoldLoad(
                                clients(cluster.originAddress()),
                                LoadClock.system(),
                                5,
                                200,
                                LIMIT)) {
            LoadRun run =
                    new LoadRun(
                            load,
                            new LoadTimes(LIMIT, Duration.ZERO),
                            List.of(),
                            LoadClock.system(),
                            line -> {});
            Thread stopping =
                    new Thread(
                            () -> {
                                try {
                                    Await.until(
                                            "5 sessions are open",
                                            () -> load.progress().startsWith("5 of 5"));
                                    cluster.stopOrigin();
                                    Await.until(
                                            "they are closed",
                                            () -> load.progress().startsWith("0 of 5"));
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                } finally {
                                    run.stop();
                                }
                            });
            stopping.start();
            ObjectNode report = run.run();
            stopping.join();
            assertThat(report.path("opened").asInt()).isEqualTo(5);
            assertThat(report.path("lived").asInt()).isZero();
            assertThat(report.path("lost").asInt()).isEqualTo(5);
            assertThat(report.at("/losses/FAR_CLOSED").asInt()).isEqualTo(5);
            assertThat(load.hasWorked()).isFalse();
        }
    }

    private static FanoutLoad fanout(
            LoadClients clients, int publishers, int players, FanoutSettings.Content content) {
        FanoutSettings settings =
                new FanoutSettings("show", publishers, players, 500, LIMIT, content);
        return new FanoutLoad(clients, clients, LoadClock.system(), settings);
    }

    private static void assertAllCame(ObjectNode report, int players) {
        assertThat(report.path("playing").asInt()).isEqualTo(players);
        assertThat(report.path("sent").asInt()).isPositive();
        assertThat(report.path("unsent").asInt()).isZero();
        assertThat(report.path("delivered")).isEqualTo(report.path("expected"));
        assertThat(report.path("lost").asInt()).isZero();
        assertThat(report.path("outOfOrder").asInt()).isZero();
        assertThat(report.at("/latency/count")).isEqualTo(report.path("delivered"));
        assertThat(report.path("failed").asInt() + report.path("ended").asInt()).isZero();
    }

    @Test
    void everyMessageComesToEveryPlayerOfItsStreamAcrossTheCluster() throws Exception {
        try (TestCluster cluster = TestCluster.of(2);
                FanoutLoad load =
                        fanout(
                                clients(
                                        cluster.address(cluster.edge(0)),
                                        cluster.address(cluster.edge(1))),
                                2,
                                8,
                                new FanoutSettings.Even(MessageType.VIDEO, 1000, 100, 10))) {
            ObjectNode report = run(load);
            assertAllCame(report, 8);
            // 60 in 600 ms of each of the two, of which each has four players
            assertThat(report.path("sent").asInt()).isEqualTo(120);
            assertThat(report.path("expected").asInt()).isEqualTo(480);
        }
    }

    @Test
    void playersFollowTheRedirectOfTheOrigin() throws Exception {
        try (TestCluster cluster = TestCluster.of(1);
                FanoutLoad load =
                        fanout(
                                clients(cluster.originAddress()),
                                1,
                                3,
                                new FanoutSettings.Even(MessageType.AUDIO, 200, 50, 1))) {
            assertAllCame(run(load), 3);
            assertThat(cluster.edge(0).server().clients()).isEqualTo(4);
        }
    }

    @Test
    void theFramesOfAFileComeAsWell() throws Exception {
        List<RtmpMessage> file =
                List.of(
                        RtmpMessage.of(MessageType.VIDEO, 0, new byte[] {0x17, 0, 0, 0, 0, 1}),
                        RtmpMessage.of(MessageType.AUDIO, 0, new byte[] {(byte) 0xaf, 0, 1}),
                        RtmpMessage.of(MessageType.VIDEO, 0, new byte[] {0x17, 1, 0, 0, 0, 2}),
                        RtmpMessage.of(MessageType.AUDIO, 5, new byte[] {(byte) 0xaf, 1, 2}),
                        RtmpMessage.of(MessageType.VIDEO, 40, new byte[] {0x27, 1, 0, 0, 0, 3}));
        try (TestCluster cluster = TestCluster.of(0);
                FanoutLoad load =
                        fanout(
                                clients(cluster.originAddress()),
                                1,
                                2,
                                new FanoutSettings.File("test.flv", file))) {
            ObjectNode report = run(load);
            assertAllCame(report, 2);
            assertThat(report.path("file").asText()).isEqualTo("test.flv");
        }
    }

    @Test
    void aPublisherThatIsRefusedEndsTheMeasurementWithTheReason() throws Exception {
        try (TestCluster cluster = TestCluster.of(0);
                FanoutLoad load =
                        fanout(
                                clients(cluster.originAddress()),
                                1,
                                2,
                                new FanoutSettings.Even(MessageType.VIDEO, 100, 50, 1))) {
            TestStream.publishing(cluster.connect(), "show");
            assertThatThrownBy(() -> run(load))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("NetStream.Publish.BadName");
        }
    }

    @Test
    void aSetUpThatTakesTooLongEndsTheMeasurement() throws Exception {
        FanoutSettings settings =
                new FanoutSettings(
                        "show",
                        1,
                        1,
                        500,
                        Duration.ofNanos(1),
                        new FanoutSettings.Even(MessageType.VIDEO, 100, 50, 1));
        try (TestCluster cluster = TestCluster.of(0)) {
            LoadClients clients = clients(cluster.originAddress());
            try (FanoutLoad load = new FanoutLoad(clients, clients, LoadClock.system(), settings)) {
                assertThatThrownBy(() -> run(load))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("no publisher");
            }
        }
    }

    private static ObjectNode hellos(int rate, InetSocketAddress server) throws Exception {
        RedirectLoad.Settings settings =
                new RedirectLoad.Settings(8, rate, Duration.ofSeconds(10), 2, 2);
        try (RedirectLoad load =
                new RedirectLoad(LoadClock.system(), settings, List.of(place(server)))) {
            ObjectNode report = run(load);
            assertThat(load.hasWorked()).isTrue();
            assertThat(report.path("sent").asInt()).isPositive();
            assertThat(report.path("answered")).isEqualTo(report.path("sent"));
            assertThat(report.path("lost").asInt()).isZero();
            assertThat(report.at("/latency/count")).isEqualTo(report.path("answered"));
            return report;
        }
    }

    @Test
    void redirectsAreToldFromHellos() throws Exception {
        try (TestCluster cluster = TestCluster.of(2)) {
            ObjectNode redirected = hellos(100, cluster.originAddress());
            assertThat(redirected.path("redirects")).isEqualTo(redirected.path("sent"));
            ObjectNode answered = hellos(0, cluster.address(cluster.edge(0)));
            assertThat(answered.path("hellos")).isEqualTo(answered.path("sent"));
        }
    }

    @Test
    void hellosOfEdgesToWhichTheOriginForwardsAreCountedBesideItsAnswer() throws Exception {
        try (TestCluster cluster = TestCluster.of(2, "redirect.forward = on")) {
            ObjectNode report = hellos(0, cluster.originAddress());
            assertThat(report.path("forwarded").asInt()).isPositive();
            assertThat(report.path("redirects").asInt()).isPositive();
            assertThat(report.path("hellos").asInt()).isZero();
        }
    }

    @Test
    void hellosThatNobodyAnswersAreLost() throws Exception {
        try (StartupSocket silent = new StartupSocket();
                RedirectLoad load =
                        new RedirectLoad(
                                LoadClock.system(),
                                new RedirectLoad.Settings(3, 0, Duration.ofMillis(50), 1, 1),
                                List.of(place(silent.address())))) {
            ObjectNode report = run(load);
            assertThat(load.hasWorked()).isFalse();
            assertThat(report.path("answered").asInt()).isZero();
            assertThat(report.path("lost").asInt()).isPositive();
            assertThat(report.path("lost")).isEqualTo(report.path("sent"));
        }
    }

    @Test
    void viewersComeSeeAKeyFrameAndLeave() throws Exception {
        ChurnLoad.Settings settings =
                new ChurnLoad.Settings(
                        "show",
                        new FanoutSettings.Even(MessageType.VIDEO, 500, 100, 10),
                        1000,
                        50,
                        Duration.ofMillis(20));
        try (TestCluster cluster = TestCluster.of(1);
                ChurnLoad load =
                        new ChurnLoad(
                                clients(cluster.originAddress()), LoadClock.system(), settings)) {
            ObjectNode report = run(load);
            assertThat(report.path("started").asInt()).isEqualTo(30);
            assertThat(report.path("completed").asInt()).isEqualTo(30);
            assertThat(report.at("/timeToKeyFrame/count").asInt()).isEqualTo(30);
            assertThat(report.at("/timeToStart/count").asInt()).isEqualTo(30);
            Await.until("the viewers have left", () -> cluster.edge(0).server().clients() == 1);
        }
    }
}
