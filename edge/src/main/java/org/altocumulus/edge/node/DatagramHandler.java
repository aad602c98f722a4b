package org.altocumulus.edge.node;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.altocumulus.edge.loop.Failures;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the datagrams of one socket to its loop. */
final class DatagramHandler extends SimpleChannelInboundHandler<DatagramPacket> {
    private static final Logger LOG = LoggerFactory.getLogger(DatagramHandler.class);

    private final NodeLoop loop;
    private int socket;

    DatagramHandler(NodeLoop loop) {
        this.loop = loop;
    }

    /** Which of the loop's sockets this is; said before the first datagram is read. */
    void socket(int index) {
        socket = index;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
        ByteBuf content = packet.content();
        int length = content.readableBytes();
        byte[] data = loop.receiveArray();
        content.getBytes(content.readerIndex(), data, 0, length);
        loop.onDatagram(socket, data, length, packet.sender());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        loop.endTurn();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A datagram that could not be sent (no route, refused by the far host) is as good as lost.
        if (cause instanceof IOException) {
            LOG.debug("socket {}: {}", near(context), cause.getMessage());
        } else {
            Failures.handle(LOG, "socket " + near(context), cause);
        }
    }

    private static String near(ChannelHandlerContext context) {
        return context.channel().localAddress() instanceof InetSocketAddress near
                ? HostPort.format(near)
                : "unbound";
    }
}
