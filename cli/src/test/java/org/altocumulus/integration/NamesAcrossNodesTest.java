package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.protocol.message.MediaKind;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Field cases 100 and 109: who writes a name differently meets on any edge, admin ports show it in
 * valid JSON, and what follows {@code ?} is nowhere.
 */
@Timeout(120)
class NamesAcrossNodesTest {
    private static final String SECRET = "s3cret";

    @ParameterizedTest
    @CsvSource({
        "flv:cam, cam, mp4:cam, cam",
        "caf\u00e9, cafe\u0301, caf%C3%A9, caf\u00e9",
        "my%20\"cam\"\\, my \"cam\"\\, flv:my \"cam\"\\, my \"cam\"\\",
    })
    void namesMeetAcrossEdgesAndAreShownOnce(
            String published, String direct, String relayed, String name) throws Exception {
        try (TestCluster cluster = TestCluster.of(2, "admin.edge-bind = \"127.0.0.1:0\"\n")) {
            cluster.addEdge("link.direct = off");
            cluster.awaitReady(3);
            List<TestStream> players = new ArrayList<>();
            players.add(TestStream.playing(connect(cluster, 1), direct + "?token=" + SECRET));
            players.add(TestStream.playing(connect(cluster, 2), relayed));
            TestStream publisher =
                    TestStream.publishing(connect(cluster, 0), published + "?key=" + SECRET);
            publisher.send(TestMedia.generated(1, 3));
            for (TestStream player : players) {
                player.awaitMedia(MediaKind::isKeyFrame, 1);
            }
            JsonNode state = AdminHttp.state(cluster.origin().adminAddress());
            assertThat(state.get("streams")).hasSize(1);
            assertThat(state.at("/streams/0/name").asText()).isEqualTo(name);
            List<InetSocketAddress> admins = new ArrayList<>();
            admins.add(cluster.origin().adminAddress());
            for (int i = 0; i < 3; i++) {
                admins.add(cluster.edge(i).adminAddress().orElseThrow());
            }
            for (InetSocketAddress admin : admins) {
                for (String path : List.of("/state", "/clients")) {
                    String body = AdminHttp.send(admin, "GET", path).body();
                    assertThat(new ObjectMapper().readTree(body).isObject()).isTrue();
                    assertThat(body).doesNotContain(SECRET);
                }
            }
        }
    }

    private static ClientConnection connect(TestCluster cluster, int edge) throws Exception {
        return cluster.connect(cluster.address(cluster.edge(edge)));
    }
}
