package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.IntegerUnixChannelOption;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.session.TransportCounters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DivisionTest {
    private static final ChannelOption<Integer> IP_MTU_DISCOVER =
            new IntegerUnixChannelOption("IP_MTU_DISCOVER", 0, 10);
    private static final InetSocketAddress ANY_PORT =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final BlockingQueue<Integer> received = new LinkedBlockingQueue<>();
    private final TransportCounters counters = new TransportCounters();
    private final LoopSockets sockets = new LoopSockets(counters, () -> {});
    private EventLoopGroup group;

    @AfterEach
    void stop() {
        if (group != null) {
            var unused = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    @Test
    void aProbeAndADivisibleDatagramArriveAndTheSocketIsAsBefore() throws Exception {
        assumeTrue(Epoll.isAvailable(), "the option exists with epoll only");
        Channel from = open(true);
        InetSocketAddress to = (InetSocketAddress) open(true).localAddress();
        Integer before = from.config().getOption(IP_MTU_DISCOVER);
        assertThat(before).isNotEqualTo(Division.FORBIDDEN);
        onLoop(
                from,
                () -> {
                    sockets.add(from, ANY_PORT.getAddress());
                    sockets.sendProbe(new byte[1472], 1472, to);
                    sockets.sendDivisible(new byte[1300], 1300, to);
                });
        assertThat(received.poll(5, TimeUnit.SECONDS)).isEqualTo(1472);
        assertThat(received.poll(5, TimeUnit.SECONDS)).isEqualTo(1300);
        assertThat(from.config().getOption(IP_MTU_DISCOVER)).isEqualTo(before);
        assertThat(counters.sent.sum()).isEqualTo(2);
        assertThat(counters.sentBytes.sum()).isEqualTo(2772);
    }

    @Test
    void whatWasWrittenBeforeAProbeIsSentInTheUsualMode() throws Exception {
        assumeTrue(Epoll.isAvailable(), "the option exists with epoll only");
        Channel from = open(true);
        InetSocketAddress to = (InetSocketAddress) open(true).localAddress();
        Integer usual = from.config().getOption(IP_MTU_DISCOVER);
        List<String> left = new ArrayList<>();
        from.pipeline().addFirst(new ModesOfFlushes(left));
        onLoop(
                from,
                () -> {
                    sockets.add(from, ANY_PORT.getAddress());
                    sockets.send(new byte[1100], 1100, to);
                    sockets.sendProbe(new byte[1472], 1472, to);
                    sockets.flush();
                });
        assertThat(left).containsExactly("1100 " + usual, "1472 " + Division.FORBIDDEN);
    }

    /** Notes the size of each datagram and the mode in which it leaves. */
    private static final class ModesOfFlushes extends ChannelOutboundHandlerAdapter {
        private final List<String> left;
        private final List<Integer> written = new ArrayList<>();

        ModesOfFlushes(List<String> left) {
            this.left = left;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
                throws Exception {
            written.add(((DatagramPacket) message).content().readableBytes());
            super.write(context, message, promise);
        }

        @Override
        public void flush(ChannelHandlerContext context) throws Exception {
            Integer mode = context.channel().config().getOption(IP_MTU_DISCOVER);
            written.forEach(size -> left.add(size + " " + mode));
            written.clear();
            super.flush(context);
        }
    }

    @Test
    void withoutEpollAProbeIsDroppedAndADivisibleDatagramSentAsAnyOther() throws Exception {
        Channel from = open(false);
        InetSocketAddress to = (InetSocketAddress) open(false).localAddress();
        onLoop(
                from,
                () -> {
                    sockets.add(from, ANY_PORT.getAddress());
                    sockets.sendProbe(new byte[1472], 1472, to);
                    sockets.sendDivisible(new byte[1300], 1300, to);
                    sockets.flush();
                });
        assertThat(received.poll(5, TimeUnit.SECONDS)).isEqualTo(1300);
        assertThat(received).isEmpty();
        assertThat(counters.sent.sum()).isEqualTo(1);
    }

    private Channel open(boolean nativeTransport) throws InterruptedException {
        Transport transport = Transport.choose(nativeTransport);
        if (group == null) {
            group =
                    new MultiThreadIoEventLoopGroup(
                            1, transport.handlers().apply(DefaultSelectStrategyFactory.INSTANCE));
        }
        return new Bootstrap()
                .group(group)
                .channelFactory(() -> transport.channels().apply(ANY_PORT.getAddress()))
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(2048))
                .handler(
                        new SimpleChannelInboundHandler<DatagramPacket>() {
                            @Override
                            protected void channelRead0(
                                    ChannelHandlerContext context, DatagramPacket packet) {
                                received.add(packet.content().readableBytes());
                            }
                        })
                .bind(ANY_PORT)
                .sync()
                .channel();
    }

    private static void onLoop(Channel channel, Runnable code) throws Exception {
        channel.eventLoop().submit(code).get(5, TimeUnit.SECONDS);
    }
}
