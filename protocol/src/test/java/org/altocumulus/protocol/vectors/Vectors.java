package org.altocumulus.protocol.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Loads the recorded sessions. */
public final class Vectors {
    private static final List<String> NAMES =
            List.of(
                    "rtmfp-session-1",
                    "rtmfp-session-2",
                    "rtmfp-session-3-short-secret",
                    "rtmfp-session-4-short-server-public",
                    "librtmfp-connect",
                    "librtmfp-p2p",
                    "librtmfp-netgroup");

    private Vectors() {}

    /** All recordings, in both forms. */
    public static Stream<Recording> recordings() {
        return NAMES.stream().map(Vectors::recording);
    }

    /** The recording of {@code /vectors/<name>.json}. */
    public static Recording recording(String name) {
        JsonNode json = json(name);
        return json.has("format_version")
                ? RtmfpSessionFormat.read(name, json)
                : LibrtmfpFormat.read(name, json);
    }

    /** The file as it is, for what the model does not have. */
    public static JsonNode json(String name) {
        String path = "/vectors/" + name + ".json";
        try (InputStream in = Vectors.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalArgumentException("no " + path);
            }
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        }
    }

    /** The bytes of a hexadecimal text, in which spaces are passed over. */
    public static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    /** The bytes of a hexadecimal field; null if it is not there or null. */
    static byte[] hex(JsonNode node) {
        return node == null || node.isNull() ? null : hex(node.asText());
    }

    /** Four bytes in hexadecimal as a word. */
    static int word(JsonNode node) {
        return HexFormat.fromHexDigits(node.asText());
    }
}
