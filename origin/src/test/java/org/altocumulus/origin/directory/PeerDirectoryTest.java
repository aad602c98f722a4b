package org.altocumulus.origin.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.cluster.Seeds;
import org.junit.jupiter.api.Test;

class PeerDirectoryTest {
    private static final PeerId A = new PeerId(0, 0, 0, 1);
    private static final PeerId B = new PeerId(0, 0, 0, 2);

    private final PeerDirectory peers = new PeerDirectory(3);

    @Test
    void theNewestSessionHasThePeerIdInWhateverOrderTheyAreAnnounced() {
        assertThat(peers.present("e1", A, 10)).isNull();
        assertThat(peers.present("e2", A, 20)).isEqualTo("e1");
        assertThat(peers.present("e3", A, 15)).isEqualTo("e3");
        assertThat(peers.find(A)).isEqualTo("e2");
        assertThat(peers.size()).isEqualTo(1);
        assertThat(peers.present("e1", A, 30)).isEqualTo("e2");
        assertThat(peers.find(A)).isEqualTo("e1");
    }

    @Test
    void anOlderSessionThatDidNotEndIsFoundAgainWhenTheNewestEnds() {
        peers.present("e1", A, 10);
        peers.present("e2", A, 20);
        peers.present("e3", A, 15);
        peers.gone("e2", A);
        assertThat(peers.find(A)).isEqualTo("e3");
        peers.remove("e3");
        assertThat(peers.find(A)).isEqualTo("e1");
        peers.gone("e1", A);
        assertThat(peers.find(A)).isNull();
        assertThat(peers.size()).isZero();
    }

    @Test
    void theSameSessionAnnouncedAgainEvictsNobody() {
        peers.present("e1", A, 10);
        assertThat(peers.present("e1", A, 10)).isNull();
        assertThat(peers.present("e1", A, 12)).isNull();
        assertThat(peers.count("e1")).isEqualTo(1);
    }

    @Test
    void ofTwoOfTheSameAgeTheLastToldIsTheNewer() {
        peers.present("e1", A, Long.MAX_VALUE);
        assertThat(peers.present("e2", A, Long.MAX_VALUE)).isEqualTo("e1");
        // The clock has gone round.
        assertThat(peers.present("e3", A, Long.MIN_VALUE)).isEqualTo("e2");
    }

    @Test
    void anEdgeTakesAllThatItHasWithIt() {
        peers.present("e1", A, 1);
        peers.present("e1", B, 1);
        peers.present("e2", B, 2);
        peers.remove("e1");
        peers.remove("e4");
        assertThat(peers.find(A)).isNull();
        assertThat(peers.find(B)).isEqualTo("e2");
        assertThat(peers.count("e1")).isZero();
        peers.gone("e1", A);
        peers.gone("e4", A);
    }

    @Test
    void whatIsTooMuchOfOneEdgeIsPassedOver() {
        for (int i = 0; i < 100; i++) {
            peers.present("e1", new PeerId(i, 0, 0, 0), i);
        }
        assertThat(peers.count("e1")).isEqualTo(3);
        peers.gone("e1", new PeerId(50, 0, 0, 0));
        peers.gone("e1", new PeerId(1, 0, 0, 0));
        assertThat(peers.present("e1", A, 1)).isNull();
        assertThat(peers.find(A)).isEqualTo("e1");
        assertThat(peers.present("e2", B, 1)).isNull();
    }

    @Test
    void itAgreesWithATableOfAllAnnouncements() {
        Seeds.of(7, 100, 10_000).forEach(PeerDirectoryTest::compare);
    }

    private static void compare(long seed) {
        Random random = new Random(seed);
        PeerDirectory directory = new PeerDirectory(1000);
        Map<String, Map<Integer, Long>> table = new TreeMap<>();
        for (long time = 0; time < 500; time++) {
            String edge = "e" + random.nextInt(4);
            int number = random.nextInt(6);
            PeerId peer = new PeerId(number, 0, 0, 0);
            Map<Integer, Long> own = table.computeIfAbsent(edge, key -> new TreeMap<>());
            switch (random.nextInt(8)) {
                case 0 -> {
                    directory.remove(edge);
                    own.clear();
                }
                case 1, 2 -> {
                    directory.gone(edge, peer);
                    own.remove(number);
                }
                default -> {
                    // Different ages, in any order.
                    long since = random.nextLong(1000) * 1000 + time;
                    directory.present(edge, peer, since);
                    own.put(number, since);
                }
            }
            check(directory, table, "seed " + seed);
        }
    }

    private static void check(
            PeerDirectory directory, Map<String, Map<Integer, Long>> table, String seed) {
        for (int number = 0; number < 6; number++) {
            String newest = null;
            for (String edge : table.keySet()) {
                Long since = table.get(edge).get(number);
                if (since != null && (newest == null || since > table.get(newest).get(number))) {
                    newest = edge;
                }
            }
            assertThat(directory.find(new PeerId(number, 0, 0, 0))).as(seed).isEqualTo(newest);
        }
        table.forEach(
                (edge, own) -> assertThat(directory.count(edge)).as(seed).isEqualTo(own.size()));
    }
}
