package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.crypto.OpenResult;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.packet.Multiplex;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.SimPair;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.vectors.RecordedPacket;
import org.altocumulus.protocol.vectors.Vectors;
import org.junit.jupiter.api.Test;

/** Startup packets that are cut short or damaged, given to both kinds of openings. */
class StartupMutationTest {
    private static final int ROUNDS_FOR_A_PAIR = 100;

    /** A startup packet in the clear, and the session id in front of it. */
    private record Plain(int sessionId, byte[] packet) {}

    @Test
    void damagedStartupPacketsDoNoHarm() {
        List<Plain> corpus = corpus();
        SimPair[] pair = {null};
        int[] rounds = {0};
        Mutations.seeds()
                .forEach(
                        seed -> {
                            var random = Mutations.random(seed);
                            Plain plain = corpus.get(random.nextInt(corpus.size()));
                            byte[] damaged = Mutations.mutate(plain.packet.clone(), random);
                            if (rounds[0]++ % ROUNDS_FOR_A_PAIR == 0) {
                                pair[0] = openingPair();
                            }
                            give(pair[0], plain.sessionId, damaged, "seed " + seed);
                        });
    }

    @Test
    void startupPacketsThatAreCutShortAnywhereDoNoHarm() {
        for (Plain plain : corpus()) {
            SimPair pair = openingPair();
            for (int length = 0; length < plain.packet.length; length++) {
                byte[] cut = Arrays.copyOf(plain.packet, length);
                give(pair, plain.sessionId, cut, "cut to " + length);
            }
        }
    }

    @Test
    void datagramsOfAnyLengthDoNoHarm() {
        SimPair pair = openingPair();
        for (int length = 0; length < 200; length++) {
            Datagram datagram = datagram(pair, new byte[length]);
            pair.server().receive(datagram);
            pair.client().receive(datagram);
        }
        pair.time().runFor(MILLISECONDS.toNanos(1));
    }

    /** A client that keeps sending hellos, as none arrives. */
    private static SimPair openingPair() {
        SimPair pair =
                new SimPair(EndpointSetup.CLIENT, EndpointSetup.SERVER.withMaxSessions(5), 1);
        pair.network().lose(datagram -> true);
        pair.client().open(pair.server().address());
        return pair;
    }

    private static void give(SimPair pair, int sessionId, byte[] packet, String what) {
        Datagram datagram = datagram(pair, StartupDatagrams.ofPacket(packet, sessionId));
        try {
            pair.server().receive(datagram);
            pair.client().receive(datagram);
            pair.time().runFor(MILLISECONDS.toNanos(20));
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what, e);
        }
        assertThat(pair.server().responder().openings()).isLessThanOrEqualTo(1);
    }

    private static Datagram datagram(SimPair pair, byte[] bytes) {
        return new Datagram(0, 0, pair.client().address(), pair.server().address(), bytes);
    }

    /** All startup packets that were recorded, and those of a handshake of ours. */
    private static List<Plain> corpus() {
        List<Plain> corpus = new ArrayList<>();
        Vectors.recordings()
                .flatMap(recording -> recording.packets().stream())
                .filter(packet -> packet.key() == RecordedPacket.KeyUse.DEFAULT)
                .forEach(packet -> corpus.add(new Plain(packet.sessionId(), packet.packet())));
        SimPair pair = SimPair.plain(1);
        pair.network().tap(datagram -> corpus.add(open(datagram.bytes())));
        pair.connect();
        return corpus;
    }

    private static Plain open(byte[] datagram) {
        PacketOpener opener = StartupKeys.newOpener();
        byte[] plain = new byte[datagram.length];
        assertThat(opener.open(datagram, 0, datagram.length, plain)).isEqualTo(OpenResult.OPENED);
        int from = opener.packetOffset();
        return new Plain(
                Multiplex.sessionId(datagram, 0, datagram.length),
                Arrays.copyOfRange(plain, from, from + opener.packetLength()));
    }
}
