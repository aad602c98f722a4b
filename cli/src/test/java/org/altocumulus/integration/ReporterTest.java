package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.altocumulus.edge.link.HostLoad;
import org.altocumulus.edge.link.LinkClient;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.LinkSettings;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.server.ClusterBridge;
import org.altocumulus.edge.server.LinkNews;
import org.altocumulus.edge.server.LinkParameters;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
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

    @Test
    void anEdgeGoesOnReportingAfterExceptions() throws Exception {
        SecureRandom random = new SecureRandom();
        LinkSettings settings =
                EdgeSettings.read(SettingsLoader.parse("link.report-interval = 200ms"))
                        .dial()
                        .link();
        AtomicInteger asked = new AtomicInteger();
        try (TestCluster cluster = TestCluster.of(0)) {
            InetSocketAddress origin = cluster.origin().linkAddress();
            ClusterBridge bridge = new ClusterBridge(() -> null, Duration.ZERO, LinkNews.NONE);
            try (LinkClient link =
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
                            System::nanoTime,
                            () -> count(asked),
                            UNKNOWN,
                            bridge)) {
                bridge.link(link::execute);
                link.start();
                Await.until("it registers", () -> !cluster.origin().watch().edges().isEmpty());
                Await.until("faults happen", () -> asked.get() > FAULTS);
                int reported = view(cluster).clients();
                Await.until(
                        "it reports again",
                        () -> view(cluster).clients() > reported + FAULTS,
                        () -> view(cluster));
                assertThat(asked.get()).isGreaterThan(FAULTS);
            }
        }
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
