package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.NextUserData;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.RawPeer;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sending where something is as small, or as much, as it may be. */
class SendingLimitsTest {
    @ParameterizedTest
    @ValueSource(ints = {576, 577, 600, 800, 1192})
    void theLongestMetadataLeavesRoomForDataInDatagramsOfAnySize(int datagram) {
        SessionParameters d = SessionParameters.DEFAULT;
        KeyingPolicy longest =
                new KeyingPolicy(
                        List.of(DhGroup.MODP_1024), Protection.REQUIRE, Protection.REQUIRE, 32);
        SessionParameters parameters =
                new SessionParameters(
                        datagram, datagram, d.receive(), d.maxFlows(), 8, d.timeouts());
        EndpointSetup c = EndpointSetup.CLIENT;
        EndpointSetup s = EndpointSetup.SERVER;
        SimPair pair =
                new SimPair(
                        new EndpointSetup(
                                c.identity(), longest, parameters, 9, c.keyDelay(), c.keyQueue()),
                        new EndpointSetup(
                                s.identity(), longest, parameters, 9, s.keyDelay(), s.keyQueue()),
                        1);
        Session session = pair.connect();
        byte[] metadata = new byte[Session.MAX_METADATA];
        SendFlow flow = session.openFlow(metadata, FlowOptions.NO_FLOW, Priority.BULK);
        session.send(flow, new byte[3000]);
        pair.time().runFor(SECONDS.toNanos(5));
        assertThat(pair.server().recorder().onlyFlow().messages().get(0)).hasSize(3000);
        assertThat(flow.queuedBytes()).isZero();
    }

    @Test
    void aReceiverThatNeverClosesAGapIsNotSentToForEver() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        SendFlow flow = peer.far().openFlow(new byte[4], FlowOptions.NO_FLOW, Priority.CONTROL);
        Session session = peer.far();
        long highest = 0;
        for (int round = 0; round < 3000 && session.state() == Session.State.OPEN; round++) {
            for (int i = 0; i < 50; i++) {
                session.send(flow, new byte[10]);
            }
            peer.run(MILLISECONDS.toNanos(20));
            for (SeenPacket packet : peer.received()) {
                for (UserData data : packet.all(UserData.class)) {
                    highest = Math.max(highest, data.sequenceNumber());
                }
                highest += packet.all(NextUserData.class).size();
            }
            peer.exchange(new RangeAck(flow.id(), 1000, 0, new long[] {2, Math.max(2, highest)}));
            assertThat(flow.acknowledgedBehindGap()).isLessThan(70_000);
        }
        assertThat(session.state()).as("told so").isEqualTo(Session.State.NEARCLOSE);
    }
}
