package org.altocumulus.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.chunk.Redirect;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.OpenResult;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;

class HelloPacketsTest {
    private static final String URL = "rtmfp://host.example/app";
    private static final long FOUR_MILLIS = 4_000_000;

    private final HelloPackets packets = new HelloPackets(0xcafe_0001, URL);

    /** What a server reads. */
    private IHello sent(int slot, long count, long now, int timestamp) throws WireException {
        int length = packets.seal(slot, count, now);
        PacketOpener opener = StartupKeys.newOpener();
        byte[] plain = new byte[2048];
        assertThat(opener.open(packets.sealed(), 0, length, plain)).isEqualTo(OpenResult.OPENED);
        WireReader reader = new WireReader(plain, opener.packetOffset(), opener.packetLength());
        assertThat(PacketHeader.read(reader)).isEqualTo(PacketHeader.startup(timestamp));
        ChunkCursor chunks = new ChunkCursor().wrap(reader);
        assertThat(chunks.next()).isTrue();
        assertThat(chunks.type()).isEqualTo(IHello.TYPE);
        return IHello.read(chunks.payload());
    }

    private static byte[] sealed(Chunk chunk) {
        PacketHeader header = PacketHeader.startup(5);
        byte[] plain = new byte[PacketSealer.HEADROOM + 1000 + PacketSealer.TAILROOM];
        WireWriter writer = new WireWriter(plain, PacketSealer.HEADROOM, 1000);
        header.write(writer);
        chunk.write(writer);
        byte[] out = new byte[1100];
        int length =
                StartupKeys.newSealer()
                        .seal(0, plain, PacketSealer.HEADROOM, writer.position(), out, 0);
        return Arrays.copyOf(out, length);
    }

    @Test
    void aHelloIsOneThatServersTakeAndEachHasAnotherTag() throws WireException {
        IHello one = sent(3, 7, 10 * FOUR_MILLIS, 10);
        assertThat(one.endpointDiscriminator())
                .isEqualTo(EndpointDiscriminator.ofUri(URL).encoded());
        assertThat(one.tag()).hasSize(16);
        assertThat(sent(3, 8, 65_537 * FOUR_MILLIS, 1).tag()).isNotEqualTo(one.tag());
        assertThat(sent(4, 7, 0, 0).tag()).isNotEqualTo(one.tag());
    }

    @Test
    void answersAreKnownByTheTag() throws WireException {
        IHello hello = sent(9, 0x1_0000_0005L, 0, 0);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1935);
        Redirect redirect =
                new Redirect(hello.tag(), List.of(new Address(AddressOrigin.LOCAL, address)));
        RHello answer = new RHello(hello.tag(), new byte[64], new byte[80]);
        assertThat(open(redirect)).isEqualTo(HelloPackets.Answer.REDIRECT);
        assertThat(packets.slot()).isEqualTo(9);
        assertThat(packets.count()).isEqualTo(0x1_0000_0005L);
        assertThat(open(answer)).isEqualTo(HelloPackets.Answer.RHELLO);
    }

    @Test
    void whatAnswersNoHelloOfThisRunIsNoAnswer() throws WireException {
        IHello hello = sent(9, 5, 0, 0);
        byte[] otherRun = hello.tag();
        otherRun[0] ^= 1;
        byte[] redirect = sealed(new Redirect(hello.tag(), List.of()));
        byte[] damaged = redirect.clone();
        damaged[10] ^= 1;
        assertThat(open(new Redirect(otherRun, List.of()))).isEqualTo(HelloPackets.Answer.NONE);
        assertThat(open(new Redirect(new byte[3], List.of()))).isEqualTo(HelloPackets.Answer.NONE);
        assertThat(open(hello)).isEqualTo(HelloPackets.Answer.NONE);
        assertThat(packets.open(damaged, damaged.length)).isEqualTo(HelloPackets.Answer.NONE);
        assertThat(packets.open(redirect, 19)).isEqualTo(HelloPackets.Answer.NONE);
        assertThat(packets.open(new byte[0], 0)).isEqualTo(HelloPackets.Answer.NONE);
    }

    private HelloPackets.Answer open(Chunk chunk) {
        byte[] datagram = sealed(chunk);
        return packets.open(datagram, datagram.length);
    }
}
