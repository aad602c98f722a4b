package org.altocumulus.origin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.LoadReport;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Registration;
import org.altocumulus.protocol.cluster.Seeds;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class ReadyEdgesTest {
    private static final int EDGES = 5;
    private static final int EVENTS = 200;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Tells every edge that is ready, in the order of registration. */
    private static final EdgeChoice ALL = (newcomer, ready) -> ready;

    private Random random;
    private EdgeRegistry registry;
    private long now;
    private long sequence;

    @Test
    void newcomersAreToldTheEdgesThatAreReadyAtThatMomentWhateverHappened() {
        Seeds.of(200, 1000, 20_000).forEach(this::check);
    }

    private void check(long seed) {
        random = new Random(seed);
        now = random.nextLong();
        registry = new EdgeRegistry(RegistrySettings.DEFAULT, ALL, now);
        for (int event = 0; event < EVENTS; event++) {
            happens("e" + random.nextInt(EDGES));
            // Time mostly passes; loops that ask at once may have read it in another order.
            now += random.nextInt(10) == 0 ? -1 : random.nextLong(SECOND);
            String when = "seed " + seed + ", event " + event;
            assertThat(told(false)).as(when).isEqualTo(ready(0));
            assertThat(told(true)).as(when).isEqualTo(ready(1));
            assertThat(registry.hasReadyEdge(now))
                    .as(when)
                    .isEqualTo(
                            registry.view(now).stream()
                                    .anyMatch(edge -> edge.state() == EdgeState.READY));
        }
    }

    private void happens(String node) {
        switch (random.nextInt(16)) {
            case 0, 1 -> register(node);
            case 2 -> registry.lost(node);
            case 3 -> registry.draining(node);
            case 4, 5 -> registry.synced(node, now);
            case 6, 7, 8 ->
                    registry.probed(
                            node, address(node, random.nextInt(2)), random.nextInt(4) > 0, now);
            case 9, 10, 11 -> registry.heard(node, now);
            default -> registry.report(node, new LoadReport(++sequence, random.nextInt(100)), now);
        }
    }

    private void register(String node) {
        try {
            registry.lost(node);
            registry.register(
                    new NodeIdentity(node, "1", "test"),
                    new Registration(List.of(address(node, 0), address(node, 1)), 0, new byte[32]),
                    now);
        } catch (LinkRefusal e) {
            throw new AssertionError(e);
        }
    }

    /** The first is of IPv4, the second of IPv6. */
    private static InetSocketAddress address(String node, int family) {
        String host = family == 0 ? "10.0.0." : "[2001:db8::";
        return HostPort.parseNumeric(host + node.substring(1) + (family == 0 ? "" : "]") + ":1935");
    }

    private List<InetSocketAddress> told(boolean inet6) {
        List<Address> told = new ArrayList<>();
        registry.choose(new Newcomer(0, 1, false), inet6, now, told);
        return told.stream().map(Address::socket).toList();
    }

    private List<InetSocketAddress> ready(int family) {
        return registry.view(now).stream()
                .filter(edge -> edge.state() == EdgeState.READY)
                .map(edge -> address(edge.identity().node(), family))
                .filter(address -> isReachable(address))
                .toList();
    }

    private boolean isReachable(InetSocketAddress address) {
        return registry.view(now).stream().anyMatch(edge -> edge.reachable().contains(address));
    }
}
