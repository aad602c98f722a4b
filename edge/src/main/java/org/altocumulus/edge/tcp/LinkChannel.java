package org.altocumulus.edge.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.loop.Failures;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkState;
import org.altocumulus.protocol.cluster.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the bytes of one {@link LinkConnection}: what TCP brings goes in, what it has to say goes
 * out as far as the socket takes it.
 */
public final class LinkChannel extends SimpleChannelInboundHandler<ByteBuf> {
    private static final Logger LOG = LoggerFactory.getLogger(LinkChannel.class);

    private static final long CLOSE_SECONDS = 5;

    private final LinkHost host;
    private byte[] received = new byte[0];
    private LinkConnection connection;
    private boolean writing;
    private boolean closing;

    /** For one connection of {@code host}. */
    public LinkChannel(LinkHost host) {
        this.host = host;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        InetSocketAddress far = (InetSocketAddress) context.channel().remoteAddress();
        if (context.channel().localAddress() instanceof InetSocketAddress near) {
            host.near(near);
        }
        connection = host.connected(isLoopback(context), far);
        if (connection == null) {
            close(context);
            return;
        }
        connection.onOutput(() -> write(context));
        write(context);
        host.driven();
    }

    private static boolean isLoopback(ChannelHandlerContext context) {
        return context.channel().localAddress() instanceof InetSocketAddress near
                && context.channel().remoteAddress() instanceof InetSocketAddress far
                && near.getAddress().isLoopbackAddress()
                && far.getAddress().isLoopbackAddress();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
        int length = bytes.readableBytes();
        if (received.length < length) {
            received = new byte[length];
        }
        bytes.readBytes(received, 0, length);
        connection.receive(received, 0, length, host.now());
        pause(context, connection.pause(host.now()));
        write(context);
        host.driven();
    }

    private static void pause(ChannelHandlerContext context, long nanos) {
        if (nanos > 0 && context.channel().config().isAutoRead()) {
            context.channel().config().setAutoRead(false);
            var unused =
                    context.executor()
                            .schedule(
                                    () -> context.channel().config().setAutoRead(true),
                                    nanos,
                                    TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        write(context);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (connection != null) {
            connection.disconnected(host.now());
            host.driven();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent done && !done.isSuccess()) {
            tlsFailed(context, done.cause());
        } else if (event == TlsGate.NO_TLS && connection != null) {
            connection.close(Reason.TLS, "one end speaks TLS, the other does not", host.now());
            write(context);
            host.driven();
        }
        context.fireUserEventTriggered(event);
    }

    private void tlsFailed(ChannelHandlerContext context, Throwable cause) {
        if (connection != null && connection.state() != LinkState.CLOSED) {
            connection.broken(TlsFailure.reason(cause), TlsFailure.describe(cause), host.now());
            host.driven();
        }
        close(context);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (TlsFailure.is(cause)) {
            tlsFailed(context, cause);
            return;
        }
        if (cause instanceof IOException) {
            LOG.debug("link {}: {}", context.channel().remoteAddress(), cause.getMessage());
        } else {
            Failures.handle(LOG, "link " + context.channel().remoteAddress(), cause);
        }
        close(context);
    }

    /** Asking for bytes can cause more of them, and so this very call. */
    private void write(ChannelHandlerContext context) {
        if (writing || connection == null) {
            return;
        }
        writing = true;
        try {
            writeAll(context);
        } finally {
            // Or a connection would say nothing any more after an error of ours.
            writing = false;
        }
        if (connection.isDone() && !closing) {
            closing = true;
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
            // A peer that reads nothing, or does not finish its TLS, would keep it open for good.
            var unused =
                    context.executor()
                            .schedule(() -> close(context), CLOSE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void writeAll(ChannelHandlerContext context) {
        boolean any = false;
        while (context.channel().isWritable()) {
            byte[] bytes = connection.poll(host.now());
            if (bytes == null) {
                break;
            }
            var unused = context.write(Unpooled.wrappedBuffer(bytes), context.voidPromise());
            any = true;
        }
        if (any) {
            context.flush();
        }
    }

    private static void close(ChannelHandlerContext context) {
        var unused = context.close();
    }
}
