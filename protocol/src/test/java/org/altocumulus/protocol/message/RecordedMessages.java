package org.altocumulus.protocol.message;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;

/** The RTMP messages of the recorded sessions, in their order. */
public final class RecordedMessages {
    private static final List<String> WITH_MESSAGES =
            List.of("librtmfp-connect", "librtmfp-p2p", "librtmfp-netgroup");
    private static final List<String> WITH_PACKETS =
            List.of(
                    "rtmfp-session-1",
                    "rtmfp-session-2",
                    "rtmfp-session-3-short-secret",
                    "rtmfp-session-4-short-server-public");

    private RecordedMessages() {}

    /** All messages that were not split into fragments. */
    public static List<RtmpMessage> all() throws WireException {
        List<RtmpMessage> messages = new ArrayList<>();
        for (String name : WITH_MESSAGES) {
            for (JsonNode message : Vectors.json(name).get("messages")) {
                if (message.has("type")) {
                    messages.add(message(message.get("payload")));
                }
            }
        }
        for (String name : WITH_PACKETS) {
            for (JsonNode packet : Vectors.json(name).get("packets")) {
                for (JsonNode chunk : packet.get("chunks")) {
                    JsonNode parsed = chunk.get("parsed");
                    if (isWholeMessage(parsed)) {
                        messages.add(message(parsed.get("user_data")));
                    }
                }
            }
        }
        return messages;
    }

    /** The messages of some types. */
    static List<RtmpMessage> ofTypes(Integer... types) throws WireException {
        List<Integer> wanted = List.of(types);
        return all().stream().filter(message -> wanted.contains(message.type())).toList();
    }

    private static boolean isWholeMessage(JsonNode parsed) {
        return parsed != null
                && parsed.has("user_data")
                && parsed.get("fragment_control").asText().equals("whole")
                && !parsed.get("user_data").asText().isEmpty();
    }

    private static RtmpMessage message(JsonNode hex) throws WireException {
        return RtmpMessage.parse(Vectors.hex(hex.asText()));
    }
}
