package org.altocumulus.edge.admin;

import static io.netty.handler.codec.http.HttpHeaderNames.ALLOW;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;
import static io.netty.handler.codec.http.HttpHeaderNames.ORIGIN;

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
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the requests of one connection to the admin port. */
final class AdminHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final String TEXT = "text/plain; charset=utf-8";

    private final AdminSite site;

    AdminHandler(AdminSite site) {
        this.site = site;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
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

    private FullHttpResponse answer(FullHttpRequest request) {
        if (!request.decoderResult().isSuccess()) {
            return text(HttpResponseStatus.BAD_REQUEST, "not HTTP");
        }
        String path;
        try {
            path = new QueryStringDecoder(request.uri()).path();
        } catch (IllegalArgumentException e) {
            return text(HttpResponseStatus.BAD_REQUEST, "the path cannot be decoded");
        }
        try {
            return answer(request, path);
        } catch (IllegalStateException e) {
            LOG.warn("admin {}: {}", request.uri(), e.getMessage());
            return text(HttpResponseStatus.SERVICE_UNAVAILABLE, e.getMessage());
        }
    }

    private FullHttpResponse answer(FullHttpRequest request, String path) {
        return switch (path) {
            case "/ready" -> shown(request, () -> ready(site.readiness()));
            case "/state" -> shown(request, () -> json(site.state()));
            default ->
                    site.action(segments(path))
                            .map(action -> acted(request, action))
                            .orElseGet(() -> text(HttpResponseStatus.NOT_FOUND, site.paths()));
        };
    }

    private static List<String> segments(String path) {
        return List.of((path.startsWith("/") ? path.substring(1) : path).split("/", -1));
    }

    private static FullHttpResponse shown(
            FullHttpRequest request, Supplier<FullHttpResponse> page) {
        HttpMethod method = request.method();
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)
                ? page.get()
                : notAllowed("GET, HEAD");
    }

    /**
     * A browser would send a POST for any page that asks it to, even one to loopback; it names the
     * page's origin then, which no tool of an operator does.
     */
    private static FullHttpResponse acted(FullHttpRequest request, Supplier<AdminAnswer> action) {
        if (!request.method().equals(HttpMethod.POST)) {
            return notAllowed("POST");
        }
        if (request.headers().contains(ORIGIN)) {
            return text(HttpResponseStatus.FORBIDDEN, "not for browsers");
        }
        AdminAnswer answer = action.get();
        return text(HttpResponseStatus.valueOf(answer.status()), answer.text());
    }

    private static FullHttpResponse notAllowed(String allowed) {
        FullHttpResponse refused = text(HttpResponseStatus.METHOD_NOT_ALLOWED, "only " + allowed);
        refused.headers().set(ALLOW, allowed);
        return refused;
    }

    private static FullHttpResponse json(Object value) {
        try {
            return response(
                    HttpResponseStatus.OK,
                    "application/json",
                    JSON.writeValueAsString(value) + "\n");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the state cannot be written", e);
        }
    }

    private static FullHttpResponse text(HttpResponseStatus status, String line) {
        return response(status, TEXT, line + "\n");
    }

    private static FullHttpResponse ready(Readiness readiness) {
        return text(
                readiness.ready() ? HttpResponseStatus.OK : HttpResponseStatus.SERVICE_UNAVAILABLE,
                readiness.reason());
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
