package org.altocumulus.origin.admin;

import static io.netty.handler.codec.http.HttpHeaderNames.ALLOW;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the requests of one connection to the admin port. */
final class AdminHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final String TEXT = "text/plain; charset=utf-8";

    private final Supplier<Readiness> readiness;
    private final Supplier<ClusterState> state;

    AdminHandler(Supplier<Readiness> readiness, Supplier<ClusterState> state) {
        this.readiness = readiness;
        this.state = state;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request)
            throws JsonProcessingException {
        FullHttpResponse response = answer(request);
        response.headers().set(CONTENT_LENGTH, response.content().readableBytes());
        if (request.method().equals(HttpMethod.HEAD)) {
            response = response.replace(Unpooled.EMPTY_BUFFER);
        }
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        HttpUtil.setKeepAlive(response, keepAlive);
        ChannelFuture written = context.writeAndFlush(response);
        if (!keepAlive) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    private FullHttpResponse answer(FullHttpRequest request) throws JsonProcessingException {
        if (!request.decoderResult().isSuccess()) {
            return response(HttpResponseStatus.BAD_REQUEST, TEXT, "not HTTP\n");
        }
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            FullHttpResponse refused =
                    response(HttpResponseStatus.METHOD_NOT_ALLOWED, TEXT, "GET only\n");
            refused.headers().set(ALLOW, "GET, HEAD");
            return refused;
        }
        return switch (new QueryStringDecoder(request.uri()).path()) {
            case "/ready" -> ready(readiness.get());
            case "/state" ->
                    response(
                            HttpResponseStatus.OK,
                            "application/json",
                            JSON.writeValueAsString(state.get()) + "\n");
            default ->
                    response(HttpResponseStatus.NOT_FOUND, TEXT, "there are /ready and /state\n");
        };
    }

    private static FullHttpResponse ready(Readiness readiness) {
        return response(
                readiness.ready() ? HttpResponseStatus.OK : HttpResponseStatus.SERVICE_UNAVAILABLE,
                TEXT,
                readiness.reason() + "\n");
    }

    private static FullHttpResponse response(HttpResponseStatus status, String type, String body) {
        ByteBuf content = Unpooled.copiedBuffer(body, StandardCharsets.UTF_8);
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
        response.headers().set(CONTENT_TYPE, type);
        return response;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("admin {}: {}", context.channel().remoteAddress(), cause.toString());
        var unused = context.close();
    }
}
