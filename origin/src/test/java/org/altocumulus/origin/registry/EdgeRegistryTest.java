package org.altocumulus.origin.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.LoadReport;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.cluster.Registration;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class EdgeRegistryTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final EdgeRegistry registry =
            new EdgeRegistry(
                    RegistrySettings.DEFAULT, new LeastClients(LeastClients.DEFAULT_LIMIT), 0);
    private final Map<String, Long> sequences = new HashMap<>();

    private static InetSocketAddress address(String text) {
        return HostPort.parseNumeric(text);
    }

    private static NodeIdentity identity(String node, String instance) {
        return new NodeIdentity(node, instance, "test");
    }

    private static Registration registration(int capacity, String... addresses) {
        byte[] fingerprint = new byte[32];
        Arrays.fill(fingerprint, (byte) addresses[0].hashCode());
        return new Registration(
                Arrays.stream(addresses).map(EdgeRegistryTest::address).toList(),
                capacity,
                fingerprint);
    }

    private void register(String node, int capacity, String... addresses) throws LinkRefusal {
        registry.register(identity(node, "1"), registration(capacity, addresses), 0);
    }

    private void ready(String node, int clients, String... addresses) throws LinkRefusal {
        register(node, 0, addresses);
        for (String address : addresses) {
            registry.probed(node, address(address), true, 0);
        }
        report(node, clients, 0);
        registry.synced(node, 0);
    }

    private void report(String node, int clients, long now) {
        long sequence = sequences.merge(node, 1L, Long::sum);
        registry.heard(node, now);
        registry.report(node, new LoadReport(sequence, clients), now);
    }

    private static Newcomer newcomer() {
        return new Newcomer(0, 1, false);
    }

    private List<String> choose(long now) {
        return choose(registry, newcomer(), false, now).stream().map(HostPort::format).toList();
    }

    private static List<InetSocketAddress> choose(
            EdgeRegistry registry, Newcomer newcomer, boolean inet6, long now) {
        List<Address> told = new ArrayList<>();
        String best = registry.choose(newcomer, inet6, now, told);
        assertThat(best == null).isEqualTo(told.isEmpty());
        assertThat(told).allMatch(address -> address.origin() == AddressOrigin.LOCAL);
        return told.stream().map(Address::socket).toList();
    }

    private static Address local(String text) {
        return new Address(AddressOrigin.LOCAL, address(text));
    }

    private EdgeState state(String node, long now) {
        return registry.view(now).stream()
                .filter(edge -> edge.identity().node().equals(node))
                .findFirst()
                .orElseThrow()
                .state();
    }

    @Test
    void anEdgeIsReadyOnceSyncedAndReached() throws LinkRefusal {
        register("a", 0, "10.0.0.1:1");
        assertThat(state("a", 0)).isEqualTo(EdgeState.UNSYNCED);
        registry.synced("a", 0);
        assertThat(state("a", 0)).isEqualTo(EdgeState.UNSYNCED);
        registry.probed("a", address("10.0.0.1:1"), true, 0);
        assertThat(state("a", 0)).isEqualTo(EdgeState.READY);
        registry.probed("a", address("10.0.0.1:1"), false, 0);
        assertThat(state("a", 0)).isEqualTo(EdgeState.UNSYNCED);
    }

    @Test
    void threeEdgesWithTenNoneAndFiveGiveNoneAndFive() throws LinkRefusal {
        ready("a", 10, "10.0.0.1:1");
        ready("b", 0, "10.0.0.2:1");
        ready("c", 5, "10.0.0.3:1");
        assertThat(choose(0)).containsExactly("10.0.0.2:1", "10.0.0.3:1");
    }

    @Test
    void suspectDrainingUnsyncedAndLostEdgesAreLeftOut() throws LinkRefusal {
        ready("good", 1, "10.0.0.1:1");
        ready("suspect", 0, "10.0.0.2:1");
        ready("draining", 0, "10.0.0.3:1");
        ready("lost", 0, "10.0.0.4:1");
        register("unsynced", 0, "10.0.0.5:1");
        registry.draining("draining");
        registry.lost("lost");
        report("good", 1, 7 * SECOND);
        report("draining", 1, 7 * SECOND);

        assertThat(choose(8 * SECOND)).containsExactly("10.0.0.1:1");
        assertThat(state("suspect", 8 * SECOND)).isEqualTo(EdgeState.SUSPECT);
        assertThat(state("draining", 8 * SECOND)).isEqualTo(EdgeState.DRAINING);
        assertThat(state("lost", 8 * SECOND)).isEqualTo(EdgeState.LOST);
        report("suspect", 0, 8 * SECOND);
        assertThat(choose(8 * SECOND)).contains("10.0.0.2:1");
    }

    @Test
    void anEdgeThatSpeaksButDoesNotReportIsSuspect() throws LinkRefusal {
        ready("a", 0, "10.0.0.1:1");
        registry.heard("a", 9 * SECOND);
        assertThat(state("a", 9 * SECOND)).isEqualTo(EdgeState.SUSPECT);
        assertThat(registry.view(9 * SECOND).get(0).reportAge()).isEqualTo(9 * SECOND);
        assertThat(registry.view(9 * SECOND).get(0).silence()).isZero();
    }

    @Test
    void anEdgeThatHasNotReportedSaysSo() throws LinkRefusal {
        register("a", 0, "10.0.0.1:1");
        assertThat(registry.view(SECOND).get(0).hasReported()).isFalse();
        report("a", 0, SECOND);
        assertThat(registry.view(SECOND).get(0).hasReported()).isTrue();
        register("a", 0, "10.0.0.1:1");
        assertThat(registry.view(SECOND).get(0).hasReported()).isFalse();
    }

    @Test
    void aKilledEdgeThatComesBackUnderAnotherNameTakesThePlaceOfItsOldEntry() throws LinkRefusal {
        ready("old", 40, "10.0.0.1:1", "10.0.0.1:2");
        ready("other", 3, "10.0.0.2:1");
        registry.lost("old");
        registry.lost("other");
        register("new", 0, "10.0.0.1:2");
        assertThat(registry.view(0).stream().map(edge -> edge.identity().node()))
                .containsExactly("other", "new");
        assertThat(registry.view(0).get(1).clients()).isZero();
    }

    @Test
    void anOlderReportIsPassedOver() throws LinkRefusal {
        ready("a", 0, "10.0.0.1:1");
        registry.report("a", new LoadReport(5, 50), 0);
        registry.report("a", new LoadReport(4, 40), SECOND);
        EdgeView view = registry.view(SECOND).get(0);
        assertThat(view.clients()).isEqualTo(50);
        assertThat(view.reportAge()).isEqualTo(SECOND);
    }

    @Test
    void redirectsCountUntilTheNextReport() throws LinkRefusal {
        ready("a", 0, "10.0.0.1:1");
        ready("b", 0, "10.0.0.2:1");
        choose(0);
        choose(registry, new Newcomer(0, 1, true), false, 0);
        assertThat(registry.view(0)).extracting(EdgeView::expected).containsExactly(0.5, 0.5);
        report("a", 1, 0);
        assertThat(registry.view(0)).extracting(EdgeView::expected).containsExactly(0.0, 0.5);
    }

    @Test
    void aBurstOf600HellosBetweenTwoReportsSpreads() throws LinkRefusal {
        for (int edges : new int[] {2, 5, 7, 8, 12}) {
            EdgeRegistryTest test = new EdgeRegistryTest();
            Map<String, Integer> listed = new HashMap<>();
            Map<String, Integer> first = new HashMap<>();
            for (int i = 0; i < edges; i++) {
                test.ready("e" + i, 100, "10.0.0." + i + ":1");
            }
            for (int hello = 0; hello < 600; hello++) {
                List<String> chosen = test.choose(SECOND);
                assertThat(chosen).hasSize(Math.min(6, edges));
                chosen.forEach(edge -> listed.merge(edge, 1, Integer::sum));
                first.merge(chosen.get(0), 1, Integer::sum);
            }
            double share = 600.0 * Math.min(6, edges) / edges;
            assertThat(listed).hasSize(edges);
            assertThat(listed.values())
                    .allMatch(count -> count <= 1.25 * share && count >= share / 1.25);
            assertThat(first.values()).allMatch(count -> count <= 1.25 * 600 / edges);
            double expected =
                    test.registry.view(SECOND).stream().mapToDouble(EdgeView::expected).sum();
            assertThat(expected).isEqualTo(600);
        }
    }

    @Test
    void anAddressOfAnotherEdgeIsRefusedUntilThatIsLost() throws LinkRefusal {
        ready("a", 0, "10.0.0.1:1", "10.0.0.2:1");
        assertThatThrownBy(() -> register("b", 0, "10.0.0.3:1", "10.0.0.2:1"))
                .isInstanceOfSatisfying(
                        LinkRefusal.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.ADDRESS_IN_USE))
                .hasMessage("10.0.0.2:1 is advertised by node a");
        registry.lost("a");
        register("b", 0, "10.0.0.3:1", "10.0.0.2:1");
    }

    @Test
    void aNodeIsReplacedByItsOwnProcessAtOnceAndByAnotherAfterSilence() throws LinkRefusal {
        Registration registration = registration(0, "10.0.0.1:1");
        registry.register(identity("a", "1"), registration, 0);
        registry.register(identity("a", "1"), registration, SECOND);
        assertThatThrownBy(() -> registry.register(identity("a", "2"), registration, 5 * SECOND))
                .isInstanceOfSatisfying(
                        LinkRefusal.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.NODE_IN_USE));
        registry.register(identity("a", "2"), registration, 6 * SECOND);
        assertThat(registry.view(6 * SECOND))
                .extracting(EdgeView::identity)
                .containsExactly(identity("a", "2"));
    }

    @Test
    void aNewOriginWaitsForItsFirstReadyEdge() throws LinkRefusal {
        assertThat(registry.isInGrace(5 * SECOND - 1)).isTrue();
        assertThat(registry.isInGrace(5 * SECOND)).isFalse();
        ready("a", 0, "10.0.0.1:1");
        registry.lost("a");
        assertThat(registry.isInGrace(SECOND)).isFalse();
        RegistrySettings none = new RegistrySettings(8, 5, 0, true, false);
        assertThat(new EdgeRegistry(none, (newcomer, edges) -> edges, 0).isInGrace(0)).isFalse();
    }

    @Test
    void aClientGetsAddressesOfItsFamilyThatWereReached() throws LinkRefusal {
        ready("a", 0, "10.0.0.1:1", "[2001:db8::1]:1");
        ready("b", 0, "10.0.0.2:1");
        register("c", 0, "10.0.0.3:1", "10.0.0.4:1");
        registry.probed("c", address("10.0.0.4:1"), true, 0);
        registry.synced("c", 0);
        report("c", 0, 0);
        assertThat(choose(registry, new Newcomer(0, 1, true), true, 0))
                .containsExactly(address("[2001:db8::1]:1"));
        assertThat(choose(0)).containsExactlyInAnyOrder("10.0.0.1:1", "10.0.0.2:1", "10.0.0.4:1");
    }

    @Test
    void anEdgeWithoutAnAddressOfTheClientsFamilyIsNotListedNorExpectedToGetAClient()
            throws LinkRefusal {
        ready("a", 0, "10.0.0.1:1");
        assertThat(choose(registry, newcomer(), true, 0)).isEmpty();
        assertThat(registry.view(0)).extracting(EdgeView::expected).containsExactly(0.0);
        byte[] fingerprint = registration(0, "10.0.0.1:1").fingerprint();
        assertThat(registry.withFingerprint(fingerprint, true)).isEmpty();
        assertThat(registry.hasReadyEdge(0)).isTrue();
    }

    @Test
    void aClientGetsTheWholeListIfTheSettingsSaySo() throws LinkRefusal {
        RegistrySettings across = new RegistrySettings(8 * SECOND, 5, 0, false, true);
        EdgeRegistry both = new EdgeRegistry(across, (newcomer, edges) -> edges, 0);
        for (String text : new String[] {"10.0.0.1:1", "[2001:db8::2]:1"}) {
            String node = text.startsWith("[") ? "six" : "four";
            both.register(identity(node, "1"), registration(0, text), 0);
            both.report(node, new LoadReport(1, 0), 0);
            both.synced(node, 0);
        }
        for (boolean inet6 : new boolean[] {false, true}) {
            assertThat(choose(both, newcomer(), inet6, 0))
                    .containsExactlyInAnyOrder(address("10.0.0.1:1"), address("[2001:db8::2]:1"));
        }
    }

    @Test
    void aFingerprintLeadsToItsEdgeEvenWhileThatDrains() throws LinkRefusal {
        ready("a", 0, "10.0.0.1:1");
        byte[] fingerprint = registration(0, "10.0.0.1:1").fingerprint();
        registry.draining("a");
        assertThat(registry.withFingerprint(fingerprint, false)).contains(local("10.0.0.1:1"));
        registry.lost("a");
        assertThat(registry.withFingerprint(fingerprint, false)).isEmpty();
        assertThat(registry.withFingerprint(new byte[3], false)).isEmpty();
    }

    @Test
    void lostEdgesAreRememberedInLimitedNumber() throws LinkRefusal {
        for (int i = 0; i < 200; i++) {
            register("e" + i, 0, "10.0." + i + ".1:1");
            registry.lost("e" + i);
        }
        assertThat(registry.view(0)).hasSize(64);
        assertThat(state("e199", 0)).isEqualTo(EdgeState.LOST);
    }

    @Test
    void whatIsToldOfAnUnknownNodeIsPassedOver() {
        registry.heard("x", 0);
        registry.report("x", new LoadReport(1, 1), 0);
        registry.lost("x");
        assertThat(registry.view(0)).isEmpty();
        assertThat(choose(0)).isEmpty();
    }
}
