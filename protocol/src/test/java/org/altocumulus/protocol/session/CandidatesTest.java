package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CandidatesTest {
    private final Candidates candidates = new Candidates();

    @Test
    void anAddressIsAskedAtOnceAndThenAtGrowingIntervals() {
        candidates.add(ms(-50), address(1));
        assertThat(poll(-51)).isEmpty();
        assertThat(poll(-50)).containsExactly(address(1));
        assertThat(poll(949)).isEmpty();
        assertThat(candidates.deadline()).isEqualTo(ms(950));
        assertThat(poll(950)).hasSize(1);
        assertThat(poll(3449)).isEmpty();
        assertThat(poll(3450)).hasSize(1);
        assertThat(candidates.deadline()).isEqualTo(ms(7450));
    }

    @Test
    void eachAddressHasItsOwnIntervals() {
        candidates.add(0, address(1));
        assertThat(poll(0)).containsExactly(address(1));
        candidates.add(ms(500), address(2));
        candidates.add(ms(500), address(1));
        assertThat(poll(500)).containsExactly(address(2));
        assertThat(poll(1000)).containsExactly(address(1));
        assertThat(poll(1500)).containsExactly(address(2));
    }

    @Test
    void withoutAddressesThereIsNoDeadline() {
        assertThat(candidates.deadline()).isEqualTo(Long.MAX_VALUE);
    }

    private List<InetSocketAddress> poll(long milliseconds) {
        List<InetSocketAddress> asked = new ArrayList<>();
        candidates.poll(ms(milliseconds), asked::add);
        return asked;
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress("192.0.2.1", port);
    }

    private static long ms(long milliseconds) {
        return MILLISECONDS.toNanos(milliseconds);
    }
}
