package org.altocumulus.edge.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A response that many connections may share.
 *
 * @param type of the body
 * @param body not to be changed
 * @param headers besides those of the body
 */
record AdminResponse(
        HttpResponseStatus status, String type, byte[] body, Map<String, String> headers) {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** One line of text. */
    static AdminResponse text(HttpResponseStatus status, String line) {
        return new AdminResponse(status, "text/plain; charset=utf-8", bytes(line + "\n"), Map.of());
    }

    /** The same with a header more. */
    AdminResponse with(CharSequence header, String value) {
        return new AdminResponse(status, type, body, Map.of(header.toString(), value));
    }

    /** What is to be tried again later. */
    static AdminResponse unavailable(String line) {
        return text(HttpResponseStatus.SERVICE_UNAVAILABLE, line);
    }

    /** Records as JSON. */
    static AdminResponse json(Object value) {
        try {
            return new AdminResponse(
                    HttpResponseStatus.OK,
                    "application/json",
                    bytes(JSON.writeValueAsString(value) + "\n"),
                    Map.of());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the answer cannot be written as JSON", e);
        }
    }

    static AdminResponse of(Readiness readiness) {
        return readiness.ready()
                ? text(HttpResponseStatus.OK, readiness.reason())
                : unavailable(readiness.reason());
    }

    static AdminResponse of(AdminAnswer answer) {
        return text(HttpResponseStatus.valueOf(answer.status()), answer.text());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
