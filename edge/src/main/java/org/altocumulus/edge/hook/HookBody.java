package org.altocumulus.edge.hook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.altocumulus.edge.netconnection.AccessRequest;
import org.altocumulus.protocol.message.StreamName;
import org.altocumulus.protocol.wire.HostPort;

/** The JSON of a request to a hook; names and actions are those of SRS where it has them. */
final class HookBody {
    private static final JsonMapper JSON = new JsonMapper();

    private HookBody() {}

    static String of(AccessRequest request, String node) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("action", "on_" + request.action().name().toLowerCase(Locale.ROOT));
        body.put("server_id", node);
        body.put("client_id", request.peerId());
        body.put("ip", HostPort.format(request.client().getAddress()));
        body.put("port", request.client().getPort());
        body.put("app", request.connect().application());
        StreamName name = request.streamName();
        body.put("stream", request.stream());
        body.put("name", name.name());
        body.put("param", name.query().isEmpty() ? "" : '?' + name.query());
        body.put("tcUrl", request.connect().url());
        body.put("pageUrl", request.connect().properties().getOrDefault("pageUrl", ""));
        body.put("parameters", request.connect().properties());
        body.put("arguments", request.connect().arguments());
        try {
            return JSON.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers can be written", e);
        }
    }
}
