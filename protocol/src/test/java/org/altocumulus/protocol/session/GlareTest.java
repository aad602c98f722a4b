package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.altocumulus.protocol.sim.SimPair.address;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.IIKeying;
import org.altocumulus.protocol.chunk.RIKeying;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.LinkProfile;
import org.altocumulus.protocol.sim.Opening;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.SimNetwork;
import org.altocumulus.protocol.sim.VirtualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two endpoints that open sessions to each other at once (RFC 7016 §3.5.1.3). */
class GlareTest {
    private static final int SEEDS = Boolean.getBoolean("altocumulus.test.long") ? 5_000 : 100;
    private static final long OPEN_LIMIT = SECONDS.toNanos(95);
    private static final long ENOUGH_TO_FORGET = SECONDS.toNanos(200);

    private static final EndpointSetup SOME = EndpointSetup.client(1);
    private static final EndpointSetup OTHER = EndpointSetup.client(2);

    private static boolean someIsLess() {
        return SOME.identity().certificate().prevailsOver(OTHER.identity().certificate());
    }

    /** Two endpoints, by whose certificate prevails. */
    private static final class Two {
        final VirtualTime time = new VirtualTime();
        final SimNetwork network;
        final SimEndpoint prevailing;
        final SimEndpoint other;
        final List<Datagram> sent = new ArrayList<>();

        Two(long seed, long keyDelay) {
            network = new SimNetwork(time, seed);
            network.tap(sent::add);
            EndpointSetup first = (someIsLess() ? SOME : OTHER).withKeyWorker(keyDelay, 64);
            EndpointSetup second = (someIsLess() ? OTHER : SOME).withKeyWorker(keyDelay, 64);
            prevailing = new SimEndpoint(network, address(10, 50000), first, seed + 1);
            other = new SimEndpoint(network, address(20, 50000), second, seed + 2);
        }

        Opening open(SimEndpoint from, SimEndpoint to) {
            var fingerprint = to.setup().identity().certificate().fingerprint();
            return from.open(
                    EndpointDiscriminator.ofFingerprint(fingerprint), List.of(to.address()));
        }

        void assertOneSession() {
            Session near = prevailing.onlySession();
            Session far = other.onlySession();
            assertThat(near.state()).isEqualTo(Session.State.OPEN);
            assertThat(near.identity().farId()).isEqualTo(far.identity().nearId());
            assertThat(far.identity().farId()).isEqualTo(near.identity().nearId());
            assertThat(near.identity().role()).isNotEqualTo(far.identity().role());
            SentFlow there = SentFlow.open(near, Priority.CONTROL);
            SentFlow back = SentFlow.open(far, Priority.CONTROL);
            there.send(100);
            back.send(100);
            time.runFor(SECONDS.toNanos(20));
            there.assertAllArrived(there.arrivedAt(other));
            back.assertAllArrived(back.arrivedAt(prevailing));
        }
    }

    @Test
    void ofTwoThatStartAtOnceTheLesserCertificateBecomesTheInitiator() {
        Two two = new Two(1, MILLISECONDS.toNanos(2));
        Opening prevailing = two.open(two.prevailing, two.other);
        Opening other = two.open(two.other, two.prevailing);
        two.time.runFor(SECONDS.toNanos(1));
        assertThat(prevailing.session()).isSameAs(two.prevailing.onlySession());
        assertThat(other.yielded()).isTrue();
        assertThat(two.prevailing.counters().discarded(Discard.GLARE)).isEqualTo(1);
        assertThat(two.prevailing.onlySession().identity().role()).isEqualTo(Role.INITIATOR);
        assertThat(count(two, IIKeying.class)).isEqualTo(2);
        assertThat(count(two, RIKeying.class)).isEqualTo(1);
        two.assertOneSession();
    }

    private static long count(Two two, Class<? extends Chunk> kind) {
        return two.sent.stream()
                .map(StartupDatagrams::read)
                .filter(packet -> packet != null && packet.has(kind))
                .count();
    }

    static LongStream seeds() {
        return LongStream.range(0, SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void oneSessionResultsWhateverTheNetworkDoes(long seed) {
        Random random = new Random(seed);
        Two two = new Two(seed, MILLISECONDS.toNanos(1 + random.nextInt(80)));
        two.network.link(
                LinkProfile.GOOD
                        .withDelay(MILLISECONDS.toNanos(1 + random.nextInt(150)))
                        .withJitter(MILLISECONDS.toNanos(1 + random.nextInt(60)))
                        .withLoss(random.nextDouble() * 0.25)
                        .withDuplication(random.nextDouble() * 0.2)
                        .withReordering(random.nextDouble() * 0.3));
        boolean prevailingFirst = random.nextBoolean();
        SimEndpoint first = prevailingFirst ? two.prevailing : two.other;
        SimEndpoint second = prevailingFirst ? two.other : two.prevailing;
        List<Opening> openings = new ArrayList<>();
        openings.add(two.open(first, second));
        // What one begins may have begun at the other, or be over.
        two.time.runFor(random.nextBoolean() ? 0 : MILLISECONDS.toNanos(random.nextInt(800)));
        openings.add(two.open(second, first));

        boolean over =
                two.time.runUntil(() -> openings.stream().allMatch(Opening::isOver), OPEN_LIMIT);
        assertThat(over).as("both openings end").isTrue();
        assertThat(openings).noneMatch(opening -> opening.failure() != null);
        assertThat(openings).filteredOn(opening -> opening.session() != null).hasSize(1);
        // Or a session without traffic may be given up for lost pings.
        two.network.link(LinkProfile.GOOD);
        two.time.runFor(ENOUGH_TO_FORGET);
        two.assertOneSession();
    }

    /** A packet that was under way when the other end gave up asks for nothing any more. */
    @Test
    void aKeyingThatArrivesAfterTheSessionOpenedMakesNoSecondOne() {
        Two two = new Two(1, MILLISECONDS.toNanos(2));
        List<Datagram> late = new ArrayList<>();
        two.network.lose(d -> isKeyingOf(d, two.other) && late.add(d));
        two.open(two.prevailing, two.other);
        two.open(two.other, two.prevailing);
        two.time.runFor(SECONDS.toNanos(1));
        Session session = two.prevailing.onlySession();
        assertThat(late).hasSize(1);
        two.prevailing.receive(late.get(0));
        two.time.runFor(SECONDS.toNanos(1));
        assertThat(two.prevailing.onlySession()).isSameAs(session);
        assertThat(two.prevailing.counters().discarded(Discard.GLARE)).isEqualTo(1);
        two.assertOneSession();
    }

    /** It had begun to answer, and opens itself before the keys are there. */
    @ParameterizedTest
    @ValueSource(ints = {25, 70})
    void anAnswerThatIsReadyAfterItsOwnOpeningBeganIsNotSent(int millis) {
        Two two = new Two(1, MILLISECONDS.toNanos(2));
        two.prevailing.holdNextKeyAgreement(MILLISECONDS.toNanos(millis));
        two.open(two.other, two.prevailing);
        two.time.runUntil(() -> count(two, IIKeying.class) == 1, SECONDS.toNanos(1));
        two.time.runFor(MILLISECONDS.toNanos(11));
        Opening own = two.open(two.prevailing, two.other);
        two.time.runFor(SECONDS.toNanos(1));
        assertThat(own.session()).isSameAs(two.prevailing.onlySession());
        assertThat(two.prevailing.keyAgreements()).isEqualTo(3);
        assertThat(two.prevailing.counters().discarded(Discard.GLARE)).isEqualTo(1);
        assertThat(count(two, RIKeying.class)).isEqualTo(1);
        two.assertOneSession();
    }

    /** It has lost its session, and its keying is no remainder of an attempt given up. */
    @Test
    void anEndThatHasStartedAnewOpensASessionInPlaceOfTheOldOne() {
        Two two = new Two(1, MILLISECONDS.toNanos(2));
        two.open(two.prevailing, two.other);
        two.time.runFor(SECONDS.toNanos(1));
        Session old = two.prevailing.onlySession();
        two.other.leave();
        SimEndpoint again =
                new SimEndpoint(two.network, two.other.address(), two.other.setup(), 99);
        Opening opening = two.open(again, two.prevailing);
        two.time.runFor(SECONDS.toNanos(1));
        assertThat(opening.session()).isNotNull();
        SentFlow flow = SentFlow.open(opening.session(), Priority.CONTROL);
        flow.send(10);
        two.time.runFor(ENOUGH_TO_FORGET);
        assertThat(old.state()).isEqualTo(Session.State.CLOSED);
        assertThat(two.prevailing.onlySession().identity().role()).isEqualTo(Role.RESPONDER);
        flow.assertAllArrived(flow.arrivedAt(two.prevailing));
    }

    @Test
    void aSecondOpeningToAPeerYieldsToTheSessionThatIsThere() {
        Two two = new Two(1, MILLISECONDS.toNanos(2));
        Opening first = two.open(two.prevailing, two.other);
        two.time.runFor(SECONDS.toNanos(1));
        Opening second = two.open(two.prevailing, two.other);
        Opening back = two.open(two.other, two.prevailing);
        two.time.runFor(SECONDS.toNanos(1));
        assertThat(first.session()).isSameAs(two.prevailing.onlySession());
        assertThat(second.yielded()).isTrue();
        assertThat(back.yielded()).isTrue();
        assertThat(two.other.sessions()).hasSize(1);
        two.assertOneSession();
    }

    /** Somebody else with a lesser certificate, who has no part in it. */
    @Test
    void anOpeningToAThirdEndIsNoGlare() {
        Two two = new Two(1, MILLISECONDS.toNanos(2));
        SimEndpoint third =
                new SimEndpoint(two.network, address(30, 50000), EndpointSetup.client(3), 5);
        Opening there = two.open(two.other, third);
        Opening here = two.open(two.prevailing, two.other);
        two.time.runFor(SECONDS.toNanos(1));
        assertThat(there.session()).isNotNull();
        assertThat(here.session()).isNotNull();
        assertThat(two.other.sessions()).hasSize(2);
    }

    private static boolean isKeyingOf(Datagram datagram, SimEndpoint sender) {
        SeenPacket packet = StartupDatagrams.read(datagram);
        return datagram.from().equals(sender.address())
                && packet != null
                && packet.has(IIKeying.class);
    }
}
