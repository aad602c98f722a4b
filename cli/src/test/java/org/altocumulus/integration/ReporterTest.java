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
import java.util.function.LongSupplier;
import org.altocumulus.edge.link.HostLoad;
import org.altocumulus.edge.link.LinkClient;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.LinkSettings;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.server.ClusterBridge;
import org.altocumulus.edge.server.LinkNews;
import org.altocumulus.edge.server.LinkParameters;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.cluster.LoadReport;
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
                LinkClient link = link(cluster, System::nanoTime, () -> count(asked), UNKNOWN)) {
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

    /** The clock fails under a tick, and the count of clients at all times. */
    @Test
    void anEdgeGoesOnReportingWhateverIsThrown() throws Exception {
        AtomicInteger clockFaults = new AtomicInteger();
        AtomicBoolean countFails = new AtomicBoolean();
        AtomicInteger measured = new AtomicInteger();
        HostLoad host =
                new HostLoad() {
                    @Override
                    public int cpu() {
                        return measured.incrementAndGet() % LoadReport.FULL_CPU;
                    }

                    @Override
                    public long out() {
                        if (measured.get() % 3 == 0) {
                            throw new AssertionError("a fault");
                        }
                        return 0;
                    }
                };
        try (TestCluster cluster = TestCluster.of(0);
                LinkClient link =
                        link(
                                cluster,
                                () -> failing(clockFaults),
                                () -> failing(countFails),
                                host)) {
            Await.until("it registers", () -> isRegistered(link));
            countFails.set(true);
            for (int faults = 1; faults <= FAULTS; faults++) {
                clockFaults.set(faults);
                Await.until("the clock fails", () -> clockFaults.get() == 0);
                int before = measured.get();
                Await.until(
                        "it reports again",
                        () -> isReporting(cluster, before),
                        () -> cluster.origin().watch().edges());
            }
        }
    }

    /** Whether the origin has a report that was made of later measures than those. */
    private static boolean isReporting(TestCluster cluster, int measures) {
        EdgeView edge = view(cluster);
        return !edge.state().isGone() && edge.cpu() > measures;
    }

    private static long failing(AtomicInteger faults) {
        if (faults.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            throw new StackOverflowError("a fault");
        }
        return System.nanoTime();
    }

    private static int failing(AtomicBoolean fails) {
        if (fails.get()) {
            throw new NoClassDefFoundError("a fault");
        }
        return 1;
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
                    assertThat(cluster.view(0).state()).isEqualTo(EdgeState.READY);
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
        long age = cluster.view(0).reportAge();
        long latest = System.nanoTime() - age;
        Await.until(
                "a report",
                () -> {
                    long earliest = System.nanoTime();
                    return earliest - cluster.view(0).reportAge() - latest > 0;
                },
                () -> cluster.view(0));
    }

    /** The links of an edge that reports five times a second. */
    private static LinkClient link(
            TestCluster cluster, LongSupplier clock, IntSupplier clients, HostLoad host)
            throws Exception {
        SecureRandom random = new SecureRandom();
        LinkSettings settings =
                EdgeSettings.read(
                                SettingsLoader.parse(
                                        "link { report-interval = 200ms, suspect-after = 2s,"
                                                + " lost-after = 4s }"))
                        .dial()
                        .link();
        InetSocketAddress origin = cluster.origin().linkAddress();
        ClusterBridge bridge = new ClusterBridge(() -> null, Duration.ZERO, LinkNews.NONE);
        LinkClient link =
                new LinkClient(
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
                        clock,
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
