package org.altocumulus.edge.admin;

import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;
import static io.netty.handler.codec.http.HttpHeaderNames.EXPECT;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpChunkedInput;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.stream.ChunkedStream;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import org.altocumulus.edge.loop.Failures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the admin port: reads a request, has it answered, and reads the next one when
 * the answer is written. So a connection has one answer in flight, whatever it sends ahead. The
 * bodies of requests are counted and dropped, as no request needs one.
 *
 * <pre>
 *   READING ──whole request──▶ ANSWERING ──written──▶ READING
 *      └────────bad request────────┴──written, to be closed──▶ CLOSING ──read to its end, or 1 s──▶
 * </pre>
 */
final class AdminHandler extends ChannelInboundHandlerAdapter {
    /** Most bytes of a request's body. */
    static final int MAX_BODY = 16 << 10;

    /** Most headers of a request. */
    static final int MAX_HEADERS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);
    private static final int CHUNK = 16 << 10;

    private enum State {
        READING,
        ANSWERING,
        CLOSING
    }

    private final AdminRouter router;
    private final AdminConnections connections;
    private final RequestClock clock;

    /** What was read and not worked on: no more than one small read brings. */
    private final Deque<HttpObject> waiting = new ArrayDeque<>();

    private State state = State.READING;
    private HttpRequest request;
    private int bodyBytes;

    AdminHandler(AdminRouter router, AdminConnections connections, RequestClock clock) {
        this.router = router;
        this.connections = connections;
        this.clock = clock;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        connections.opened(context.channel(), from(context));
        var unused = context.read();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        connections.closed(context.channel());
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
    }

    private static InetAddress from(ChannelHandlerContext context) {
        return context.channel().remoteAddress() instanceof InetSocketAddress far
                ? far.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        waiting.add((HttpObject) message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        work(context);
    }

    /** Works on what was read until there is an answer to wait for, then reads more. */
    private void work(ChannelHandlerContext context) {
        while (state != State.ANSWERING && !waiting.isEmpty()) {
            HttpObject message = waiting.remove();
            try {
                if (state == State.READING) {
                    handle(context, message);
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }
        if (state != State.ANSWERING && context.channel().isActive()) {
            var unused = context.read();
        }
    }

    private void handle(ChannelHandlerContext context, HttpObject message) {
        AdminResponse refusal = take(message);
        if (refusal != null) {
            answer(context, refusal, false);
        } else if (message instanceof LastHttpContent) {
            HttpRequest whole = request;
            state = State.ANSWERING;
            clock.requestRead();
            router.route(
                    whole,
                    from(context),
                    context.executor(),
                    response ->
                            guard(
                                    context,
                                    () -> answer(context, response, HttpUtil.isKeepAlive(whole))));
        }
    }

    /** Takes a part of a request; what is wrong with it, or null. */
    private AdminResponse take(HttpObject message) {
        if (message.decoderResult().isFailure()) {
            return unreadable(message.decoderResult().cause());
        }
        if (message instanceof HttpRequest head) {
            request = head;
            bodyBytes = 0;
            if (head.headers().size() > MAX_HEADERS) {
                return tooManyHeaders();
            } else if (head.headers().contains(EXPECT)) {
                return AdminResponse.text(
                        HttpResponseStatus.EXPECTATION_FAILED, "send the request without Expect");
            } else if (HttpUtil.getContentLength(head, 0L) > MAX_BODY) {
                return bodyTooLarge();
            }
        }
        if (message instanceof HttpContent content) {
            bodyBytes += content.content().readableBytes();
        }
        return bodyBytes > MAX_BODY ? bodyTooLarge() : null;
    }

    private static AdminResponse unreadable(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return AdminResponse.text(
                    HttpResponseStatus.REQUEST_URI_TOO_LONG, "the request line is too long");
        } else if (cause instanceof TooLongHttpHeaderException) {
            return tooManyHeaders();
        }
        return AdminResponse.text(HttpResponseStatus.BAD_REQUEST, "not HTTP");
    }

    private static AdminResponse tooManyHeaders() {
        return AdminResponse.text(
                HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                "the headers are too many or too large");
    }

    private static AdminResponse bodyTooLarge() {
        return AdminResponse.text(
                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                "the body has more than " + MAX_BODY + " bytes");
    }

    private void answer(ChannelHandlerContext context, AdminResponse response, boolean keepAlive) {
        state = State.ANSWERING;
        clock.requestRead();
        if (!context.channel().isActive()) {
            return;
        }
        write(context, response, keepAlive)
                .addListener(
                        written ->
                                guard(
                                        context,
                                        () -> onWritten(context, written.isSuccess(), keepAlive)));
    }

    private ChannelFuture write(
            ChannelHandlerContext context, AdminResponse response, boolean keepAlive) {
        byte[] body = response.body();
        boolean isHead = request != null && request.method().equals(HttpMethod.HEAD);
        boolean whole = isHead || body.length <= CHUNK;
        HttpResponse head;
        if (whole) {
            ByteBuf content = isHead ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body);
            head = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, response.status(), content);
        } else {
            head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, response.status());
        }
        head.headers().set(CONTENT_LENGTH, body.length).set(CONTENT_TYPE, response.type());
        response.headers().forEach(head.headers()::set);
        HttpUtil.setKeepAlive(head, keepAlive);
        if (whole) {
            return context.writeAndFlush(head);
        }
        var unused = context.write(head);
        // In pieces, each made when the socket takes it: the body itself is shared by all.
        ChunkedStream pieces = new ChunkedStream(new ByteArrayInputStream(body), CHUNK);
        return context.writeAndFlush(new HttpChunkedInput(pieces));
    }

    private void onWritten(ChannelHandlerContext context, boolean success, boolean keepAlive) {
        if (!success) {
            var unused = context.close();
        } else if (keepAlive) {
            connections.answered(context.channel());
            state = State.READING;
            clock.answered();
            context.executor().execute(() -> guard(context, () -> work(context)));
        } else {
            close(context);
        }
    }

    /**
     * Says that nothing more is written, and drops what is still read: to close while there is
     * something to read would take the answer from who has not read it yet.
     */
    private void close(ChannelHandlerContext context) {
        state = State.CLOSING;
        clock.closing();
        if (context.channel() instanceof DuplexChannel duplex) {
            var unused = duplex.shutdownOutput();
            context.executor().execute(() -> guard(context, () -> work(context)));
        } else {
            var unused = context.close();
        }
    }

    /** Does what Netty does not call itself, and so would not tell us about. */
    private void guard(ChannelHandlerContext context, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            exceptionCaught(context, e);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException
                || cause instanceof ChannelException
                || cause instanceof CodecException) {
            // The other end has gone, has not read its answer in time, or speaks no HTTP.
            LOG.debug("admin {}: {}", context.channel().remoteAddress(), cause.toString());
        } else {
            Failures.handle(LOG, "admin request", cause);
        }
        var unused = context.close();
    }
}
