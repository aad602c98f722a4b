package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.altocumulus.edge.link.HostLoad;
import org.altocumulus.edge.link.LinkClient;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.LinkSettings;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.server.ClusterBridge;
import org.altocumulus.edge.server.LinkNews;
import org.altocumulus.edge.server.LinkParameters;
import org.altocumulus.edge.tcp.LinkLoop;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.cluster.Registration;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An edge goes on reporting whatever happens to the thread that does. */
@Timeout(120)
class ReporterTest {
    private static final HostLoad UNKNOWN =
            new HostLoad() {
                @Override
                public int cpu() {
                    return -1;
                }

                @Override
                public long out() {
                    return -1;
                }
            };

    private static final int FAULTS = 5;
    private static final int REPORTS = 8;

    @Test
    void anEdgeGoesOnReportingAfterExceptions() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (TestCluster cluster = TestCluster.of(0);
                LinkLoop loop = new LinkLoop("link", true);
                LinkClient link =
                        link(
                                loop,
                                cluster.origin().linkAddress(),
                                () -> count(asked),
                                UNKNOWN,
                                LinkNews.NONE)) {
            Await.until("it registers", () -> isRegistered(link));
            Await.until("faults happen", () -> asked.get() > FAULTS);
            int reported = view(cluster).clients();
            Await.until(
                    "it reports again",
                    () -> view(cluster).clients() > reported + FAULTS,
                    () -> view(cluster));
            assertThat(asked.get()).isGreaterThan(FAULTS);
        }
    }

    /**
     * All that the links ask fails at all times, and at first whoever is told of them too, while
     * nothing comes from an origin that could set them going again.
     */
    @Test
    void anEdgeGoesOnDiallingAndReportingWhateverIsThrown() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        LinkNews news =
                new LinkNews() {
                    @Override
                    public void left(int origin, Reason reason, String message) {
                        if (failed.incrementAndGet() <= FAULTS) {
                            throw new NoClassDefFoundError("a fault");
                        }
                    }
                };
        HostLoad host =
                new HostLoad() {
                    @Override
                    public int cpu() {
                        throw new StackOverflowError("a fault");
                    }

                    @Override
                    public long out() {
                        return UNKNOWN.out();
                    }
                };
        IntSupplier clients =
                () -> {
                    throw new AssertionError("a fault");
                };
        try (TestCluster cluster = TestCluster.of(0)) {
            InetSocketAddress origin = cluster.origin().linkAddress();
            cluster.stopOrigin();
            try (LinkLoop loop = new LinkLoop("link", true);
                    LinkClient link = link(loop, origin, clients, host, news)) {
                Await.until("dials fail", () -> failed.get() > FAULTS, () -> failed);
                cluster.startOrigin();
                Await.until("it registers", () -> isRegistered(link));
                for (int report = 0; report < REPORTS; report++) {
                    awaitReport(cluster);
                }
            }
        }
    }

    /** Every loop of the media node and every processor is busy all the time. */
    @Test
    void anEdgeGoesOnReportingWhileItsMediaLoopsAndAllProcessorsAreBusy() throws Exception {
        AtomicBoolean busy = new AtomicBoolean(true);
        AtomicInteger spinning = new AtomicInteger();
        AtomicInteger served = new AtomicInteger();
        Runnable spin =
                () -> {
                    spinning.incrementAndGet();
                    while (busy.get()) {
                        Thread.onSpinWait();
                    }
                };
        try (TestCluster cluster = TestCluster.of(1)) {
            List<NodeLoop> loops = cluster.edge(0).server().node().loops();
            int threads = loops.size() + 2 * Runtime.getRuntime().availableProcessors();
            try {
                loops.forEach(loop -> loop.execute(spin));
                loops.forEach(loop -> loop.execute(served::incrementAndGet));
                for (int i = loops.size(); i < threads; i++) {
                    Thread thread = new Thread(spin, "busy-" + i);
                    thread.setDaemon(true);
                    thread.start();
                }
                Await.until("all are busy", () -> spinning.get() == threads);
                for (int report = 0; report < REPORTS; report++) {
                    awaitReport(cluster);
                    assertThat(view(cluster).state()).isEqualTo(EdgeState.READY);
                    EdgeLinkStatus link = Await.result(cluster.edge(0).links()).get(0);
                    assertThat(link.synced()).isTrue();
                }
                assertThat(served).hasValue(0);
            } finally {
                busy.set(false);
            }
            Await.until("the loops go on", () -> served.get() == loops.size());
        }
    }

    /** A report that is certainly newer than the last, however long each look takes. */
    private static void awaitReport(TestCluster cluster) throws Exception {
        long age = view(cluster).reportAge();
        long latest = System.nanoTime() - age;
        Await.until(
                "a report",
                () -> {
                    long earliest = System.nanoTime();
                    return earliest - view(cluster).reportAge() - latest > 0;
                },
                () -> view(cluster));
    }

    /** The links of an edge that reports five times a second. */
    private static LinkClient link(
            LinkLoop loop,
            InetSocketAddress origin,
            IntSupplier clients,
            HostLoad host,
            LinkNews news)
            throws Exception {
        SecureRandom random = new SecureRandom();
        LinkSettings settings =
                EdgeSettings.read(
                                SettingsLoader.parse(
                                        "link { report-interval = 200ms, suspect-after = 2s,"
                                                + " lost-after = 4s }"))
                        .dial()
                        .link();
        ClusterBridge bridge = new ClusterBridge(() -> null, Duration.ZERO, news);
        LinkClient link =
                new LinkClient(
                        loop,
                        List.of(new HostPort(origin.getHostString(), origin.getPort())),
                        new EdgeLinkSettings(
                                LinkParameters.identity("faulty", random),
                                new Registration(List.of(nowhere()), 0, new byte[32]),
                                LinkParameters.timing(
                                        settings, Duration.ofMillis(10), Duration.ofMillis(50)),
                                LinkParameters.queue(settings)),
                        LinkParameters.security(settings, random),
                        Optional.empty(),
                        random,
                        System::nanoTime,
                        clients,
                        host,
                        bridge);
        bridge.link(link::execute);
        link.start();
        return link;
    }

    private static boolean isRegistered(LinkClient link) throws Exception {
        return Await.result(link.status()).get(0).registered();
    }

    private static InetSocketAddress nowhere() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    }

    /** Every second question finds a fault. */
    private static int count(AtomicInteger asked) {
        int number = asked.incrementAndGet();
        if (number % 2 == 0) {
            throw new IllegalStateException("a fault");
        }
        return number;
    }

    private static EdgeView view(TestCluster cluster) {
        return cluster.origin().watch().edges().get(0);
    }
}
