package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.PacketFragment;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.chunk.PingReply;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.packet.PacketFragmenter;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.packet.PacketMode;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.RawPeer;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;

/** Packets of an open session that arrive in fragments (RFC 7016 §2.3.1, §3.4). */
class SessionFragmentsTest {
    private static final byte[] METADATA = {'T', 'C', 4, 0};
    private static final PacketHeader HEADER =
            new PacketHeader(false, false, PacketMode.INITIATOR, 1, PacketHeader.ABSENT);

    private final RawPeer peer = RawPeer.open(EndpointSetup.SERVER);

    @Test
    void aPacketInFragmentsIsProcessedAsIfItWereWhole() {
        byte[] data = new byte[5000];
        new Random(1).nextBytes(data);
        List<byte[]> parts = split(7, 600, userData(data), new Ping(new byte[] {1, 2}));
        assertThat(parts).hasSizeGreaterThan(8);
        Collections.shuffle(parts, new Random(2));
        sendAll(parts.subList(1, parts.size()));
        assertThat(peer.pair().server().recorder().flows()).isEmpty();
        sendAll(parts.subList(0, 1));
        assertThat(peer.pair().server().recorder().onlyFlow().messages()).containsExactly(data);
        peer.run(SECONDS.toNanos(1));
        assertThat(peer.received())
                .anyMatch(packet -> packet.has(PingReply.class))
                .anyMatch(packet -> packet.has(RangeAck.class));
        sendAll(parts);
        assertThat(peer.pair().server().recorder().onlyFlow().messages()).hasSize(1);
    }

    @Test
    void fragmentsInsideOfAFragmentedPacketAreIgnored() {
        byte[] inner = plain(HEADER, new Ping(new byte[100]));
        sendAll(split(7, 30, new PacketFragment(false, 8, 0, inner)));
        assertThat(echoes()).doesNotContain("00".repeat(100));
    }

    @Test
    void aFragmentedPacketOfAnotherModeIsDropped() {
        PacketHeader responder =
                new PacketHeader(false, false, PacketMode.RESPONDER, 1, PacketHeader.ABSENT);
        byte[] whole = plain(responder, new Ping(new byte[200]));
        sendAll(new ArrayList<>(PacketFragmenter.split(HEADER, whole, 3, 100)));
        assertThat(echoes()).doesNotContain("00".repeat(200));
        assertThat(discarded()).isEqualTo(1);
    }

    @Test
    void fragmentsWithoutEndTakeNoMoreThanTwoPackets() {
        for (int id = 0; id < 10_000; id++) {
            peer.send(new PacketFragment(true, id, 0, new byte[1000]));
            if (id % 100 == 0) {
                peer.run(MILLISECONDS.toNanos(20));
            }
        }
        peer.run(MILLISECONDS.toNanos(20));
        assertThat(peer.pair().server().context().fragments.bufferCount()).isEqualTo(2);
        assertThat(discarded()).isGreaterThan(9_900);
        for (int number = 0; number < 10_000; number++) {
            peer.send(new PacketFragment(true, 77_777, number, new byte[1000]));
        }
        peer.run(MILLISECONDS.toNanos(20));
        assertThat(peer.pair().server().context().fragments.bufferCount()).isEqualTo(2);
        peer.exchange(new Ping(new byte[] {5}));
        assertThat(echoes()).contains("05");
    }

    @Test
    void fragmentsWithoutEndAreFreedThoughNothingElseComes() {
        peer.exchange(new PacketFragment(true, 1, 0, new byte[1000]));
        byte[] startup = StartupDatagrams.of(new PacketFragment(true, 1, 0, new byte[1000]), 0);
        peer.pair().network().send(peer.address(), peer.pair().server().address(), startup);
        peer.run(MILLISECONDS.toNanos(900));
        SessionContext context = peer.pair().server().context();
        assertThat(context.fragments.bufferCount()).isOne();
        assertThat(context.startupFragments.bufferCount()).isOne();
        peer.run(MILLISECONDS.toNanos(300));
        assertThat(context.fragments.bufferCount()).isZero();
        assertThat(context.startupFragments.bufferCount()).isZero();
        assertThat(discarded()).isEqualTo(2);
        assertThat(context.fragmentDeadline()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anEndedSessionLeavesNoFragments() {
        peer.exchange(new PacketFragment(true, 1, 0, new byte[1000]));
        assertThat(peer.pair().server().context().fragments.bufferCount()).isEqualTo(1);
        Session session = peer.far();
        session.close(peer.pair().time().now());
        assertThat(peer.pair().server().context().fragments.bufferCount()).isZero();
        peer.exchange(new PacketFragment(true, 2, 0, new byte[1000]));
        session.terminate(CloseReason.TIMED_OUT);
        assertThat(peer.pair().server().context().fragments.bufferCount()).isZero();
    }

    private List<String> echoes() {
        return peer.received(PingReply.class).stream()
                .map(reply -> HexFormat.of().formatHex(reply.messageEcho()))
                .toList();
    }

    private long discarded() {
        return peer.pair().server().counters().discarded(Discard.BAD_FRAGMENT);
    }

    private void sendAll(List<byte[]> packets) {
        packets.forEach(
                packet ->
                        peer.pair()
                                .network()
                                .send(
                                        peer.address(),
                                        peer.pair().server().address(),
                                        peer.seal(packet)));
        peer.run(MILLISECONDS.toNanos(50));
    }

    private static UserData userData(byte[] data) {
        return new UserData(
                false,
                false,
                FragmentControl.WHOLE,
                2,
                1,
                1,
                FlowOptions.of(METADATA),
                data,
                0,
                data.length);
    }

    private static List<byte[]> split(long packetId, int size, Chunk... chunks) {
        return new ArrayList<>(
                PacketFragmenter.split(HEADER, plain(HEADER, chunks), packetId, size));
    }

    private static byte[] plain(PacketHeader header, Chunk... chunks) {
        WireWriter packet = new WireWriter(10_000);
        header.write(packet);
        for (Chunk chunk : chunks) {
            chunk.write(packet);
        }
        return packet.toByteArray();
    }
}
