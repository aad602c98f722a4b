package org.altocumulus.origin.link;

import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkState;
import org.altocumulus.protocol.cluster.PeerId;
import org.junit.jupiter.api.Test;

/** What edges say of their clients, typed by hand. */
class PeerLinksTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final PeerId A = new PeerId(1, 2, 3, 4);

    private final OriginUnderTest origin = new OriginUnderTest(new Random(1), null);

    private LinkConnection join(String node, int port, String versions) {
        LinkConnection control = origin.links.accept(true, 0);
        String zeros = "0".repeat(64);
        type(
                control,
                """
                HELLO id=1 versions=%s node=%s instance=1 software=test role=control nonce=%s
                REGISTER id=2 advertise=10.0.0.1:%d capacity=0 fingerprint=%s
                """
                        .formatted(versions, node, zeros, port, zeros),
                0);
        assertThat(written(control, 0)).contains("REGISTERED id=2");
        return control;
    }

    private LinkConnection join(String node, int port) {
        return join(node, port, "1-2");
    }

    private static String introduce(int id) {
        return "INTRODUCE id=%d peer=%s from=192.0.2.9:9 behind=203.0.113.1 tag=0011\n"
                .formatted(id, A);
    }

    @Test
    void theEdgeWithTheOlderSessionIsToldAndItsOwnAfterItsAnswer() {
        LinkConnection e1 = join("e1", 1);
        LinkConnection e2 = join("e2", 2);
        LinkConnection e3 = join("e3", 3);
        type(e1, "PEERS id=3 peers=" + A + ":5000\n", 0);
        assertThat(written(e1, 0)).isEqualTo("OK id=3\n");
        type(e2, "PEERS id=3 peers=" + A + ":10\n", 0);
        assertThat(written(e2, 0)).isEqualTo("OK id=3\n");
        assertThat(written(e1, 0)).startsWith("EVICT peer=" + A + " reason=replaced");
        type(e3, "PEERS id=3 peers=" + A + ":11\n", 0);
        assertThat(written(e3, 0)).startsWith("OK id=3\nEVICT peer=" + A);
        assertThat(written(e1, 0) + written(e2, 0)).isEmpty();
        assertThat(origin.peers.find(A)).isEqualTo("e2");
    }

    @Test
    void whatAnEdgeHadGoesWithItsConnection() {
        LinkConnection e1 = join("e1", 1);
        type(e1, "PEERS id=3 peers=" + A + ":0\n", 0);
        assertThat(origin.peers.count("e1")).isEqualTo(1);
        e1.disconnected(0);
        assertThat(origin.peers.find(A)).isNull();
        assertThat(origin.peers.count("e1")).isZero();
    }

    @Test
    void nothingIsTakenOfAnEdgeThatIsNotRegistered() {
        LinkConnection stranger = origin.links.accept(true, 0);
        type(stranger, "PEERS id=3 peers=" + A + ":0\n" + introduce(4), 0);
        assertThat(written(stranger, 0)).contains("reason=unexpected").doesNotContain("OK");
        assertThat(origin.peers.size()).isZero();
    }

    @Test
    void anIntroductionIsPassedOnAndItsAnswerBack() {
        LinkConnection e1 = join("e1", 1);
        LinkConnection e2 = join("e2", 2);
        type(e1, "PEERS peers=" + A + ":0\n", 0);
        type(e2, introduce(7), 0);
        assertThat(written(e2, 0)).isEmpty();
        assertThat(written(e1, 0)).isEqualTo(introduce(1));
        type(e1, "OK id=1 addresses=192.0.2.1:5,[2001:db8::7]:6\n", 0);
        assertThat(written(e2, 0)).isEqualTo("OK id=7 addresses=192.0.2.1:5,[2001:db8::7]:6\n");

        type(e2, introduce(8), 0);
        written(e1, 0);
        type(e1, "ERROR id=2 reason=no-peer\n", 0);
        assertThat(written(e2, 0)).startsWith("ERROR id=8 reason=no-peer");
        assertThat(origin.calls).noneMatch(call -> call.startsWith("failed"));
    }

    @Test
    void aDrainingEdgeIsAskedForItsClientsAsBefore() {
        LinkConnection e1 = join("e1", 1);
        LinkConnection e2 = join("e2", 2);
        type(e1, "PEERS peers=" + A + ":0\nDRAIN\n", 0);
        type(e2, introduce(7), 0);
        assertThat(written(e1, 0)).startsWith("INTRODUCE");
    }

    @Test
    void nobodyIsAskedForAPeerThatIsNowhereOrAtTheAskerItself() {
        LinkConnection e1 = join("e1", 1);
        type(e1, introduce(7), 0);
        assertThat(written(e1, 0)).startsWith("ERROR id=7 reason=no-peer");
        type(e1, "PEERS peers=" + A + ":0\n" + introduce(8), 0);
        assertThat(written(e1, 0)).startsWith("ERROR id=8 reason=no-peer");
    }

    @Test
    void anEdgeThatIsLostMeanwhileHasNoPeer() {
        LinkConnection e1 = join("e1", 1);
        LinkConnection e2 = join("e2", 2);
        type(e1, "PEERS peers=" + A + ":0\n", 0);
        type(e2, introduce(7), 0);
        e1.disconnected(0);
        assertThat(written(e2, 0)).startsWith("ERROR id=7 reason=no-peer");
    }

    @Test
    void aFloodOfIntroductionsIsCutOffAndGoesOnWhenItsAnswersAreGivenUp() {
        LinkConnection e1 = join("e1", 1);
        LinkConnection e2 = join("e2", 2);
        type(e1, "PEERS peers=" + A + ":0\n", 0);
        for (int i = 0; i < 5000; i++) {
            type(e2, introduce(i + 10), 0);
        }
        assertThat(written(e1, 0).lines()).hasSize(1024);
        assertThat(written(e2, 0).lines())
                .hasSize(5000 - 1024)
                .allMatch(l -> l.contains("no-peer"));
        assertThat(e2.state()).isEqualTo(LinkState.OPEN);
        assertThat(origin.links.delay(SECOND)).isEqualTo(SECOND);
        origin.links.tick(2 * SECOND);
        assertThat(written(e2, 2 * SECOND).lines()).hasSize(1024);
        type(e2, introduce(7), 2 * SECOND);
        assertThat(written(e1, 2 * SECOND)).startsWith("INTRODUCE");
    }

    @Test
    void hundredsOfThousandsOfPeersOfOneEdgeAreBorneUpToTheLimit() {
        LinkConnection e1 = join("e1", 1);
        LinkConnection e2 = join("e2", 2);
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < 300_000; i++) {
            list.append(list.isEmpty() ? "PEERS id=5 peers=" : ",");
            list.append(new PeerId(i, 0, 0, 0)).append(":0");
            if (i % 45 == 44 || i == 299_999) {
                type(e1, list.append('\n').toString(), 0);
                assertThat(written(e1, 0)).isEqualTo("OK id=5\n");
                list.setLength(0);
            }
        }
        assertThat(origin.peers.count("e1")).isEqualTo(100_000);
        assertThat(origin.calls).filteredOn("more than 100000 peers of e1"::equals).hasSize(1);
        type(e2, "PEERS id=5 peers=" + A + ":0\n", 0);
        assertThat(origin.peers.find(A)).isEqualTo("e2");
    }

    @Test
    void anEdgeOfTheFirstVersionIsNeverSaidAWordThatItDoesNotKnow() {
        LinkConnection old = join("e1", 1, "1");
        LinkConnection e2 = join("e2", 2);
        type(e2, "PEERS peers=" + A + ":0\n" + introduce(7), 0);
        type(old, "LOAD seq=1 clients=4\nSYNCED id=3\n", 0);
        assertThat(written(old, 0)).isEqualTo("OK id=3\n");
        assertThat(written(e2, 0)).contains("no-peer");
    }
}
