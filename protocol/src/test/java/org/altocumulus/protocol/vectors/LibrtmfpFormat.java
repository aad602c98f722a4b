package org.altocumulus.protocol.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.vectors.RecordedPacket.KeyUse;

/** The files {@code librtmfp-*.json}: several sessions, between a server and named peers. */
final class LibrtmfpFormat {
    private LibrtmfpFormat() {}

    static Recording read(String name, JsonNode json) {
        List<RecordedSession> sessions = new ArrayList<>();
        json.get("sessions").forEach(session -> sessions.add(session(session)));
        List<RecordedPacket> packets = new ArrayList<>();
        json.get("packets").forEach(packet -> packets.add(packet(packet)));
        return new Recording(
                name,
                Vectors.hex(json.get("defaultKey")),
                List.copyOf(sessions),
                List.copyOf(packets));
    }

    private static RecordedSession session(JsonNode json) {
        return new RecordedSession(
                json.get("initiator").asText(),
                json.get("responder").asText(),
                Vectors.word(json.get("initiatorSessionId")),
                Vectors.word(json.get("responderSessionId")),
                Vectors.hex(json.get("sharedSecret")),
                // What these files call nonces are the components that nonces are made from.
                Vectors.hex(json.get("initiatorNonce")),
                Vectors.hex(json.get("responderNonce")),
                Vectors.hex(json.get("initiatorKey")),
                Vectors.hex(json.get("responderKey")),
                0,
                0,
                false,
                json);
    }

    private static RecordedPacket packet(JsonNode json) {
        List<RecordedChunk> chunks = new ArrayList<>();
        for (JsonNode chunk : json.get("chunks")) {
            int type = Integer.parseInt(chunk.get("type").asText(), 16);
            chunks.add(new RecordedChunk(type, chunk.get("length").asInt(), chunk));
        }
        return new RecordedPacket(
                json.get("n").asInt(),
                json.get("from").asText(),
                json.get("to").asText(),
                key(json),
                json.has("session") ? json.get("session").asInt() : -1,
                Vectors.word(json.get("sessionId")),
                Vectors.hex(json.get("udp")),
                null,
                null,
                Vectors.hex(json.get("plaintext")),
                json.has("timestamp") ? json.get("timestamp").asInt() : -1,
                json.has("timestampEcho") ? json.get("timestampEcho").asInt() : -1,
                List.copyOf(chunks));
    }

    private static KeyUse key(JsonNode json) {
        if (json.get("key").asText().equals("default")) {
            return KeyUse.DEFAULT;
        }
        return switch (json.get("mode").asText()) {
            case "initiator" -> KeyUse.INITIATOR;
            case "responder" -> KeyUse.RESPONDER;
            default -> throw new IllegalArgumentException("mode " + json.get("mode"));
        };
    }
}
