package org.altocumulus.edge.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What the admin port says when it has no good answer. */
class AdminHandlerTest {
    private final EmbeddedChannel channel = new EmbeddedChannel(new AdminHandler(new Held()));

    /** A node whose links do not answer. */
    private static final class Held implements AdminSite {
        @Override
        public Readiness readiness() {
            return Readiness.READY;
        }

        @Override
        public Object state() {
            throw new IllegalStateException("the links do not answer");
        }

        @Override
        public Optional<Supplier<AdminAnswer>> action(List<String> path) {
            return Optional.empty();
        }

        @Override
        public String paths() {
            return "there is GET /state";
        }
    }

    /** Status and first line of the answer. */
    private String get(String uri) {
        channel.writeInbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, uri));
        FullHttpResponse response = channel.readOutbound();
        assertThat(response).as("answer to " + uri).isNotNull();
        String text = response.content().toString(StandardCharsets.UTF_8);
        response.release();
        return response.status().code() + " " + text.strip();
    }

    @Test
    void aNodeThatCannotSayHowItIsSaysSo() {
        assertThat(get("/state")).isEqualTo("503 the links do not answer");
        assertThat(get("/ready")).isEqualTo("200 ready");
    }

    @Test
    void aPathThatCannotBeDecodedIsRefused() {
        assertThat(get("/edges/%zz/drain")).startsWith("400 ");
        assertThat(get("/elsewhere")).startsWith("404 ");
    }
}
