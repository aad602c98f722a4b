package org.altocumulus.edge.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Supplier;

/**
 * Looks at the first byte of an accepted connection and makes way for TLS if that is what it
 * begins. If not, the link is told, which can then say why it ends in words that the peer reads.
 */
final class TlsGate extends ChannelInboundHandlerAdapter {
    /** Told to the handlers behind: what comes is no TLS, and is not handed on. */
    static final Object NO_TLS = new Object();

    /** Type of a handshake record, RFC 8446 §5.1. */
    private static final int HANDSHAKE = 22;

    private final Supplier<SslHandler> tls;
    private boolean shut;

    TlsGate(Supplier<SslHandler> tls) {
        this.tls = tls;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (shut || !(message instanceof ByteBuf bytes) || !bytes.isReadable()) {
            ReferenceCountUtil.release(message);
        } else if (bytes.getByte(bytes.readerIndex()) == HANDSHAKE) {
            var unused = context.pipeline().replace(this, null, tls.get());
            context.fireChannelRead(message);
        } else {
            shut = true;
            bytes.release();
            context.fireUserEventTriggered(NO_TLS);
        }
    }
}
