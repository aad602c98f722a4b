package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.packet.Multiplex;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.PathProfile;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SharedPath;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.TrafficSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Time Critical Reverse Notification, RFC 7016 §3.5.2.1. */
class TimeCriticalReverseTest {
    private static final long HOLD = MILLISECONDS.toNanos(800);
    private static final long STEP = MILLISECONDS.toNanos(20);

    private final SharedPath path = new SharedPath(PathProfile.of(10, 100), 1);
    private final SimEndpoint receiver = path.add(CongestionAlgorithm.WINDOW);
    private final SimEndpoint speaker = path.add(CongestionAlgorithm.WINDOW);
    private final SimEndpoint other = path.add(CongestionAlgorithm.WINDOW);
    private final List<SeenPacket> toSpeaker = new ArrayList<>();
    private final List<SeenPacket> toOther = new ArrayList<>();
    private final SentFlow speech = flow(speaker, Priority.AUDIO);
    private final SentFlow bulk = flow(other, Priority.BULK);

    TimeCriticalReverseTest() {
        path.time().runFor(SECONDS.toNanos(2));
        speaker.watch(toSpeaker::add);
        other.watch(toOther::add);
    }

    @Test
    void packetsOfOtherSessionsSayThatTimeCriticalDataArrives() {
        exchange(2 * HOLD, speech, bulk);
        assertThat(toOther).isNotEmpty();
        assertThat(notified(toOther)).isGreaterThan(toOther.size() / 2);
        assertThat(toSpeaker).isNotEmpty();
        assertThat(notified(toSpeaker)).as("in the session that it arrives in").isZero();
    }

    @Test
    void theNotificationHoldsFor800MillisecondsAfterTheLastSuchPacket() {
        exchange(HOLD, speech, bulk);
        long lastArrival = path.time().now() + MILLISECONDS.toNanos(50);
        exchange(3 * HOLD, bulk);
        for (SeenPacket packet : toOther) {
            long at = packet.datagram().at();
            if (at > lastArrival - STEP && at < lastArrival + HOLD - STEP) {
                assertThat(packet.header().timeCriticalReverse()).isTrue();
            } else if (at > lastArrival + HOLD) {
                assertThat(packet.header().timeCriticalReverse()).isFalse();
            }
        }
        assertThat(toOther.get(toOther.size() - 1).datagram().at()).isGreaterThan(lastArrival);
    }

    @Test
    void withoutTimeCriticalDataNobodyIsNotified() {
        exchange(2 * HOLD, bulk);
        assertThat(toOther).isNotEmpty();
        assertThat(notified(toOther)).isZero();
    }

    @Test
    void sessionsThatBothBringTimeCriticalDataAreToldOfEachOther() {
        SentFlow second = SentFlow.open(bulk.session(), Priority.AUDIO);
        exchange(2 * HOLD, speech, second);
        assertThat(notified(toOther)).isGreaterThan(toOther.size() / 2);
        assertThat(notified(toSpeaker)).isGreaterThan(toSpeaker.size() / 2);
    }

    @Test
    void startupPacketsAreNeverMarked() {
        List<Datagram> startup = new ArrayList<>();
        path.network()
                .tap(
                        datagram -> {
                            if (StartupDatagrams.read(datagram) != null) {
                                startup.add(datagram);
                            }
                        });
        exchange(HOLD, speech);
        SimEndpoint third = path.add(CongestionAlgorithm.WINDOW);
        path.connect(third, receiver);
        path.connect(receiver, third);
        assertThat(startup).hasSizeGreaterThanOrEqualTo(8);
        assertThat(startup)
                .anyMatch(d -> Multiplex.sessionId(d.bytes(), 0, d.bytes().length) != 0)
                .extracting(StartupDatagrams::read)
                .noneMatch(packet -> packet.header().timeCriticalReverse())
                .noneMatch(packet -> packet.header().timeCritical());
    }

    @ParameterizedTest
    @EnumSource(CongestionAlgorithm.class)
    void aSenderThatIsNotifiedDoesNotStartSlowly(CongestionAlgorithm algorithm) {
        assertThat(bytesOfTheFirstSecond(algorithm, true))
                .isLessThan(bytesOfTheFirstSecond(algorithm, false) / 2);
    }

    private static long bytesOfTheFirstSecond(CongestionAlgorithm algorithm, boolean live) {
        SharedPath path = new SharedPath(PathProfile.of(10, 100), 1);
        SimEndpoint receiver = path.add(algorithm);
        SimEndpoint speaker = path.add(algorithm);
        SimEndpoint sender = path.add(algorithm);
        Session speech = path.connect(speaker, receiver);
        Session session = path.connect(sender, receiver);
        if (live) {
            TrafficSource.live(path, speech, receiver, 10_000);
        }
        path.time().runFor(SECONDS.toNanos(1));
        TrafficSource bulk = TrafficSource.bulk(path, session, receiver);
        path.time().runFor(SECONDS.toNanos(1));
        return bulk.sink().bytes();
    }

    private SentFlow flow(SimEndpoint from, Priority priority) {
        return SentFlow.open(path.connect(from, receiver), priority);
    }

    private void exchange(long duration, SentFlow... flows) {
        for (long passed = 0; passed < duration; passed += STEP) {
            for (SentFlow flow : flows) {
                flow.send(100);
            }
            path.time().runFor(STEP);
        }
    }

    private static long notified(List<SeenPacket> packets) {
        return packets.stream().filter(packet -> packet.header().timeCriticalReverse()).count();
    }
}
