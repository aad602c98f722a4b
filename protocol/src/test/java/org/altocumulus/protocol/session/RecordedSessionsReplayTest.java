package org.altocumulus.protocol.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.altocumulus.protocol.chunk.PingReply;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.vectors.RecordedPacket;
import org.altocumulus.protocol.vectors.Recording;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded packets, given to a session of ours in the place of either end. */
class RecordedSessionsReplayTest {
    private static final int MUTATIONS_FOR_A_SESSION = 50;

    /** One end of one session of a recording. */
    record End(Recording recording, int session, Role role) {
        List<RecordedPacket> packets() {
            return Replay.packetsTo(recording, session, role);
        }

        Replay replay() {
            return new Replay(recording.sessions().get(session), role);
        }

        @Override
        public String toString() {
            return role + " of session " + session + " in " + recording;
        }
    }

    static Stream<End> ends() {
        return Vectors.recordings()
                .flatMap(
                        recording ->
                                IntStream.range(0, recording.sessions().size())
                                        .boxed()
                                        .flatMap(
                                                session ->
                                                        Stream.of(Role.values())
                                                                .map(
                                                                        role ->
                                                                                new End(
                                                                                        recording,
                                                                                        session,
                                                                                        role))));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void everyRecordedMessageComesOut(End end) throws WireException {
        Replay replay = end.replay();
        List<RecordedPacket> packets = end.packets();
        Map<Long, List<byte[]>> recorded = RecordedMessages.of(packets);
        assertThat(packets).isNotEmpty();

        for (RecordedPacket packet : packets) {
            boolean open = replay.session().state() != Session.State.CLOSED;
            boolean genuine = replay.receive(packet.datagram(), packet.datagram().length);
            assertThat(genuine).as(packet.toString()).isEqualTo(open);
        }

        boolean complete = end.recording().name().startsWith("rtmfp-session");
        recorded.forEach(
                (flow, expected) -> {
                    List<byte[]> delivered = replay.messages().getOrDefault(flow, List.of());
                    if (!expected.isEmpty() || complete) {
                        assertThat(delivered)
                                .as("flow %d", flow)
                                .startsWith(expected.toArray(byte[][]::new));
                    }
                    if (complete) {
                        assertThat(delivered).hasSameSizeAs(expected);
                    }
                });
        assertThat(replay.counters().discarded(Discard.BAD_CHUNK)).isZero();
        assertThat(replay.counters().discarded(Discard.FLOW_REFUSED)).isZero();
    }

    @ParameterizedTest
    @MethodSource("ends")
    void whatIsReceivedIsAcknowledgedInPacketsThatTheOtherEndReads(End end) {
        Replay replay = end.replay();
        Map<Long, Long> acknowledged = new HashMap<>();
        for (RecordedPacket packet : end.packets()) {
            replay.receive(packet.datagram(), packet.datagram().length);
        }
        boolean open = replay.session().state() == Session.State.OPEN;
        replay.pass(250_000_000);
        for (SeenPacket packet : replay.sent()) {
            assertThat(packet).isNotNull();
            assertThat(packet.header().timestamp()).isNotNegative();
            packet.all(RangeAck.class)
                    .forEach(ack -> acknowledged.put(ack.flowId(), ack.cumulativeAck()));
        }
        replay.messages()
                .forEach(
                        (flow, messages) -> {
                            if (open && !messages.isEmpty()) {
                                assertThat(acknowledged.get(flow))
                                        .as("flow %d", flow)
                                        .isGreaterThanOrEqualTo(messages.size());
                            }
                        });
        long pings =
                end.packets().stream()
                        .flatMap(packet -> packet.chunks().stream())
                        .filter(chunk -> chunk.type() == 0x01)
                        .count();
        long replies = replay.sent().stream().filter(p -> p.has(PingReply.class)).count();
        assertThat(replies).isEqualTo(pings);
    }

    @ParameterizedTest
    @MethodSource("ends")
    void aPacketThatIsCutShortAnywhereDoesNoHarm(End end) {
        for (RecordedPacket packet : end.packets()) {
            Replay replay = end.replay();
            PacketSealer sealer = replay.farSealer();
            byte[] whole = packet.packet();
            for (int length = 0; length <= whole.length; length++) {
                replay.receive(sealer, whole, length, packet + " cut to " + length);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ends")
    void aDamagedPacketDoesNoHarm(End end) {
        List<byte[]> corpus = end.packets().stream().map(RecordedPacket::packet).toList();
        Replay[] replay = {end.replay()};
        PacketSealer[] sealer = {replay[0].farSealer()};
        int[] rounds = {0};
        Mutations.seeds()
                .forEach(
                        seed -> {
                            if (rounds[0]++ % MUTATIONS_FOR_A_SESSION == 0) {
                                replay[0] = end.replay();
                                sealer[0] = replay[0].farSealer();
                            }
                            var random = Mutations.random(seed);
                            byte[] packet = corpus.get(random.nextInt(corpus.size()));
                            byte[] damaged = Mutations.mutate(packet.clone(), random);
                            replay[0].receive(sealer[0], damaged, damaged.length, "seed " + seed);
                        });
    }
}
