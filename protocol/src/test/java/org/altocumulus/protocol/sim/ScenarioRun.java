package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionParameters;

/** Plays a scenario and checks what must hold in any. */
public final class ScenarioRun {
    private static final long SUSPEND_WITHIN = SECONDS.toNanos(3);
    private static final long SUSPENDED_FOR = MILLISECONDS.toNanos(300);

    private final Scenario scenario;
    private final Random random;
    private final SimPair pair;
    private final List<SentFlow> flows = new ArrayList<>();
    private final Set<ReceiveFlow> rejected = new HashSet<>();
    private Session client;
    private Session server;
    private Invariants invariants;

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
                                SessionParameters.DEFAULT.largestDatagram(),
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
            if (random.nextInt(scenario.steps()) < scenario.cuts()) {
                cut();
            }
            pair.time().runFor(random.nextLong(scenario.longestPause()));
        }
        flows.forEach(SentFlow::close);
        checkDelivery();
        links(LinkProfile.GOOD, LinkProfile.GOOD);
        checkQuiet();
        end();
    }

    private void impair() {
        pair.network().largestDatagram(scenario.bears());
        links(scenario.up(), scenario.down());
    }

    private void links(LinkProfile up, LinkProfile down) {
        InetSocketAddress here = pair.client().address();
        InetSocketAddress there = pair.server().address();
        pair.network().link(here, there, up);
        pair.network().link(there, here, down);
    }

    /** Nothing passes for a while, on one way or on both. */
    private void cut() {
        pair.network().largestDatagram(Scenario.anyDatagram(random));
        InetSocketAddress here = pair.client().address();
        InetSocketAddress there = pair.server().address();
        int ways = 1 + random.nextInt(3);
        long duration = random.nextLong(SECONDS.toNanos(2));
        if ((ways & 1) != 0) {
            cut(here, there, duration);
        }
        if ((ways & 2) != 0) {
            cut(there, here, duration);
        }
    }

    private void cut(InetSocketAddress from, InetSocketAddress to, long duration) {
        pair.network().cut(from, to);
        pair.time().after(duration, () -> pair.network().heal(from, to));
    }

    private void open() {
        client = pair.connect();
        server = pair.server().sessions().stream().filter(this::isServer).findFirst().get();
        invariants = new Invariants(pair, client, server, scenario.limits());
        pair.client().recorder().onFlow(this::onFlow);
        pair.server().recorder().onFlow(this::onFlow);
        open(client);
        boolean confirmed = pair.time().runUntil(server::isConfirmed, SECONDS.toNanos(60));
        assertThat(confirmed).isTrue();
        for (int i = 0; i < scenario.flows(); i++) {
            open(client);
            open(server);
        }
    }

    private boolean isServer(Session session) {
        return session.identity().farId() == client.identity().nearId();
    }

    private void open(Session session) {
        Priority[] priorities = Priority.values();
        SentFlow flow = SentFlow.open(session, priorities[random.nextInt(priorities.length)]);
        invariants.add(flow);
        flow.send(4);
        flows.add(flow);
    }

    private void onFlow(FlowLog log) {
        boolean inOrderOfArrival = scenario.disorder() && random.nextInt(3) == 0;
        if (inOrderOfArrival) {
            log.flow().order(ReceiveFlow.Order.ARRIVAL);
        }
        invariants.arriving(log, inOrderOfArrival);
        if (scenario.disorder()) {
            pair.time().after(random.nextLong(SUSPEND_WITHIN), () -> suspend(log));
        }
        if (scenario.rejections() && random.nextInt(3) == 0) {
            rejected.add(log.flow());
            pair.time()
                    .after(
                            random.nextLong(SECONDS.toNanos(2)),
                            () -> log.session().rejectFlow(log.flow(), 9));
        }
    }

    private void suspend(FlowLog log) {
        long now = pair.time().now();
        if (log.session().state() == Session.State.OPEN) {
            log.session().suspendFlow(log.flow(), now + random.nextLong(SUSPENDED_FOR));
            if (random.nextBoolean()) {
                pair.time()
                        .after(
                                random.nextLong(SUSPENDED_FOR),
                                () -> log.session().resumeFlow(log.flow(), pair.time().now()));
            }
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
                // What a suspended flow holds is acknowledged before it is delivered.
                assertThat(pair.time().runUntil(log::isComplete, SUSPENDED_FOR)).isTrue();
            }
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
        invariants.ending();
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
        requireEnd(pair.client(), client, scenario.end().atClient());
        requireEnd(pair.server(), server, scenario.end().atServer());
        assertThat(pair.time().pending()).as("events when all is over").isZero();
    }

    private static void requireEnd(SimEndpoint end, Session session, CloseReason reason) {
        assertThat(end.sessions()).isEmpty();
        assertThat(session.deadline()).isEqualTo(Long.MAX_VALUE);
        assertThat(end.recorder().closed()).hasSize(1);
        assertThat(end.recorder().closed().get(0).reason()).isEqualTo(reason);
    }
}
