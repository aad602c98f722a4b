package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.altocumulus.protocol.sim.SimPair.address;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EditedChunks;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.LinkProfile;
import org.altocumulus.protocol.sim.LiveStream;
import org.altocumulus.protocol.sim.MediaProfile;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client that changes its address in the middle of a live stream (RFC 7016 §3.5.4.2). From the
 * first packet that the server has from the new address, the receiver of the stream waits for no
 * longer than one round trip and the exchange of one ping, which takes another, beyond the time
 * between two messages.
 */
class MobilityStreamTest {
    private static final long ROUND_TRIP = MILLISECONDS.toNanos(80);
    private static final long BETWEEN_MESSAGES = SECONDS.toNanos(1) / 43;
    private static final long LONGEST_PAUSE = 2 * ROUND_TRIP + BETWEEN_MESSAGES;
    private static final MediaProfile AUDIO = MediaProfile.ONE_MEGABIT.withoutVideo();

    private static final InetSocketAddress ELSEWHERE = address(66, 666);

    private enum Client {
        ECHOES,
        REPLIES_EMPTY,
        PROTECTED
    }

    private SimPair pair;
    private LiveStream stream;
    private InetSocketAddress expected;

    @ParameterizedTest
    @EnumSource
    void aPublisherThatMovesIsHeardWithoutALongPause(Client kind) {
        open(kind);
        stream = LiveStream.up(pair, MediaProfile.ONE_MEGABIT, 1);
        moveInMidStream(false);
    }

    @ParameterizedTest
    @EnumSource
    void aPlayerThatMovesHearsNoLongPauseOnceItHasSpoken(Client kind) {
        open(kind);
        stream = LiveStream.down(pair, MediaProfile.ONE_MEGABIT, 1);
        speak(SentFlow.open(pair.clientSession(), Priority.AUDIO));
        moveInMidStream(false);
    }

    /** With room in its window it goes on to send, and the server hears of the move at once. */
    @ParameterizedTest
    @EnumSource
    void audioOfAPublisherPausesNoLongerCountedFromTheMoveItself(Client kind) {
        open(kind);
        stream = LiveStream.up(pair, AUDIO, 1);
        moveInMidStream(true);
    }

    /** Each packet of the client arrives once more from elsewhere, a little later. */
    @ParameterizedTest
    @EnumSource
    void packetsRepeatedFromElsewhereMoveNothingAndDisturbNothing(Client kind) {
        open(kind);
        stream = LiveStream.up(pair, MediaProfile.ONE_MEGABIT, 1);
        pair.network().tap(this::repeatFromElsewhere);
        stream.start(SECONDS.toNanos(60));
        for (int i = 0; i < 700; i++) {
            pair.time().runFor(MILLISECONDS.toNanos(100));
            assertThat(pair.serverSession().address()).isEqualTo(pair.client().address());
        }
        assertThat(stream.audioArrived().delivered()).isEqualTo(stream.audio().count());
    }

    private void repeatFromElsewhere(Datagram datagram) {
        if (datagram.from().equals(pair.client().address())) {
            InetSocketAddress to = datagram.to();
            pair.time()
                    .after(
                            MILLISECONDS.toNanos(30),
                            () -> pair.network().send(ELSEWHERE, to, datagram.bytes()));
        }
    }

    private void open(Client kind) {
        pair =
                kind == Client.PROTECTED
                        ? new SimPair(
                                EndpointSetup.CLIENT.withProtection(),
                                EndpointSetup.SERVER.withProtection(),
                                1)
                        : SimPair.plain(1);
        Session client = pair.connect();
        if (kind == Client.REPLIES_EMPTY) {
            pair.client().outgoing(EditedChunks.emptyReplies(client, pair.serverSession()));
        }
        SentFlow.open(client, Priority.CONTROL).send(4);
        pair.network().link(LinkProfile.GOOD.withDelay(ROUND_TRIP / 2));
        pair.time().runFor(SECONDS.toNanos(1));
        pair.server().watch(this::onPacket);
    }

    private void onPacket(SeenPacket packet) {
        if (packet.datagram().from().equals(expected)) {
            expected = null;
            stream.audioArrived().beginPause();
        }
    }

    private void speak(SentFlow microphone) {
        microphone.send(100);
        pair.time().after(MILLISECONDS.toNanos(100), () -> speak(microphone));
    }

    private void moveInMidStream(boolean countFromMove) {
        stream.start(SECONDS.toNanos(60));
        pair.time().runFor(SECONDS.toNanos(10));
        for (int move = 0; move < 10; move++) {
            InetSocketAddress next = address(20 + move, 1000);
            pair.client().moveTo(next);
            stream.audioArrived().beginPause();
            expected = countFromMove ? null : next;
            pair.time().runFor(SECONDS.toNanos(4) + move * MILLISECONDS.toNanos(7));
            assertThat(expected).isNull();
            assertThat(pair.serverSession().address()).isEqualTo(next);
            assertThat(stream.audioArrived().longestPause()).isLessThanOrEqualTo(LONGEST_PAUSE);
        }
        pair.time().runFor(SECONDS.toNanos(20));
        assertThat(stream.audioArrived().delivered()).isEqualTo(stream.audio().count());
    }
}
