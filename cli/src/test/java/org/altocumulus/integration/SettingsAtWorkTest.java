package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientException;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.session.Discard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings whose effect only shows between a node and a client. */
@Timeout(120)
class SettingsAtWorkTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "crypto.groups = [14]",
                "crypto.groups = [2]",
                "crypto.groups = [16]",
                "crypto { hmac = required, sequence-numbers = required, hmac-length = 32 }",
                "node.native-transport = off",
                "node { native-transport = off, event-loops = 3 }",
                "node.event-loops = 3",
                "node.key-exchange { pool = 0, reuse { time = 1h, handshakes = 65536 } }",
                "session.datagram-limit = 576"
            })
    void aStreamPassesWith(String setting) throws Exception {
        try (TestCluster cluster = TestCluster.of(1, setting)) {
            List<RtmpMessage> sent = TestMedia.generated(40, 30);
            TestStream player = TestStream.playing(cluster.connect(), "stream");
            TestStream publisher = TestStream.publishing(cluster.connect(), "stream");
            publisher.send(TestMedia.head(sent));
            player.awaitMedia(MediaKind::isKeyFrame, 1);
            publisher.send(TestMedia.rest(sent));
            player.awaitMedia(MediaKind::isMedia, sent.size());
            assertThat(player.received(MediaKind::isVideo))
                    .isEqualTo(TestStream.hex(sent, MediaKind::isVideo));
            assertThat(player.received(MediaKind::isAudio))
                    .isEqualTo(TestStream.hex(sent, MediaKind::isAudio));
            var counters = cluster.edge(0).server().node().counters();
            assertThat(counters.discarded(Discard.BAD_CHECKSUM)).isZero();
            assertThat(counters.discarded(Discard.BAD_HMAC)).isZero();
        }
    }

    @Test
    void inStrictModeAnotherApplicationIsRefusedByName() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, "media.applications = [live, vod]")) {
            assertThatThrownBy(
                            () ->
                                    Await.result(
                                            cluster.connecting(
                                                    cluster.originAddress(), "0badc0ffee-suffix")))
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("NetConnection.Connect.")
                    .hasMessageContaining("0badc0ffee-suffix");
            assertThat(Await.result(cluster.connecting(cluster.originAddress(), "vod")).server())
                    .isEqualTo(cluster.address(cluster.edge(0)));
        }
    }

    @Test
    void withoutStrictModeAnyApplicationIsThere() throws Exception {
        try (TestCluster cluster = TestCluster.of(1)) {
            ClientConnection client =
                    Await.result(cluster.connecting(cluster.originAddress(), "0badc0ffee-suffix"));
            assertThat(client.server()).isEqualTo(cluster.address(cluster.edge(0)));
        }
    }

    @Test
    void aKeyFileKeepsTheFingerprintOverRestarts() throws Exception {
        Identity kept = Identity.staticServer("", List.of(DhGroup.MODP_1024), new SecureRandom());
        Path file = Files.writeString(folder.resolve("identity.key"), kept.format());
        String setting = "identity.key-file = \"" + file + "\"";
        Fingerprint first = kept.certificate().fingerprint();
        try (TestCluster cluster = TestCluster.of(0, setting)) {
            assertThat(cluster.origin().server().certificate().fingerprint()).isEqualTo(first);
            cluster.connect();
        }
        try (TestCluster cluster = TestCluster.of(0, setting)) {
            assertThat(cluster.origin().server().certificate().fingerprint()).isEqualTo(first);
            cluster.connect();
        }
        try (TestCluster cluster = TestCluster.of(0)) {
            assertThat(cluster.origin().server().certificate().fingerprint()).isNotEqualTo(first);
        }
    }
}
