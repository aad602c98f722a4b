package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.FlowLog;
import org.altocumulus.protocol.sim.LinkProfile;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowTransferTest {
    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, 100, 1100, 1130, 1150, 1170, 1180, 1190, 1200, 2300, 65_536, 1 << 20})
    void messagesOfAnySizeArriveBothWays(int length) {
        SimPair pair = SimPair.plain(length);
        Session client = pair.connect();
        SentFlow up = SentFlow.open(client, Priority.CONTROL);
        SentFlow down = SentFlow.open(pair.serverSession(), Priority.BULK);
        for (int i = 0; i < 3; i++) {
            up.send(length);
            down.send(length);
        }
        settle(pair);
        up.assertAllArrived(up.arrivedAt(pair.server()));
        down.assertAllArrived(down.arrivedAt(pair.client()));
    }

    @ParameterizedTest
    @ValueSource(ints = {576, 577, 800, 1192})
    void packetsStayWithinAnyLimitWithSequenceNumbersOfAnySize(int limit) {
        SessionParameters d = SessionParameters.DEFAULT;
        SessionParameters parameters =
                new SessionParameters(
                        limit, limit, d.receive(), d.maxFlows(), d.maxFragmented(), d.timeouts());
        SimPair pair =
                new SimPair(
                        EndpointSetup.CLIENT.withProtection().withParameters(parameters),
                        EndpointSetup.SERVER.withProtection().withParameters(parameters),
                        1);
        pair.network().tap(packet -> assertThat(packet.bytes().length).isLessThanOrEqualTo(limit));
        SentFlow up = SentFlow.open(pair.connect(), Priority.BULK);
        up.send(300_000);
        settle(pair);
        up.assertAllArrived(up.arrivedAt(pair.server()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void flowsOfAllPrioritiesSurviveLossReorderingAndDuplication(int seed) {
        SimPair pair = seed % 2 == 0 ? SimPair.plain(seed) : protectedPair(seed);
        pair.network()
                .link(
                        LinkProfile.GOOD
                                .withLoss(0.01 * seed)
                                .withDuplication(0.05)
                                .withReordering(0.1)
                                .withJitter(MILLISECONDS.toNanos(5)));
        List<SentFlow> flows = new ArrayList<>();
        Session client = pair.connect();
        sendOnce(client);
        pair.time().runUntil(() -> !pair.server().sessions().isEmpty(), SECONDS.toNanos(60));
        for (Priority priority : Priority.values()) {
            flows.add(SentFlow.open(client, priority));
            flows.add(SentFlow.open(pair.serverSession(), priority));
        }
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            flows.get(random.nextInt(flows.size())).send(random.nextInt(3_000));
            pair.time().runFor(MILLISECONDS.toNanos(random.nextInt(30)));
        }
        flows.forEach(SentFlow::close);
        settle(pair);
        for (SentFlow flow : flows) {
            SimEndpoint other = flow.session() == client ? pair.server() : pair.client();
            FlowLog log = flow.arrivedAt(other);
            flow.assertAllArrived(log);
            assertThat(log.isComplete()).isTrue();
        }
    }

    @Test
    void manyTinyMessagesPassAFullBuffer() {
        SimPair pair = SimPair.plain(1);
        pair.network().link(LinkProfile.GOOD.withLoss(0.05));
        Session client = pair.connect();
        SentFlow up = SentFlow.open(client, Priority.CONTROL);
        for (int i = 0; i < 50_000; i++) {
            up.send(4);
        }
        settle(pair);
        up.assertAllArrived(up.arrivedAt(pair.server()));
    }

    private static void sendOnce(Session session) {
        SentFlow.open(session, Priority.CONTROL).send(1);
    }

    private static SimPair protectedPair(long seed) {
        return new SimPair(
                EndpointSetup.CLIENT.withProtection(), EndpointSetup.SERVER.withProtection(), seed);
    }

    private static void settle(SimPair pair) {
        boolean quiet =
                pair.time()
                        .runUntil(
                                () ->
                                        pair.clientSession().queuedBytes() == 0
                                                && pair.serverSession().queuedBytes() == 0,
                                SECONDS.toNanos(600));
        assertThat(quiet).isTrue();
        pair.time().runFor(SECONDS.toNanos(30));
    }
}
