package org.altocumulus.origin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.cluster.LoadReport;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Registration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SuspectWatchTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("10.0.0.1", 1);

    private final EdgeRegistry registry =
            new EdgeRegistry(RegistrySettings.DEFAULT, new LeastClients(LeastClients.NO_LIMIT), 0);
    private final List<String> told = new ArrayList<>();
    private final SuspectWatch watch =
            new SuspectWatch(
                    registry,
                    new SuspectWatch.Listener() {
                        @Override
                        public void suspect(EdgeView edge) {
                            told.add("suspect " + edge.silence() / SECOND);
                        }

                        @Override
                        public void recovered(EdgeView edge) {
                            told.add("recovered");
                        }
                    },
                    0);

    @BeforeEach
    void anEdgeIsReady() throws Exception {
        registry.register(
                new NodeIdentity("a", "1", "test"),
                new Registration(List.of(ADDRESS), 0, new byte[32]),
                0);
        registry.probed("a", ADDRESS, true, 0);
        registry.synced("a", 0);
    }

    private void until(long seconds) {
        for (long now = 0; now <= seconds; now++) {
            watch.check(now * SECOND);
        }
    }

    @Test
    void eachChangeIsToldOnce() {
        until(10);
        assertThat(told).containsExactly("suspect 8");
        registry.heard("a", 11 * SECOND);
        registry.report("a", new LoadReport(1, 0), 11 * SECOND);
        watch.check(12 * SECOND);
        watch.check(13 * SECOND);
        assertThat(told).containsExactly("suspect 8", "recovered");
        watch.check(19 * SECOND);
        assertThat(told).containsExactly("suspect 8", "recovered", "suspect 8");
    }

    @Test
    void aSuspectThatIsLostHasNotRecovered() {
        until(9);
        registry.lost("a");
        watch.check(20 * SECOND);
        assertThat(told).containsExactly("suspect 8");
    }

    @Test
    void itLooksOnceASecond() {
        watch.check(SECOND);
        assertThat(watch.delay(SECOND)).isEqualTo(SECOND);
        assertThat(watch.delay(SECOND + SECOND / 4)).isEqualTo(3 * SECOND / 4);
        assertThat(watch.delay(5 * SECOND)).isZero();
    }
}
