package org.altocumulus.cli.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.wire.SocketErrors;

/**
 * Says hello from a few sockets of one event loop, and takes the answers; no session comes of it.
 * What a batch of answers makes room for leaves together.
 */
final class HelloLoop {
    private static final int BUFFER = 4 << 20;
    private static final int BATCH = 16;
    private static final long EXPIRY_MILLIS = 100;
    private static final WriteBufferWaterMark WATER_MARK =
            new WriteBufferWaterMark(4 << 20, 8 << 20);

    private final EventLoop eventLoop;
    private final LoadClock clock;
    private final HelloCounts counts;
    private final long timeoutNanos;
    private final HelloSlots slots;
    private final List<HelloPackets> packets;
    private final List<InetSocketAddress> targets;
    private final List<Channel> channels = new ArrayList<>();
    private final byte[] received = new byte[HelloPackets.MAX_DATAGRAM];
    private Window window;
    private Schedule schedule;
    private long next;
    private int channelTurn;
    private int targetTurn;
    private volatile boolean stopped;
    private volatile boolean busy;

    /**
     * @param eventLoop of epoll where that is available
     * @param packets how hellos to each of the targets look
     * @param atOnce hellos that may wait for an answer
     */
    HelloLoop(
            EventLoop eventLoop,
            LoadClock clock,
            HelloCounts counts,
            long timeoutNanos,
            int atOnce,
            List<HelloPackets> packets,
            List<InetSocketAddress> targets) {
        this.eventLoop = eventLoop;
        this.clock = clock;
        this.counts = counts;
        this.timeoutNanos = timeoutNanos;
        this.slots = new HelloSlots(atOnce);
        this.packets = packets;
        this.targets = targets;
    }

    /** Binds the sockets. */
    void bind(int sockets) throws IOException {
        boolean epoll = Epoll.isAvailable();
        Bootstrap bootstrap =
                new Bootstrap()
                        .group(eventLoop)
                        .channel(epoll ? EpollDatagramChannel.class : NioDatagramChannel.class)
                        .option(ChannelOption.SO_RCVBUF, BUFFER)
                        .option(ChannelOption.SO_SNDBUF, BUFFER)
                        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                        .option(
                                ChannelOption.RECVBUF_ALLOCATOR,
                                new FixedRecvByteBufAllocator(
                                        (epoll ? BATCH : 1) * HelloPackets.MAX_DATAGRAM));
        if (epoll) {
            bootstrap.option(
                    EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, HelloPackets.MAX_DATAGRAM);
        }
        for (int i = 0; i < sockets; i++) {
            var bound = bootstrap.handler(new Answers()).bind(0).awaitUninterruptibly();
            if (!bound.isSuccess()) {
                throw new IOException(
                        "no socket: " + SocketErrors.reason(bound.cause()), bound.cause());
            }
            channels.add(bound.channel());
        }
    }

    /**
     * Begins to send, from any thread.
     *
     * @param at null for a new hello as soon as one is answered
     */
    void begin(Window measured, Schedule at) {
        eventLoop.execute(
                () -> {
                    window = measured;
                    schedule = at;
                    busy = true;
                    sendDue();
                    flush();
                    tick();
                    expire();
                });
    }

    /** Sends no more, and goes on to take answers. */
    void stop() {
        stopped = true;
    }

    /** Whether answers may still come. */
    boolean isBusy() {
        return busy;
    }

    private void tick() {
        if (schedule == null || stopped) {
            return;
        }
        long left = Math.max(0, schedule.at(next) - clock.nanos());
        long wait = slots.hasFree() ? left : TimeUnit.MILLISECONDS.toNanos(1);
        var unused =
                eventLoop.schedule(
                        () -> {
                            sendDue();
                            flush();
                            tick();
                        },
                        wait,
                        TimeUnit.NANOSECONDS);
    }

    private void expire() {
        slots.expire(
                clock.nanos() - timeoutNanos,
                intended -> {
                    if (window.contains(intended)) {
                        counts.lost.increment();
                    }
                });
        busy = !stopped || slots.anyBusy();
        sendDue();
        flush();
        if (busy) {
            var unused = eventLoop.schedule(this::expire, EXPIRY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void sendDue() {
        while (!stopped && slots.hasFree()) {
            long now = clock.nanos();
            long intended = schedule == null ? now : schedule.at(next);
            if (intended - now > 0) {
                return;
            }
            next++;
            send(intended, now);
        }
    }

    private void send(long intended, long now) {
        int slot = slots.take(intended, now);
        int target = targetTurn++ % targets.size();
        HelloPackets packet = packets.get(target);
        int length = packet.seal(slot, slots.count(slot), now);
        Channel channel = channels.get(channelTurn++ % channels.size());
        ByteBuf buffer = channel.alloc().directBuffer(length);
        buffer.writeBytes(packet.sealed(), 0, length);
        var unused =
                channel.write(
                        new DatagramPacket(buffer, targets.get(target)), channel.voidPromise());
        if (window.contains(intended)) {
            counts.sent.increment();
        }
    }

    private void flush() {
        channels.forEach(Channel::flush);
    }

    private void onDatagram(DatagramPacket datagram) {
        ByteBuf content = datagram.content();
        int length = Math.min(content.readableBytes(), received.length);
        content.getBytes(content.readerIndex(), received, 0, length);
        HelloPackets reader = packets.get(0);
        HelloPackets.Answer answer = reader.open(received, length);
        if (answer == HelloPackets.Answer.NONE) {
            return;
        }
        long now = clock.nanos();
        boolean elsewhere = !targets.contains(datagram.sender());
        if (elsewhere && window.contains(now)) {
            counts.forwarded.increment();
        }
        if (slots.isBusy(reader.slot(), reader.count())) {
            answered(reader.slot(), now, elsewhere, answer);
        }
    }

    /** The first answer to a hello has come. */
    private void answered(int slot, long now, boolean elsewhere, HelloPackets.Answer answer) {
        long intended = slots.intended(slot);
        slots.release(slot);
        counts.all.increment();
        if (window.contains(now)) {
            counts.inTime.increment();
        }
        if (window.contains(intended)) {
            counts.answered.increment();
            counts.latency.record(now - intended);
            if (!elsewhere) {
                boolean redirect = answer == HelloPackets.Answer.REDIRECT;
                (redirect ? counts.redirects : counts.hellos).increment();
            }
        }
    }

    private final class Answers extends SimpleChannelInboundHandler<DatagramPacket> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, DatagramPacket datagram) {
            onDatagram(datagram);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            sendDue();
            flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // A hello that could not be sent gets no answer, and is counted as lost.
        }
    }
}
