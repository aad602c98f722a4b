package org.altocumulus.hotpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bounds the datagrams for each message that a player gets. All is in virtual time and without
 * losses, so the figures are the same at each run; a bound that is clearly above its figure has to
 * be lowered.
 */
class PacketsPerMessageTest {
    private static final int PLAYERS = 20;
    private static final int SECONDS = 4;
    private static final String STREAM = "camera";

    private final VirtualNode node = new VirtualNode();
    private final List<VirtualNode.Pair> players = new ArrayList<>();
    private final VirtualNode.Pair publisher = node.connect();

    /**
     * A message of 1000 bytes fits into a datagram, one of 8000 into seven of the size that
     * sessions begin with. Players acknowledge every second datagram (RFC 7016 §3.6.3.4.4), and
     * those that come together, as the seven do here, together.
     */
    @ParameterizedTest
    @CsvSource({"1000, 120, 1, 0.5", "8000, 30, 7, 1"})
    void aMessageTakesAsFewPacketsAsItsSizeAllowsAndAtMostOneAcknowledgement(
            int size, int rate, double sent, double received) {
        open();
        // Congestion windows grow, and what comes once has come.
        stream(size, rate);
        long delivered = total(pair -> pair.client().frames());
        long out = total(pair -> pair.far().exchanged());
        long in = total(pair -> pair.near().exchanged());
        stream(size, rate);
        long messages = total(pair -> pair.client().frames()) - delivered;
        assertThat(messages).isEqualTo((long) SECONDS * rate * PLAYERS);
        assertThat((total(pair -> pair.far().exchanged()) - out) / (double) messages)
                .as("sent")
                .isBetween(sent, sent * 1.02);
        assertThat((total(pair -> pair.near().exchanged()) - in) / (double) messages)
                .as("received")
                .isBetween(received * 0.9, received * 1.05);
    }

    private void open() {
        publisher.client().publish(STREAM);
        node.settle();
        for (int i = 0; i < PLAYERS; i++) {
            VirtualNode.Pair player = node.connect();
            player.client().play(STREAM);
            players.add(player);
        }
        node.settle();
    }

    private void stream(int size, int rate) {
        for (int i = 0; i < SECONDS * rate; i++) {
            long timestamp = TimeUnit.NANOSECONDS.toMillis(node.loop().now());
            publisher.client().send(Inputs.frame(size, timestamp, i % (2 * rate) == 0));
            node.exchange();
            node.loop().advance(TimeUnit.SECONDS.toNanos(1) / rate);
        }
    }

    private long total(ToLongFunction<VirtualNode.Pair> of) {
        return players.stream().mapToLong(of).sum();
    }
}
