package org.altocumulus.origin.link;

import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkState;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class OriginLinksTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final StreamKey A = new StreamKey("live", "a");

    private final OriginUnderTest origin = new OriginUnderTest(new Random(1), null);

    private static String hello(String node, String instance, String role) {
        return "HELLO id=1 versions=1 node="
                + node
                + " instance="
                + instance
                + " software=test "
                + role
                + " nonce="
                + "0".repeat(64)
                + "\n";
    }

    private static String registration(int port) {
        return "REGISTER id=2 advertise=10.0.0.1:"
                + port
                + " capacity=0 fingerprint="
                + "0".repeat(64)
                + "\n";
    }

    private static InetSocketAddress from(String address) {
        return HostPort.parseNumeric(address);
    }

    /** A registered edge; its first line is what it was answered. */
    private LinkConnection register(String node, String instance, int port, long now) {
        LinkConnection control = origin.links.accept(true, now);
        type(control, hello(node, instance, "role=control"), now);
        written(control, now);
        type(control, registration(port), now);
        return control;
    }

    private LinkConnection join(String node, int port) {
        LinkConnection control = register(node, "1", port, 0);
        session(control);
        return control;
    }

    private static String session(LinkConnection control) {
        return written(control, 0).replaceAll("(?s).*session=([0-9a-f]{32}).*", "$1");
    }

    private LinkConnection media(String node, String session) {
        LinkConnection media = origin.links.accept(true, 0);
        type(media, hello(node, "1", "role=media session=" + session), 0);
        return media;
    }

    private static String publish(String token, long age) {
        return "PUBLISH app=live name=a publication=" + token + " age=" + age + "\n";
    }

    @Test
    void aSecondRegistrationOfTheSameProcessTakesThePlaceOfTheFirst() {
        LinkConnection first = join("e1", 1);
        LinkConnection media = media("e1", session(register("e1", "1", 1, 0)));
        assertThat(first.state()).isEqualTo(LinkState.CLOSED);
        assertThat(written(first, 0)).startsWith("BYE reason=replaced");
        assertThat(media.state()).isEqualTo(LinkState.OPEN);
        assertThat(origin.calls)
                .containsExactly("registered e1", "lost e1 replaced", "registered e1");
        assertThat(origin.registry.view(0)).hasSize(1);
    }

    @Test
    void anotherProcessUnderTheSameNameIsRefusedAndMayTryAgain() {
        LinkConnection first = join("e1", 1);
        LinkConnection second = register("e1", "2", 1, SECOND);
        assertThat(written(second, SECOND)).startsWith("ERROR id=2 reason=node-in-use");
        assertThat(first.state()).isEqualTo(LinkState.OPEN);
        type(second, registration(1), 5 * SECOND);
        assertThat(written(second, 5 * SECOND)).startsWith("REGISTERED id=2");
        assertThat(first.state()).isEqualTo(LinkState.CLOSED);
    }

    @Test
    void anAddressThatIsTakenIsRefusedWithItsHolder() {
        join("e1", 1);
        LinkConnection second = register("e2", "1", 1, 0);
        assertThat(written(second, 0))
                .startsWith("ERROR id=2 reason=address-in-use")
                .contains("10.0.0.1:1%20is%20advertised%20by%20node%20e1");
    }

    @Test
    void theMediaConnectionBelongsToTheSession() {
        LinkConnection control = register("e1", "1", 1, 0);
        String session = session(control);
        LinkConnection stranger = media("e2", session);
        assertThat(written(stranger, 0)).contains("reason=no-session");
        LinkConnection first = media("e1", session);
        LinkConnection second = media("e1", session);
        assertThat(written(first, 0)).contains("WELCOME", "BYE reason=replaced");
        control.disconnected(0);
        assertThat(written(second, 0)).contains("WELCOME", "BYE reason=control-lost");
        assertThat(written(media("e1", session), 0)).contains("reason=no-session");
    }

    @Test
    void mediaAreAskedForOnlyWhileAnotherEdgeWantsThem() {
        LinkConnection e1 = join("e1", 1);
        LinkConnection e2 = join("e2", 2);
        type(e1, "WANT app=live name=a\n" + publish("p1", 0), 0);
        assertThat(written(e1, 0)).isEmpty();
        type(e2, "WANT id=7 app=live name=a\n", 0);
        assertThat(written(e1, 0)).isEqualTo("SEND app=live name=a publication=p1\n");
        assertThat(written(e2, 0)).isEqualTo("OK id=7 publication=p1\n");
        type(e2, "UNWANT app=live name=a\n", 0);
        assertThat(written(e1, 0)).isEqualTo("STOP app=live name=a publication=p1\n");
        type(e2, "WANT app=live name=a\n", 0);
        assertThat(written(e1, 0)).startsWith("SEND");
        e2.disconnected(0);
        assertThat(written(e1, 0)).startsWith("STOP");
    }

    @Test
    void anEndOnTheMediaConnectionFreesTheNameAtOnce() {
        LinkConnection e1 = register("e1", "1", 1, 0);
        LinkConnection media = media("e1", session(e1));
        LinkConnection e2 = join("e2", 2);
        type(e1, publish("p1", 0), 0);
        type(e2, "WANT app=live name=a\n", 0);
        type(media, "START app=live name=a publication=p1\n", 0);
        type(media, "END app=live name=a publication=p1\n", 0);
        assertThat(origin.directory.publisher(A)).isEmpty();
        type(e1, "UNPUBLISH id=5 app=live name=a publication=p1\n", 0);
        assertThat(written(e1, 0)).endsWith("OK id=5\n");
    }

    @Test
    void theOlderOfTwoPublicationsKeepsTheName() {
        LinkConnection e1 = join("e1", 1);
        LinkConnection e2 = join("e2", 2);
        type(e1, publish("p1", 1000), 0);
        type(e2, publish("p2", 1000).replace("PUBLISH", "PUBLISH id=3"), 0);
        assertThat(written(e2, 0)).startsWith("ERROR id=3 reason=stream-taken");
        type(e2, publish("p3", 1001).replace("PUBLISH", "PUBLISH id=4"), 0);
        assertThat(written(e2, 0)).isEqualTo("OK id=4\n");
        assertThat(written(e1, 0))
                .startsWith("REVOKE app=live name=a publication=p1 reason=stream-taken");
        type(e1, "UNPUBLISH id=5 app=live name=a publication=p1\n", 0);
        assertThat(written(e1, 0)).isEqualTo("OK id=5\n");
        assertThat(origin.directory.publisher(A)).get().extracting("edge").isEqualTo("e2");
    }

    @Test
    void anEdgeThatLeavesIsGoneFromTheDirectoryAndKnownToHaveLeft() {
        LinkConnection e1 = join("e1", 1);
        type(e1, publish("p1", 0) + "WANT app=live name=b\n", 0);
        type(e1, "BYE reason=shutdown\n", 0);
        assertThat(origin.directory.published()).isEmpty();
        assertThat(origin.directory.wantedBy("e1")).isEmpty();
        assertThat(origin.registry.view(0))
                .extracting(EdgeView::state)
                .containsExactly(EdgeState.LEFT);
        assertThat(origin.calls).containsExactly("registered e1", "lost e1 shutdown");
    }

    @Test
    void aSilentEdgeIsSuspectThenLost() {
        LinkConnection e1 = join("e1", 1);
        type(e1, "LOAD seq=1 clients=0\nSYNCED\nPROBE address=10.0.0.1:1\n", 0);
        origin.answerProbes();
        assertThat(written(e1, 0)).isEqualTo("PROBED address=10.0.0.1:1 answered=true\n");
        assertThat(origin.registry.hasReadyEdge(8 * SECOND - 1)).isTrue();
        assertThat(origin.registry.hasReadyEdge(8 * SECOND)).isFalse();
        assertThat(origin.links.delay(0)).isEqualTo(3 * SECOND);
        origin.links.tick(20 * SECOND - 1);
        assertThat(origin.calls).containsExactly("registered e1");
        origin.links.tick(20 * SECOND);
        assertThat(origin.calls).containsExactly("registered e1", "lost e1 silent");
        assertThat(origin.links.delay(20 * SECOND)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void reportsThatAreUpToFifteenSecondsLateMakeAnEdgeSuspectAndNeverLost() {
        Random random = new Random(80);
        LinkConnection e1 = join("e1", 1);
        type(e1, "SYNCED\nPROBE address=10.0.0.1:1\n", 0);
        origin.answerProbes();
        long now = 0;
        Set<EdgeState> states = EnumSet.noneOf(EdgeState.class);
        for (int i = 1; i <= 1000; i++) {
            long next = now + 2 * SECOND + random.nextLong(15 * SECOND);
            for (; now < next; now += SECOND / 4) {
                origin.links.tick(now);
                states.add(origin.registry.view(now).get(0).state());
            }
            type(e1, "LOAD seq=" + i + " clients=1\n", now);
            written(e1, now);
            assertThat(origin.registry.view(now).get(0).state()).isEqualTo(EdgeState.READY);
        }
        assertThat(states).containsExactlyInAnyOrder(EdgeState.READY, EdgeState.SUSPECT);
        assertThat(origin.calls).containsExactly("registered e1");
    }

    @Test
    void anEdgeIsNotTakenWithAnAddressThatLeadsNowhere() {
        for (String address :
                List.of(
                        "0.0.0.0:1935",
                        "[::]:1935",
                        "[::ffff:0.0.0.0]:1935",
                        "224.0.0.1:1935",
                        "[ff02::1]:1935",
                        "10.0.0.256:1935",
                        "edge.example:1935",
                        "10.0.0.1:0",
                        "10.0.0.2:1,0.0.0.0:1")) {
            LinkConnection control = origin.links.accept(true, 0);
            type(control, hello("e1", "1", "role=control"), 0);
            written(control, 0);
            type(control, registration(1).replace("10.0.0.1:1", address), 0);
            assertThat(written(control, 0)).startsWith("ERROR id=2 reason=bad-value message=");
            control.disconnected(0);
        }
        assertThat(origin.registry.view(0)).isEmpty();
    }

    @Test
    void aLinkThatIsRefusedIsToldWithItsAddress() {
        join("e1", 1);
        LinkConnection same = origin.links.accept(true, from("10.0.0.9:5"), 0);
        type(same, hello("e2", "1", "role=control"), 0);
        type(same, registration(1), 0);
        assertThat(written(same, 0)).contains("reason=address-in-use");
        type(same, "BYE reason=address-in-use message=taken\n", 0);
        LinkConnection silent = origin.links.accept(true, from("10.0.0.9:6"), 0);
        origin.links.tick(5 * SECOND);
        assertThat(silent.isDone() || silent.state() == LinkState.CLOSED).isTrue();
        assertThat(origin.calls)
                .containsExactly(
                        "registered e1",
                        "refused 10.0.0.9:5, which calls itself e2, address-in-use",
                        "refused 10.0.0.9:6 handshake-timeout");
    }

    @Test
    void anEdgeThatIsCutOffIsLostAndOneThatSaysGoodbyeHasLeft() {
        LinkConnection cut = join("e1", 1);
        LinkConnection leaving = join("e2", 2);
        cut.disconnected(0);
        type(leaving, "BYE reason=shutdown\n", 0);
        assertThat(origin.registry.view(3 * SECOND))
                .extracting(EdgeView::state)
                .containsExactly(EdgeState.LOST, EdgeState.LEFT);
        assertThat(origin.registry.view(3 * SECOND))
                .extracting(EdgeView::silence)
                .containsExactly(3 * SECOND, 3 * SECOND);
    }

    @Test
    void anOperatorDrainsAnEdge() {
        LinkConnection e1 = join("e1", 1);
        assertThat(origin.links.drain("e1", 0)).isTrue();
        assertThat(origin.links.drain("e2", 0)).isFalse();
        assertThat(written(e1, 0)).isEqualTo("DRAIN\n");
        assertThat(origin.registry.view(0))
                .extracting(EdgeView::state)
                .containsExactly(EdgeState.DRAINING);
    }

    @Test
    void oneAddressHasFewStrangersAndTakesNoPlaceOfOthers() {
        for (int i = 0; i < 1000; i++) {
            LinkConnection connection = origin.links.accept(false, from("10.0.0.9:" + (i + 1)), 0);
            assertThat(connection == null).as("connection " + i).isEqualTo(i >= 32);
        }
        assertThat(origin.links.accept(false, from("10.0.0.8:1"), 0)).isNotNull();
        origin.links.tick(5 * SECOND);
        assertThat(origin.links.accept(false, from("10.0.0.9:1"), 5 * SECOND)).isNotNull();
    }

    @Test
    void theAddressesOfOneNetworkCountAsOneWithIpv6() {
        for (int i = 0; i < 33; i++) {
            InetSocketAddress far = from("[2001:db8:0:7:%x::1]:9".formatted(i));
            assertThat(origin.links.accept(false, far, 0) == null).isEqualTo(i == 32);
        }
        assertThat(origin.links.accept(false, from("[2001:db8:0:8::1]:9"), 0)).isNotNull();
    }

    @Test
    void aFloodFromManyAddressesKeepsNoEdgeOut() {
        LinkConnection open = join("e1", 1);
        LinkConnection greeting = origin.links.accept(true, 0);
        for (int i = 0; i < 300; i++) {
            String host = "10.0.%d.9".formatted(i % 10);
            assertThat(origin.links.accept(false, from(host + ':' + (i + 1)), 0)).isNotNull();
        }
        type(greeting, hello("e2", "1", "role=control"), 0);
        type(greeting, registration(2), 0);
        assertThat(written(greeting, 0)).contains("REGISTERED");
        assertThat(open.state()).isEqualTo(LinkState.OPEN);
        assertThat(origin.calls.stream().filter(call -> call.endsWith(" too-many"))).hasSize(45);
    }

    @Test
    void connectionsAreLimitedInNumber() {
        int taken = 0;
        for (int i = 0; i < 5000; i++) {
            LinkConnection connection = origin.links.accept(true, 0);
            if (connection != null) {
                taken++;
                type(connection, hello("e" + i, "1", "role=control"), 0);
            }
        }
        assertThat(taken).isEqualTo(4096);
    }

    @Test
    void namesThatAreTakenDoNotEndALink() {
        LinkConnection e1 = join("e1", 1);
        LinkConnection e2 = join("e2", 2);
        type(e1, publish("p1", 1000), 0);
        for (int i = 0; i < 1000; i++) {
            type(e2, publish("p2." + i, 0), 0);
            assertThat(written(e2, 0)).startsWith("ERROR reason=stream-taken");
        }
        assertThat(e2.state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void aStoppingOriginSaysGoodbye() {
        LinkConnection e1 = join("e1", 1);
        origin.links.close(0);
        assertThat(written(e1, 0)).startsWith("BYE reason=shutdown");
        assertThat(e1.isDone()).isTrue();
    }

    private LinkConnection puller(String node, String versions, int port) {
        LinkConnection control = origin.links.accept(true, 0);
        String hello = hello(node, "1", "role=control");
        type(control, hello.replace("versions=1", "versions=" + versions), 0);
        type(control, registration(port).replace("\n", " pull=10.0.0.9:" + port + "\n"), 0);
        written(control, 0);
        return control;
    }

    @Test
    void edgesThatPullAreToldOfEachOtherAndTheOriginRelaysWhenTheyGiveItBack() {
        LinkConnection from = puller("e1", "1-2", 1);
        LinkConnection to = puller("e2", "2", 2);
        type(to, "WANT id=3 app=live name=a\n", 0);
        assertThat(written(to, 0)).isEqualTo("OK id=3\n");
        type(from, publish("1-1", 0), 0);
        String offer = written(from, 0);
        assertThat(offer)
                .matches("OFFER app=live name=a publication=1-1 node=e2 ticket=[0-9a-f]{32}\n");
        String ticket = offer.replaceAll(".*(ticket=.*)\n", "$1");
        assertThat(written(to, 0))
                .isEqualTo(
                        "SOURCE app=live name=a publication=1-1 node=e1 from=10.0.0.9:1 %s\n"
                                .formatted(ticket));
        type(to, "WANT id=4 app=live name=a\n", 0);
        assertThat(written(to, 0)).isEqualTo("OK id=4 publication=1-1\n");
        assertThat(written(from, 0)).isEmpty();

        type(to, "RELAY id=5 app=live name=a publication=0-0\n", 0);
        assertThat(written(from, 0)).isEmpty();
        type(to, "RELAY id=6 app=live name=a publication=1-1\n", 0);
        assertThat(written(to, 0)).endsWith("OK id=6 publication=1-1\n");
        assertThat(written(from, 0)).isEqualTo("SEND app=live name=a publication=1-1\n");
        type(to, "WANT id=7 app=live name=a\n", 0);
        assertThat(written(to, 0)).isEqualTo("OK id=7 publication=1-1\n");

        type(to, "UNWANT app=live name=a\nWANT id=8 app=live name=a\n", 0);
        assertThat(written(from, 0)).contains("STOP ").contains("OFFER ");
        assertThat(written(to, 0)).contains("SOURCE ");
    }

    @Test
    void anEdgeOfTheFirstVersionIsNeverToldOfDirectPulls() {
        LinkConnection first = puller("e1", "1", 1);
        LinkConnection second = puller("e2", "1-2", 2);
        LinkConnection third = puller("e3", "1-2", 3);
        type(first, publish("1-1", 0), 0);
        type(second, "WANT id=3 app=live name=a\n", 0);
        assertThat(written(first, 0)).isEqualTo("SEND app=live name=a publication=1-1\n");
        assertThat(written(second, 0)).isEqualTo("OK id=3 publication=1-1\n");
        type(third, publish("3-1", 0).replace("name=a", "name=b"), 0);
        type(first, "WANT id=3 app=live name=b\n", 0);
        assertThat(written(third, 0)).isEqualTo("SEND app=live name=b publication=3-1\n");
        assertThat(written(first, 0)).isEqualTo("OK id=3 publication=3-1\n");
    }

    @Test
    void whoProvesItselfAndNeverRegistersKeepsNoPlace() {
        LinkConnection idle = origin.links.accept(true, 0);
        type(idle, hello("e1", "1", "role=control"), 0);
        LinkConnection edge = join("e2", 2);
        for (long now = 0; now < 40 * SECOND; now += SECOND) {
            origin.links.tick(now);
            type(edge, "\n", now);
            type(idle, "PONG\n", now);
            LinkState expected = now < 20 * SECOND ? LinkState.OPEN : LinkState.CLOSED;
            assertThat(idle.state()).isEqualTo(expected);
        }
        assertThat(written(idle, 0)).contains("BYE reason=handshake-timeout");
        assertThat(origin.calls).contains("refused , which calls itself e1, handshake-timeout");
        assertThat(edge.state()).isEqualTo(LinkState.OPEN);
        assertThat(origin.links.connections()).isEqualTo(1);
    }

    @Test
    void whatIsSetBetweenTwoLooksAtAllConnectionsIsDueInTime() {
        LinkConnection edge = join("e1", 1);
        assertThat(origin.links.delay(0)).isEqualTo(3 * SECOND);
        long half = SECOND / 2;
        origin.links.accept(true, half);
        type(edge, "\n", half);
        assertThat(origin.links.delay(half)).isEqualTo(half);
        assertThat(origin.links.delay(SECOND)).isEqualTo(5 * half);
        assertThat(origin.links.delay(2 * SECOND)).isEqualTo(3 * half);
        assertThat(origin.links.delay(5 * SECOND)).isZero();
    }
}
