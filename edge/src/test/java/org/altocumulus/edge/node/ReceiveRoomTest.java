package org.altocumulus.edge.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator.ExtendedHandle;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.socket.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReceiveRoomTest {
    private static final int SIZE = 100;
    private static final int MOST = 64;
    private static final int BATCH = ReceiveRoom.BATCH;

    private final ByteBufAllocator heap = new UnpooledByteBufAllocator(false);
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @SuppressWarnings("deprecation")
    private final ExtendedHandle handle = (ExtendedHandle) new ReceiveRoom(SIZE, MOST).newHandle();

    /**
     * One turn of a socket where so many datagrams wait, as Netty reads it.
     *
     * @return room for so many in each call
     */
    private List<Integer> turn(int waiting) {
        List<Integer> rooms = new ArrayList<>();
        int left = waiting;
        handle.reset(channel.config());
        do {
            ByteBuf buffer = handle.allocate(heap);
            int room = buffer.writableBytes() / SIZE;
            buffer.release();
            rooms.add(room);
            int got = Math.min(room, left);
            left -= got;
            handle.lastBytesRead(got == 0 ? -1 : got * SIZE);
            handle.incMessagesRead(got);
        } while (handle.continueReading(() -> true));
        handle.readComplete();
        return rooms;
    }

    @Test
    void thereIsRoomForOneWhileFewCome() {
        assertThat(turn(1)).containsExactly(1, 1);
        assertThat(turn(3)).containsExactly(1, 1, 1, 1);
        assertThat(turn(0)).containsExactly(1);
    }

    @Test
    void afterSeveralThereIsRoomForABatch() {
        assertThat(turn(10)).containsExactly(1, 1, 1, 1, BATCH);
        assertThat(turn(3)).as("nor is it asked again").containsExactly(BATCH);
        assertThat(turn(3)).containsExactly(1, 1, 1, 1);
    }

    @Test
    void aFullBatchIsAskedAgain() {
        turn(10);
        assertThat(turn(BATCH)).containsExactly(BATCH, BATCH);
        assertThat(turn(2 * BATCH + 1)).containsExactly(BATCH, BATCH, BATCH);
    }

    @Test
    void aTurnEndsWhateverWaits() {
        assertThat(turn(1000)).containsExactly(1, 1, 1, 1, BATCH, BATCH, BATCH, BATCH);
        assertThat(turn(1000)).hasSize(MOST / BATCH).containsOnly(BATCH);
    }

    /** Each with what it says and who says it, though they came in one call; some are too long. */
    @Test
    void datagramsOfABatchAreToldApart() throws Exception {
        assumeTrue(Epoll.isAvailable());
        int count = 150;
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        BlockingQueue<String> got = new LinkedBlockingQueue<>();
        CountDownLatch sent = new CountDownLatch(1);
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        try (DatagramSocket first = new DatagramSocket(0, loopback);
                DatagramSocket second = new DatagramSocket(0, loopback)) {
            Channel receiver =
                    new Bootstrap()
                            .group(group)
                            .channel(EpollDatagramChannel.class)
                            .option(ChannelOption.SO_RCVBUF, 1 << 20)
                            .option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, SIZE)
                            .option(ChannelOption.RECVBUF_ALLOCATOR, new ReceiveRoom(SIZE, MOST))
                            .handler(new Notes(got))
                            .bind(loopback, 0)
                            .sync()
                            .channel();
            group.next().execute(() -> await(sent));
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                DatagramSocket from = i % 3 == 0 ? first : second;
                String text = i + "x".repeat(i % (SIZE + 20));
                byte[] data = text.getBytes(UTF_8);
                from.send(new java.net.DatagramPacket(data, data.length, receiver.localAddress()));
                String cut = text.substring(0, Math.min(SIZE, text.length()));
                expected.add(from.getLocalPort() + " " + cut);
            }
            sent.countDown();
            for (String each : expected) {
                assertThat(got.poll(10, TimeUnit.SECONDS)).isEqualTo(each);
            }
            assertThat(got).isEmpty();
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Notes extends SimpleChannelInboundHandler<DatagramPacket> {
        private final BlockingQueue<String> got;

        Notes(BlockingQueue<String> got) {
            this.got = got;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
            InetSocketAddress from = packet.sender();
            got.add(from.getPort() + " " + packet.content().toString(UTF_8));
        }
    }
}
