package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class SegmentsTest {
    private static final InetSocketAddress A = HostPort.parseNumeric("192.0.2.1:1");
    private static final InetSocketAddress B = HostPort.parseNumeric("192.0.2.2:1");

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Segments segments = new Segments();
    private Segmentation segmentation = new Segmentation(channel, true);

    private void send(int length, InetSocketAddress to) {
        byte[] datagram = new byte[2000];
        datagram[0] = (byte) length;
        if (!segments.add(segmentation, datagram, length, to)) {
            segments.write();
            segments.begin(segmentation, datagram, length, to);
        }
    }

    /** What was written, as sizes of the pieces, of segments and to whom. */
    private List<String> written() {
        segments.write();
        channel.flush();
        List<String> written = new ArrayList<>();
        for (Object sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
            DatagramPacket packet = (DatagramPacket) sent;
            String to = packet.recipient().equals(A) ? "A" : "B";
            int size =
                    sent instanceof SegmentedDatagramPacket segmented ? segmented.segmentSize() : 0;
            for (int at = 0; size > 0 && at < packet.content().readableBytes(); at += size) {
                int left = Math.min(size, packet.content().readableBytes() - at);
                assertThat(packet.content().getByte(at)).isEqualTo((byte) left);
            }
            written.add(to + ' ' + packet.content().readableBytes() + '/' + size);
            ReferenceCountUtil.release(sent);
        }
        return written;
    }

    @Test
    void datagramsToOneDestinationLeaveInOnePieceUpToTheFirstThatIsSmaller() {
        send(1000, A);
        send(1000, A);
        send(1000, A);
        send(300, A);
        send(300, A);
        send(48, B);
        assertThat(written()).containsExactly("A 3300/1000", "A 300/0", "B 48/0");
    }

    @Test
    void aLargerOneBeginsAPieceOfItsOwnAndTheOrderStays() {
        send(48, A);
        send(1000, A);
        send(1000, B);
        send(1000, A);
        send(1000, A);
        assertThat(written()).containsExactly("A 48/0", "A 1000/0", "B 1000/0", "A 2000/1000");
    }

    @Test
    void noPieceHasMoreThanTheKernelTakes() {
        for (int i = 0; i < 100; i++) {
            send(1400, A);
        }
        for (int i = 0; i < 100; i++) {
            send(40, B);
        }
        assertThat(written())
                .containsExactly(
                        "A 64400/1400", "A 64400/1400", "A 11200/1400", "B 2560/40", "B 1440/40");
    }

    @Test
    void whatHasNotLeftIsNotWrittenOver() {
        List<DatagramPacket> waiting = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            send(100 + i, i % 2 == 0 ? A : B);
        }
        segments.write();
        channel.flush();
        for (Object sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
            waiting.add((DatagramPacket) sent);
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(waiting.get(i).content().readableBytes()).isEqualTo(100 + i);
            assertThat(waiting.get(i).content().getByte(0)).isEqualTo((byte) (100 + i));
        }
        waiting.forEach(ReferenceCountUtil::release);
        segments.close();
    }

    @Test
    void aBlockIsUsedAgainWhenAllHasLeft() {
        send(1000, A);
        segments.write();
        channel.flush();
        DatagramPacket first = channel.readOutbound();
        long address = first.content().memoryAddress();
        first.release();
        send(1000, B);
        segments.write();
        channel.flush();
        DatagramPacket second = channel.readOutbound();
        assertThat(second.content().memoryAddress()).isEqualTo(address);
        segments.close();
        assertThat(second.content().refCnt()).isEqualTo(1);
        second.release();
    }

    @Test
    void socketsOfTheirOwnSendPiecesOfTheirOwn() {
        send(1000, A);
        segmentation = new Segmentation(channel, true);
        send(1000, A);
        segmentation = new Segmentation(channel, false);
        send(1000, A);
        send(1000, A);
        assertThat(written()).containsExactly("A 1000/0", "A 1000/0", "A 1000/0", "A 1000/0");
    }

    @Test
    void afterAFailureDatagramsLeaveOneByOneForAWhile() {
        channel.pipeline()
                .addFirst(
                        new ChannelOutboundHandlerAdapter() {
                            @Override
                            public void write(
                                    ChannelHandlerContext context,
                                    Object message,
                                    ChannelPromise promise) {
                                if (message instanceof SegmentedDatagramPacket) {
                                    ReferenceCountUtil.release(message);
                                    promise.setFailure(new IOException("EIO"));
                                } else {
                                    var unused = context.write(message, promise);
                                }
                            }
                        });
        send(1000, A);
        send(1000, A);
        assertThat(written()).isEmpty();
        send(1000, A);
        send(1000, A);
        assertThat(written()).containsExactly("A 1000/0", "A 1000/0");
        for (int i = 0; i < 100_000; i++) {
            send(1, B);
            written();
        }
        send(1000, A);
        send(1000, A);
        assertThat(written()).isEmpty();
    }
}
