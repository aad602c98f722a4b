package org.altocumulus.edge.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.altocumulus.edge.netconnection.AccessRequest;
import org.altocumulus.edge.netconnection.AccessRequest.Action;
import org.altocumulus.edge.netconnection.ConnectRequest;
import org.junit.jupiter.api.Test;

class HookBodyTest {
    @Test
    void namesAreThoseOfSrsWhereItHasThem() {
        ConnectRequest connect =
                new ConnectRequest(
                        "live",
                        0,
                        "rtmfp://h/live?token=\"t\"",
                        Map.of("pageUrl", "http://p/"),
                        List.of("user"));
        AccessRequest request =
                new AccessRequest(
                        Action.PLAY,
                        new InetSocketAddress("192.0.2.7", 50123),
                        "ab".repeat(32),
                        connect,
                        "mp4:s\u2028\ud800?key=a/b=&c");
        assertThat(HookBody.of(request, "edge-1"))
                .isEqualTo(
                        "{\"action\":\"on_play\",\"server_id\":\"edge-1\",\"client_id\":\""
                                + "ab".repeat(32)
                                + "\",\"ip\":\"192.0.2.7\",\"port\":50123,\"app\":\"live\","
                                + "\"stream\":\"mp4:s\u2028\ud800?key=a/b=&c\","
                                + "\"name\":\"s\u2028\ud800\",\"param\":\"?key=a/b=&c\","
                                + "\"tcUrl\":\"rtmfp://h/live?token=\\\"t\\\"\","
                                + "\"pageUrl\":\"http://p/\","
                                + "\"parameters\":{\"pageUrl\":\"http://p/\"},"
                                + "\"arguments\":[\"user\"]}");
    }
}
