package org.altocumulus.protocol.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;

/** Recorded sessions as trees, and the hex in them as bytes. */
final class Vectors {
    private Vectors() {}

    static JsonNode load(String name) {
        try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + name + ".json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(JsonNode node) {
        return bytes(node.asText());
    }

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static String hex(byte[] bytes, int offset, int length) {
        return HexFormat.of().formatHex(bytes, offset, offset + length);
    }

    /** A session id as an int in network byte order. */
    static int sessionId(JsonNode node) {
        return HexFormat.fromHexDigits(node.asText());
    }
}
