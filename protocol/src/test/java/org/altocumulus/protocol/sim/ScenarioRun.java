package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.ReceiveLimits;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionParameters;

/** Plays a scenario and checks what must hold in any. */
public final class ScenarioRun {
    private final Scenario scenario;
    private final Random random;
    private final SimPair pair;
    private final List<SentFlow> flows = new ArrayList<>();
    private final Set<ReceiveFlow> rejected = new HashSet<>();
    private Session client;
    private Session server;

    private ScenarioRun(Scenario scenario) {
        this.scenario = scenario;
        this.random = new Random(scenario.seed());
        this.pair =
                new SimPair(
                        setup(EndpointSetup.CLIENT), setup(EndpointSetup.SERVER), scenario.seed());
    }

    private EndpointSetup setup(EndpointSetup base) {
        SessionParameters common = base.parameters();
        EndpointSetup setup =
                base.withParameters(
                        new SessionParameters(
                                common.datagramLimit(),
                                common.largestDatagram(),
                                scenario.limits(),
                                common.maxFlows(),
                                common.maxFragmented(),
                                common.timeouts()));
        return scenario.protectedSession() ? setup.withProtection() : setup;
    }

    /** Plays it; an AssertionError names the scenario. */
    public static void play(Scenario scenario) {
        try {
            new ScenarioRun(scenario).play();
        } catch (RuntimeException | Error e) {
            throw new AssertionError("Scenario.of(" + scenario.seed() + "L): " + scenario, e);
        }
    }

    private void play() {
        impair();
        open();
        for (int step = 0; step < scenario.steps(); step++) {
            act();
            if (random.nextInt(scenario.steps()) < scenario.moves()) {
                pair.client().moveTo(SimPair.address(30 + step, 50_000 + step));
                impair();
            }
            pair.time().runFor(random.nextLong(scenario.longestPause()));
            checkBounds();
        }
        pair.network().link(LinkProfile.GOOD);
        flows.forEach(SentFlow::close);
        checkDelivery();
        checkQuiet();
        end();
    }

    private void impair() {
        var here = pair.client().address();
        var there = pair.server().address();
        pair.network().link(LinkProfile.GOOD);
        pair.network().link(here, there, scenario.up());
        pair.network().link(there, here, scenario.down());
    }

    private void open() {
        client = pair.connect();
        open(client);
        boolean confirmed =
                pair.time()
                        .runUntil(
                                () -> pair.server().sessions().stream().anyMatch(this::isServer),
                                SECONDS.toNanos(60));
        assertThat(confirmed).isTrue();
        server = pair.server().sessions().stream().filter(this::isServer).findFirst().get();
        for (int i = 0; i < scenario.flows(); i++) {
            open(client);
            open(server);
        }
        if (scenario.rejections()) {
            pair.client().recorder().onFlow(this::rejectSome);
            pair.server().recorder().onFlow(this::rejectSome);
        }
    }

    private boolean isServer(Session session) {
        return session.isConfirmed() && session.identity().farId() == client.identity().nearId();
    }

    private void open(Session session) {
        Priority[] priorities = Priority.values();
        SentFlow flow = SentFlow.open(session, priorities[random.nextInt(priorities.length)]);
        flow.send(4);
        flows.add(flow);
    }

    private void rejectSome(FlowLog log) {
        if (random.nextInt(3) == 0) {
            rejected.add(log.flow());
            pair.time()
                    .after(
                            random.nextLong(SECONDS.toNanos(2)),
                            () -> log.session().rejectFlow(log.flow(), 9));
        }
    }

    private void act() {
        SentFlow flow = flows.get(random.nextInt(flows.size()));
        int length = 4 + random.nextInt(scenario.largestMessage());
        int dice = random.nextInt(20);
        if (dice < 10) {
            flow.send(length);
        } else if (dice < 19) {
            flow.send(length, deadline(), deadline());
        } else {
            flow.close();
        }
    }

    private long deadline() {
        return random.nextInt(4) == 0
                ? SendFlow.NEVER
                : pair.time().now() + random.nextLong(MILLISECONDS.toNanos(1_500));
    }

    private void checkBounds() {
        ReceiveLimits limits = scenario.limits();
        int most = 2 * limits.windowBytes() + 2 * limits.maxMessageBytes();
        for (SimEndpoint end : List.of(pair.client(), pair.server())) {
            for (FlowLog log : end.recorder().flows()) {
                assertThat(log.flow().bufferedBytes()).isBetween(0, most);
            }
        }
        for (Session session : List.of(client, server)) {
            assertThat(session.queuedBytes()).isNotNegative();
            assertThat(session.bytesInFlight()).isNotNegative();
        }
    }

    private void checkDelivery() {
        for (SentFlow flow : flows) {
            SimEndpoint other = flow.session() == client ? pair.server() : pair.client();
            pair.time()
                    .runUntil(
                            () -> flow.flow().state() == SendFlow.State.COMPLETE,
                            SECONDS.toNanos(600));
            assertThat(flow.flow().state())
                    .as("flow %d", flow.flow().id())
                    .isEqualTo(SendFlow.State.COMPLETE);
            FlowLog log = flow.arrivedAt(other);
            if (!rejected.contains(log.flow())) {
                assertThat(log.isComplete()).isTrue();
            }
            flow.assertSomeArrived(log);
        }
    }

    private void checkQuiet() {
        assertThat(client.queuedBytes()).isZero();
        assertThat(server.queuedBytes()).isZero();
        assertThat(client.bytesInFlight()).isZero();
        assertThat(server.bytesInFlight()).isZero();
        pair.time().runFor(SECONDS.toNanos(10));
        long before = pair.time().events();
        pair.time().runFor(SECONDS.toNanos(100));
        assertThat(pair.time().events() - before).as("events of a quiet time").isLessThan(300);
    }

    private void end() {
        long now = pair.time().now();
        switch (scenario.end()) {
            case CLIENT -> client.close(now);
            case SERVER -> server.close(now);
            case BOTH -> {
                client.close(now);
                server.close(now);
            }
            case CLIENT_ABORTS -> client.abort(CloseReason.NEAR_CLOSED, pair.client(), now);
            case CLIENT_VANISHES -> pair.client().leave();
        }
        pair.time().runFor(SECONDS.toNanos(200));
        for (SimEndpoint end : List.of(pair.client(), pair.server())) {
            assertThat(end.sessions()).isEmpty();
            assertThat(end.recorder().closed()).hasSize(1);
        }
    }
}
