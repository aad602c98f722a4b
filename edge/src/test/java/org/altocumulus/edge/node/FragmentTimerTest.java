package org.altocumulus.edge.node;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.chunk.PacketFragment;
import org.altocumulus.protocol.session.SessionContext;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.RawPeer;
import org.junit.jupiter.api.Test;

class FragmentTimerTest {
    @Test
    void thePacketThatNeverEndsIsFreedByTheTimersOfTheLoop() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        // The clock of a node is never negative.
        peer.run(SECONDS.toNanos(10));
        peer.exchange(new PacketFragment(true, 1, 0, new byte[1000]));
        SessionContext context = peer.pair().server().context();
        long now = peer.pair().time().now();
        TimerWheel wheel = new TimerWheel(now);
        FragmentTimer timer = new FragmentTimer(context);
        timer.schedule(wheel);
        wheel.advance(now + MILLISECONDS.toNanos(900));
        timer.schedule(wheel);
        assertThat(wheel.next()).isLessThan(now + MILLISECONDS.toNanos(1100));
        wheel.advance(now + MILLISECONDS.toNanos(1100));
        assertThat(context.fragmentDeadline()).isEqualTo(Long.MAX_VALUE);
        timer.schedule(wheel);
        assertThat(wheel.count()).isZero();
    }
}
