package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;

/** Sessions in which no flow is open (RFC 7016 §3.5.5). */
class IdleTest {
    private static final SessionParameters DEFAULT = SessionParameters.DEFAULT;
    private static final SessionParameters IMPATIENT =
            DEFAULT.withTimeouts(DEFAULT.timeouts().withIdle(SECONDS.toNanos(60)));

    private final SimPair pair =
            new SimPair(EndpointSetup.CLIENT, EndpointSetup.SERVER.withParameters(IMPATIENT), 1);

    @Test
    void aSessionThatNeverHadAFlowIsClosedInGoodOrder() {
        pair.connect();
        pair.time().runFor(SECONDS.toNanos(59));
        assertThat(pair.server().sessions()).hasSize(1);
        pair.time().runFor(SECONDS.toNanos(3));
        assertThat(pair.server().recorder().closed().get(0).reason()).isEqualTo(CloseReason.IDLE);
        assertThat(pair.client().recorder().closed().get(0).reason())
                .isEqualTo(CloseReason.FAR_CLOSED);
        assertThat(pair.server().sessions()).as("the close was confirmed").isEmpty();
        pair.time().runFor(SECONDS.toNanos(20));
        assertThat(pair.client().sessions()).isEmpty();
    }

    @Test
    void anOpenFlowOfEitherEndKeepsIt() {
        SentFlow.open(pair.connect(), Priority.CONTROL).send(10);
        pair.time().runFor(SECONDS.toNanos(3600));
        SentFlow.open(pair.serverSession(), Priority.CONTROL).send(10);
        pair.time().runFor(SECONDS.toNanos(3600));
        assertThat(pair.server().sessions()).hasSize(1);
    }

    @Test
    void timeRunsFromTheEndOfTheLastFlow() {
        SentFlow up = SentFlow.open(pair.connect(), Priority.CONTROL);
        up.send(10);
        pair.time().runFor(SECONDS.toNanos(200));
        SentFlow down = SentFlow.open(pair.serverSession(), Priority.CONTROL);
        down.send(10);
        up.close();
        pair.time().runFor(SECONDS.toNanos(200));
        down.close();
        pair.time().runFor(SECONDS.toNanos(59));
        assertThat(down.flow().state()).isEqualTo(SendFlow.State.COMPLETE);
        assertThat(pair.server().sessions()).hasSize(1);
        SentFlow again = SentFlow.open(pair.clientSession(), Priority.CONTROL);
        again.send(10);
        pair.time().runFor(SECONDS.toNanos(100));
        assertThat(pair.server().sessions()).hasSize(1);
        again.close();
        pair.time().runFor(SECONDS.toNanos(62));
        assertThat(pair.server().sessions()).isEmpty();
    }

    @Test
    void aRejectedFlowKeepsNothing() {
        pair.server().recorder().onFlow(log -> log.session().rejectFlow(log.flow(), 1));
        SentFlow.open(pair.connect(), Priority.CONTROL).send(10);
        pair.time().runFor(SECONDS.toNanos(63));
        assertThat(pair.server().sessions()).isEmpty();
    }
}
