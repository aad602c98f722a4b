package org.altocumulus.protocol.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.vectors.RecordedPacket.KeyUse;

/** The files {@code rtmfp-session-*.json}: one session each, between "client" and "server". */
final class RtmfpSessionFormat {
    private RtmfpSessionFormat() {}

    static Recording read(String name, JsonNode json) {
        List<RecordedPacket> packets = new ArrayList<>();
        json.get("packets").forEach(packet -> packets.add(packet(packet)));
        return new Recording(
                name,
                Vectors.hex(json.get("default_session_key")),
                List.of(session(json, packets)),
                List.copyOf(packets));
    }

    private static RecordedSession session(JsonNode json, List<RecordedPacket> packets) {
        JsonNode keying = json.get("keying");
        JsonNode negotiated = json.get("negotiated");
        return new RecordedSession(
                "client",
                "server",
                sessionId(packets, KeyUse.RESPONDER),
                sessionId(packets, KeyUse.INITIATOR),
                Vectors.hex(json.get("dh").get("shared_secret")),
                Vectors.hex(keying.get("skic")),
                Vectors.hex(keying.get("skrc")),
                Vectors.hex(keying.get("encrypt_key_c2s_full")),
                Vectors.hex(keying.get("encrypt_key_s2c_full")),
                negotiated.get("hmac_len_c2s").asInt(0),
                negotiated.get("hmac_len_s2c").asInt(0),
                negotiated.get("session_sequence_numbers").asBoolean(),
                json);
    }

    private static int sessionId(List<RecordedPacket> packets, KeyUse sender) {
        return packets.stream()
                .filter(packet -> packet.key() == sender)
                .mapToInt(RecordedPacket::sessionId)
                .findFirst()
                .orElse(0);
    }

    private static RecordedPacket packet(JsonNode json) {
        boolean toServer = json.get("direction").asText().equals("c2s");
        byte[] decrypted = Vectors.hex(json.get("plaintext"));
        List<RecordedChunk> chunks = new ArrayList<>();
        for (JsonNode chunk : json.get("chunks")) {
            int type = Integer.decode(chunk.get("type").asText());
            JsonNode fields = chunk.has("parsed") ? chunk.get("parsed") : chunk;
            chunks.add(new RecordedChunk(type, chunk.get("length").asInt(), fields));
        }
        return new RecordedPacket(
                json.get("n").asInt(),
                toServer ? "client" : "server",
                toServer ? "server" : "client",
                key(json.get("key").asText()),
                0,
                Vectors.word(json.get("session_id")),
                Vectors.hex(json.get("datagram")),
                Vectors.hex(json.get("hmac")),
                decrypted,
                Arrays.copyOfRange(
                        decrypted, json.get("rtmfp_packet_offset").asInt(), decrypted.length),
                json.get("timestamp").asInt(-1),
                json.get("timestamp_echo").asInt(-1),
                List.copyOf(chunks));
    }

    private static KeyUse key(String name) {
        return switch (name) {
            case "default" -> KeyUse.DEFAULT;
            case "session_c2s" -> KeyUse.INITIATOR;
            case "session_s2c" -> KeyUse.RESPONDER;
            default -> throw new IllegalArgumentException("key " + name);
        };
    }
}
