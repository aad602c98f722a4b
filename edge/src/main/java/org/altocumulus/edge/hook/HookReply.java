package org.altocumulus.edge.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Set;

/** Reads the answer of a hook. What is not known to be a yes is a no. */
final class HookReply {
    /** Bytes of the longest body. */
    static final int MAX_BODY = 4096;

    private static final String NOT_ALLOWED = "not allowed";
    private static final int OK = 200;

    /** Unauthorized and Forbidden: no fault of the hook, though not its words for it. */
    private static final Set<Integer> REFUSALS = Set.of(401, 403);

    private static final int MAX_MESSAGE = 200;

    /** A code that is there twice could be read either way. */
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build();

    private HookReply() {}

    /**
     * Reads it.
     *
     * @param body one that is too long may be cut behind the limit
     */
    static Verdict read(int status, byte[] body) {
        if (REFUSALS.contains(status)) {
            return Verdict.refused(NOT_ALLOWED);
        }
        if (status != OK) {
            return Verdict.failed("it answers with status " + status);
        }
        if (body.length > MAX_BODY) {
            return Verdict.failed("it answers with more than " + MAX_BODY + " bytes");
        }
        String text = new String(body, UTF_8).strip();
        return text.isEmpty() ? Verdict.ACCEPTED : readText(text);
    }

    private static Verdict readText(String text) {
        JsonNode code;
        String message = NOT_ALLOWED;
        try {
            JsonNode reply = JSON.readTree(text);
            code = reply.isObject() ? reply.get("code") : reply;
            if (reply.path("message").isTextual()) {
                message = shown(reply.get("message").textValue());
            }
        } catch (JsonProcessingException e) {
            code = null;
        }
        if (code == null || !code.isIntegralNumber()) {
            return Verdict.failed("it answers neither 0 nor {\"code\":0} nor another code");
        }
        boolean zero = code.isInt() && code.intValue() == 0;
        return zero ? Verdict.ACCEPTED : Verdict.refused(message);
    }

    private static String shown(String message) {
        StringBuilder shown = new StringBuilder();
        message.strip()
                .codePoints()
                .limit(MAX_MESSAGE)
                .map(c -> isText(c) ? c : ' ')
                .forEach(shown::appendCodePoint);
        return shown.isEmpty() ? NOT_ALLOWED : shown.toString();
    }

    private static boolean isText(int c) {
        return !Character.isISOControl(c) && (c < 0xd800 || c > 0xdfff);
    }
}
