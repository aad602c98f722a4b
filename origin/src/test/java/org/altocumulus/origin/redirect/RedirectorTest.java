package org.altocumulus.origin.redirect;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.origin.registry.BoundedHash;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.origin.registry.LeastClients;
import org.altocumulus.origin.registry.RegistrySettings;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.LoadReport;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Registration;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class RedirectorTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final InetSocketAddress OWN = HostPort.parseNumeric("192.0.2.1:1935");
    private static final InetSocketAddress OWN6 = HostPort.parseNumeric("[2001:db8::9]:1935");
    private static final InetAddress CLIENT = HostPort.parseNumeric("198.51.100.1:5").getAddress();

    private static final EndpointDiscriminator WANTED =
            EndpointDiscriminator.ofUri("rtmfp://192.0.2.1/live");

    private final EdgeRegistry registry =
            new EdgeRegistry(
                    RegistrySettings.DEFAULT, new LeastClients(LeastClients.DEFAULT_LIMIT), 0);

    private Redirector redirector(int attempts, boolean includeSelf) {
        return new Redirector(
                new RedirectSettings(attempts, includeSelf, List.of(OWN, OWN6), false),
                new HelloCounter(100, 1, 2),
                registry);
    }

    private void edges(int count, int capacity) throws LinkRefusal {
        for (int i = 0; i < count; i++) {
            edge("e" + i, HostPort.parseNumeric("10.0.0." + i + ":1935"), capacity);
        }
    }

    private void edge(String node, InetSocketAddress address, int capacity) throws LinkRefusal {
        edge(registry, node, address, capacity);
    }

    private static void edge(
            EdgeRegistry registry, String node, InetSocketAddress address, int capacity)
            throws LinkRefusal {
        registry.register(
                new NodeIdentity(node, "1", "test"),
                new Registration(List.of(address), capacity, new byte[32]),
                0);
        registry.probed(node, address, true, 0);
        registry.report(node, new LoadReport(1, 1), 0);
        registry.synced(node, 0);
    }

    private static RedirectDecision decide(Redirector redirector, String tag, long now) {
        return decide(redirector, tag.getBytes(StandardCharsets.UTF_8), CLIENT, now);
    }

    private static RedirectDecision decide(
            Redirector redirector, byte[] tag, InetAddress client, long now) {
        RedirectDecision decision = new RedirectDecision();
        redirector.decide(WANTED, tag, client, now, decision);
        return decision;
    }

    private static List<Address> destinations(RedirectDecision decision) {
        assertThat(decision.kind()).isEqualTo(RedirectDecision.Kind.REDIRECT);
        return decision.destinations();
    }

    private static boolean isServed(RedirectDecision decision) {
        return decision.kind() == RedirectDecision.Kind.SERVE;
    }

    @Test
    void theFirstTwoHellosOfATagAreRedirectedAndTheThirdIsServed() throws LinkRefusal {
        edges(2, 0);
        Redirector redirector = redirector(2, true);
        assertThat(destinations(decide(redirector, "a", 0))).hasSize(3);
        assertThat(destinations(decide(redirector, "a", SECOND / 2))).hasSize(3);
        assertThat(destinations(decide(redirector, "a", SECOND))).hasSize(3);
        assertThat(destinations(decide(redirector, "a", 3 * SECOND / 2))).hasSize(3);
        assertThat(isServed(decide(redirector, "a", 3 * SECOND))).isTrue();
        assertThat(isServed(decide(redirector, "a", 3 * SECOND + 1))).isTrue();
        assertThat(destinations(decide(redirector, "b", 3 * SECOND))).hasSize(3);
    }

    @Test
    void aHelloThatIsNotCountedExpectsNoClient() throws LinkRefusal {
        edges(2, 0);
        Redirector redirector = redirector(2, true);
        decide(redirector, "a", 0);
        decide(redirector, "a", 1);
        assertThat(registry.view(1)).extracting(EdgeView::expected).containsExactly(0.5, 0.5);
    }

    @Test
    void withZeroAttemptsAllAreRedirectedAndTheOriginIsNotListed() throws LinkRefusal {
        edges(1, 0);
        Redirector redirector = redirector(0, true);
        for (int i = 0; i < 7; i++) {
            assertThat(destinations(decide(redirector, "a", i * SECOND))).hasSize(1);
        }
    }

    @Test
    void theOriginComesFirstAndAllAddressesAreOfTypeOneAndSevenAtMost() throws LinkRefusal {
        edges(8, 0);
        List<Address> listed = destinations(decide(redirector(2, true), "a", 0));
        assertThat(listed).hasSize(7).doesNotHaveDuplicates();
        assertThat(listed).extracting(Address::origin).containsOnly(AddressOrigin.LOCAL);
        assertThat(listed.get(0).socket()).isEqualTo(OWN);
        assertThat(destinations(decide(redirector(2, false), "a", 0)))
                .hasSize(6)
                .doesNotContain(listed.get(0));
    }

    @Test
    void aClientOverIpv6IsToldTheOriginsIpv6Address() throws LinkRefusal {
        InetSocketAddress edge = HostPort.parseNumeric("[2001:db8::e]:1935");
        edge("e6", edge, 0);
        RedirectDecision decision = decide(redirector(2, true), new byte[16], OWN6.getAddress(), 0);
        assertThat(destinations(decision)).extracting(Address::socket).containsExactly(OWN6, edge);
    }

    @Test
    void aClientOverIpv6IsServedWhereEdgesHaveIpv4Alone() throws LinkRefusal {
        edges(2, 0);
        Redirector redirector = redirector(2, true);
        assertThat(isServed(decide(redirector, new byte[16], OWN6.getAddress(), 0))).isTrue();
        assertThat(isServed(decide(redirector, "a", 0))).isFalse();
    }

    @Test
    void byRoomTheFirstHelloGetsOneEdgeTheSecondSixOthersAndTheThirdTheOrigin() throws LinkRefusal {
        EdgeRegistry ring =
                new EdgeRegistry(
                        RegistrySettings.DEFAULT, new BoundedHash(BoundedHash.DEFAULT_BOUND), 0);
        for (int i = 0; i < 9; i++) {
            edge(ring, "e" + i, HostPort.parseNumeric("10.0.0." + i + ":1935"), 0);
            ring.report("e" + i, new LoadReport(2, 10), 0);
        }
        Redirector redirector =
                new Redirector(
                        new RedirectSettings(2, false, List.of(), true),
                        new HelloCounter(100, 1, 2),
                        ring);
        List<Address> first = destinations(decide(redirector, "a", 0));
        assertThat(first).hasSize(1);
        assertThat(destinations(decide(redirector, "a", SECOND / 2))).isEqualTo(first);
        assertThat(destinations(decide(redirector, "b", SECOND / 2))).isEqualTo(first);
        assertThat(destinations(decide(redirector, "a", SECOND)))
                .hasSize(6)
                .doesNotContainAnyElementsOf(first);
        assertThat(isServed(decide(redirector, "a", 3 * SECOND))).isTrue();

        ring.view(0).stream()
                .filter(edge -> edge.advertised().contains(first.get(0).socket()))
                .forEach(edge -> ring.lost(edge.identity().node()));
        assertThat(destinations(decide(redirector, "c", 3 * SECOND)))
                .hasSize(1)
                .doesNotContainAnyElementsOf(first);
    }

    @Test
    void withoutEdgesAllAreServedOnceTheGracePeriodIsOver() throws LinkRefusal {
        Redirector redirector = redirector(2, true);
        assertThat(decide(redirector, "a", 4 * SECOND).kind())
                .isEqualTo(RedirectDecision.Kind.DROP);
        assertThat(isServed(decide(redirector, "a", 5 * SECOND))).isTrue();
        edges(1, 0);
        assertThat(destinations(decide(redirector, "a", 6 * SECOND))).hasSize(2);
        registry.lost("e0");
        assertThat(isServed(decide(redirector, "a", 7 * SECOND))).isTrue();
    }

    @Test
    void whenAllEdgesAreFullTheOriginServes() throws LinkRefusal {
        edges(2, 1);
        assertThat(isServed(decide(redirector(2, true), "a", 0))).isTrue();
    }
}
