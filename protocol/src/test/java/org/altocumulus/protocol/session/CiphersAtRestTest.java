package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions give up their ciphers while nothing happens, and nobody notices. */
class CiphersAtRestTest {
    private static final int DAY = 24 * 3600;

    private static SimPair pair(boolean protectedPackets) {
        EndpointSetup client = EndpointSetup.CLIENT;
        EndpointSetup server = EndpointSetup.SERVER;
        return protectedPackets
                ? new SimPair(client.withProtection(), server.withProtection(), 1)
                : new SimPair(client, server, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSessionThatWasQuietGetsTrafficAgain(boolean protectedPackets) {
        SimPair pair = pair(protectedPackets);
        SentFlow up = SentFlow.open(pair.connect(), Priority.CONTROL);
        SentFlow down = null;
        for (int i = 1; i <= 200; i++) {
            up.send(100);
            pair.time().runFor(MILLISECONDS.toNanos(900));
            assertThat(pair.serverSession().isAtRest()).isFalse();
            if (down == null) {
                down = SentFlow.open(pair.serverSession(), Priority.CONTROL);
            }
            down.send(3000);
            pair.time().runFor(SECONDS.toNanos(5));
            assertThat(pair.serverSession().isAtRest()).isTrue();
            assertThat(pair.clientSession().isAtRest()).isTrue();
            assertThat(up.flow().queuedBytes()).isZero();
            assertThat(down.flow().queuedBytes()).isZero();
            assertThat(pair.server().recorder().flows().get(0).messages()).hasSize(i);
            assertThat(pair.client().recorder().flows().get(0).messages()).hasSize(i);
        }
        for (Discard reason : Discard.values()) {
            assertThat(pair.server().counters().discarded(reason)).as(reason.name()).isZero();
            assertThat(pair.client().counters().discarded(reason)).as(reason.name()).isZero();
        }
    }

    @Test
    void aSessionWithAPacketEverySecondKeepsItsCiphers() {
        SimPair pair = pair(false);
        SentFlow up = SentFlow.open(pair.connect(), Priority.CONTROL);
        for (int i = 0; i < 60; i++) {
            up.send(10);
            pair.time().runFor(SECONDS.toNanos(1));
            assertThat(pair.serverSession().isAtRest()).isFalse();
            assertThat(pair.clientSession().isAtRest()).isFalse();
        }
    }

    @Test
    void keepalivesAloneLeaveThemAtRestMostOfTheTime() {
        SimPair pair = pair(true);
        SentFlow.open(pair.connect(), Priority.CONTROL).send(10);
        pair.time().runFor(SECONDS.toNanos(DAY));
        int atRest = 0;
        for (int second = 0; second < 1000; second++) {
            pair.time().runFor(SECONDS.toNanos(1));
            atRest += pair.serverSession().isAtRest() ? 1 : 0;
        }
        assertThat(atRest).isBetween(700, 999);
    }
}
