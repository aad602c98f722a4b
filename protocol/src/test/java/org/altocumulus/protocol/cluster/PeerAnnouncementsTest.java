package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeerAnnouncementsTest {
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final RecordingHandler handler = new RecordingHandler();
    private final RecordingListener listener = new RecordingListener();
    private final EdgeLinks link =
            new EdgeLinks(
                    edgeSettings("edge-1", "8c1f", 1935),
                    security(null, 1),
                    new Random(2),
                    1,
                    listener,
                    listener,
                    0);
    private LinkConnection control;
    private OriginLinkSession origin;

    private static PeerId peer(long number) {
        return new PeerId(0, -1, 5, number);
    }

    private void dial(long now) {
        control = link.connected(0, LinkRole.CONTROL, true, now);
        origin =
                OriginLinkSession.accepted(originSettings(), security(null, 3), true, handler, now);
    }

    private List<String> join(long now) {
        link.start(now);
        dial(now);
        return exchange(control, origin, now);
    }

    @Test
    void whoIsHereIsToldWithTheAgeOfTheSessionBeforeTheEdgeIsSynced() {
        link.peerHere(peer(1), 0, 0);
        link.peerHere(peer(2), 3 * SECOND, 3 * SECOND);
        link.peerHere(peer(3), 3 * SECOND, 3 * SECOND);
        link.peerGone(peer(3), 4 * SECOND);
        List<String> said = join(5 * SECOND);
        assertThat(handler.ages).isEqualTo(Map.of(peer(1), 5000L, peer(2), 2000L));
        assertThat(handler.calls).last().isEqualTo("synced");
        List<String> verbs =
                said.stream().map(line -> line.replaceAll("^[<>] ([A-Z]+).*", "$1")).toList();
        assertThat(verbs).containsSubsequence("PEERS", "SYNCED").doesNotContain("GONE");
    }

    @Test
    void changesAreToldAtMostTenTimesASecondAndTheFirstAtOnce() {
        join(0);
        link.peerHere(peer(1), SECOND, SECOND);
        assertThat(written(control, SECOND)).startsWith("PEERS ");
        link.peerHere(peer(2), SECOND, SECOND + MILLISECOND);
        link.peerHere(peer(3), SECOND, SECOND + 2 * MILLISECOND);
        link.peerGone(peer(3), SECOND + 3 * MILLISECOND);
        link.peerGone(peer(1), SECOND + 3 * MILLISECOND);
        assertThat(written(control, SECOND + 3 * MILLISECOND)).isEmpty();
        assertThat(link.delay(SECOND + 99 * MILLISECOND)).isLessThanOrEqualTo(MILLISECOND);
        link.tick(SECOND + 100 * MILLISECOND);
        String told = written(control, SECOND + 100 * MILLISECOND);
        assertThat(told.lines().filter(line -> line.startsWith("PEERS"))).hasSize(1);
        assertThat(told).contains(peer(2) + ":100\n");
        assertThat(told).containsPattern("GONE id=[0-9]+ peers=" + peer(3) + "," + peer(1));
    }

    @Test
    void aHundredThousandClientsNeverFillTheConnection() {
        int count = 100_000;
        Map<PeerId, Long> here = new HashMap<>();
        for (int i = 0; i < count; i++) {
            link.peerHere(peer(i), 0, 0);
            here.put(peer(i), 0L);
        }
        link.start(0);
        dial(0);
        long turns = 0;
        long largest = 0;
        while (!link.status(0).get(0).synced()) {
            String toOrigin = written(control, 0);
            largest = Math.max(largest, toOrigin.length());
            type(origin, toOrigin, 0);
            type(control, written(origin, 0), 0);
            assertThat(++turns).as("round trips").isLessThan(100);
        }
        assertThat(handler.ages).isEqualTo(here);
        assertThat(largest).isLessThan(256 << 10);
        assertThat(control.state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void anEdgeIsSyncedThoughClientsComeAndGoAllTheTime() {
        for (int i = 0; i < 10_000; i++) {
            link.peerHere(peer(i), 0, 0);
        }
        link.start(0);
        dial(0);
        int turns = 0;
        while (!link.status(0).get(0).synced()) {
            for (int i = 0; i < 10_000; i++) {
                link.peerHere(peer(1_000_000L * (turns + 1) + i), 0, 0);
            }
            type(origin, written(control, 0), 0);
            type(control, written(origin, 0), 0);
            assertThat(++turns).as("round trips").isLessThan(40);
        }
        for (int i = 0; i < 10_000; i++) {
            assertThat(handler.ages).containsKey(peer(i));
        }
    }

    @Test
    void everythingIsToldAgainOnTheNextConnection() {
        link.peerHere(peer(1), 0, 0);
        link.peerHere(peer(2), 0, 0);
        join(0);
        control.disconnected(SECOND);
        handler.ages.clear();
        link.peerGone(peer(1), SECOND);
        link.peerHere(peer(3), SECOND, SECOND);
        link.tick(2 * SECOND);
        dial(2 * SECOND);
        exchange(control, origin, 2 * SECOND);
        assertThat(handler.ages).isEqualTo(Map.of(peer(2), 2000L, peer(3), 1000L));
    }

    @Test
    void anOriginOfTheFirstVersionIsToldOfNobodyAndAskedForNobody() {
        link.peerHere(peer(1), 0, 0);
        link.start(0);
        control = link.connected(0, LinkRole.CONTROL, true, 0);
        written(control, 0);
        type(
                control,
                "WELCOME id=1 version=1 auth=none node=o instance=1 software=first\n"
                        + "REGISTERED id=3 session="
                        + "0".repeat(32)
                        + '\n',
                0);
        link.peerHere(peer(2), 0, 0);
        link.introduce(
                LinkPair.introduction(peer(3)), (list, at) -> listener.calls.add("" + list), 0);
        link.tick(SECOND);
        assertThat(written(control, SECOND))
                .contains("SYNCED")
                .doesNotContain("PEERS", "INTRODUCE");
        assertThat(listener.calls).last().isEqualTo("[]");
        assertThat(link.delay(SECOND)).isPositive();
    }

    @Test
    void theEdgeIsToldThatANewerSessionIsElsewhere() {
        link.peerHere(peer(1), 7, 7);
        join(SECOND);
        origin.evict(peer(1), SECOND);
        origin.evict(peer(2), SECOND);
        exchange(control, origin, SECOND);
        assertThat(listener.calls)
                .filteredOn(call -> call.startsWith("evicted"))
                .containsExactly("evicted " + peer(1) + " of 7");
    }

    @Test
    void anEvictionThatCrossesANewerSessionIsPassedOver() {
        link.peerHere(peer(1), 0, 0);
        join(0);
        origin.evict(peer(1), SECOND);
        link.peerHere(peer(1), SECOND, SECOND);
        exchange(control, origin, SECOND);
        assertThat(listener.calls).noneMatch(call -> call.startsWith("evicted"));
        origin.evict(peer(1), SECOND);
        exchange(control, origin, SECOND);
        assertThat(listener.calls).last().isEqualTo("evicted " + peer(1) + " of " + SECOND);
    }

    @Test
    void aSessionThatIsOlderThanOneElsewhereIsEvictedWhenItIsAnnounced() {
        handler.elsewhere.add(peer(1));
        link.peerHere(peer(1), 3, 3);
        join(3);
        assertThat(listener.calls).contains("evicted " + peer(1) + " of 3");
    }

    @Test
    void ofAnIdInTwoFramesTheSecondIsWaitedFor() {
        join(0);
        link.peerHere(peer(1), SECOND, SECOND);
        String first = written(control, SECOND);
        link.peerHere(peer(1), 2 * SECOND, 2 * SECOND);
        String second = written(control, 2 * SECOND);
        type(origin, first, 2 * SECOND);
        origin.evict(peer(1), 2 * SECOND);
        type(control, written(origin, 2 * SECOND), 2 * SECOND);
        assertThat(listener.calls).noneMatch(call -> call.startsWith("evicted"));
        type(origin, second, 2 * SECOND);
        origin.evict(peer(1), 2 * SECOND);
        type(control, written(origin, 2 * SECOND), 2 * SECOND);
        assertThat(listener.calls).last().isEqualTo("evicted " + peer(1) + " of " + 2 * SECOND);
    }

    @Test
    void aConnectionThatEndsAmongTheAnnouncementsLeavesNothingBehind() {
        join(0);
        for (int i = 0; i < 3 * PeerFrames.MAX_PEERS; i++) {
            link.peerHere(peer(i), 0, 0);
        }
        long now = 0;
        Introduction usual = LinkPair.introduction(peer(1));
        byte[] tag = new byte[Introduction.MAX_TAG];
        Introduction asking = new Introduction(usual.peer(), usual.from(), usual.behind(), tag);
        for (int i = 1; control.waiting() <= 4 << 20; i++) {
            link.introduce(asking, (list, at) -> {}, now);
            now += i % Introduction.MAX_PENDING == 0 ? Introduction.TIMEOUT : 0;
        }
        link.tick(now);
        assertThat(listener.calls).contains("left too-slow");
        link.tick(now + 2 * SECOND);
        dial(now + 2 * SECOND);
        exchange(control, origin, now + 2 * SECOND);
        assertThat(handler.ages).hasSize(3 * PeerFrames.MAX_PEERS);
        origin.evict(peer(0), now + 2 * SECOND);
        exchange(control, origin, now + 2 * SECOND);
        assertThat(listener.calls).last().isEqualTo("evicted " + peer(0) + " of 0");
    }
}
