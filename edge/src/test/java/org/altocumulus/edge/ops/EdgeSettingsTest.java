package org.altocumulus.edge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.altocumulus.edge.ops.CryptoSettings.Negotiation;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeSettingsTest {
    @Test
    void defaultsAreThoseOfTheManual() throws SettingsException {
        EdgeSettings settings = read("");
        NodeSettings node = settings.mediaNode().node();
        assertThat(node.bind()).containsExactly(HostPort.parseNumeric("0.0.0.0:1935"));
        assertThat(node.advertise()).isEmpty();
        assertThat(node.keyExchange().pool()).isEqualTo(256);
        assertThat(node.keyExchange().reuseTime()).isZero();
        CryptoSettings crypto = settings.mediaNode().crypto();
        assertThat(crypto.groups()).containsExactly(2, 14);
        assertThat(crypto.hmac()).isEqualTo(Negotiation.ON_REQUEST);
        assertThat(settings.mediaNode().identity().keyFile()).isEmpty();
        SessionSettings session = settings.mediaNode().session();
        assertThat(session.serverKeepalive()).isEqualTo(Duration.ofSeconds(15));
        assertThat(session.datagramLimit()).isEqualTo(1192);
        assertThat(session.largestDatagram()).isEqualTo(1472);
        assertThat(settings.mediaNode().media().deadlines())
                .isEqualTo(
                        new DeadlineSettings(
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(5)));
        assertThat(session.congestion()).isEqualTo(SessionSettings.Congestion.WINDOW);
        assertThat(settings.mediaNode().media().applications()).isEmpty();
        assertThat(settings.mediaNode().hooks().areNone()).isTrue();
        assertThat(session.connectLimit()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.dial().origins()).containsExactly(new HostPort("127.0.0.1", 1936));
        assertThat(settings.dial().link().lostAfter()).isEqualTo(Duration.ofSeconds(20));
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 65, 66, 180, 86400})
    void keepalivePeriodsGoUpToADay(int seconds) throws SettingsException {
        SessionSettings session =
                read("session.keepalive { server = " + seconds + "s, peers = " + seconds + "s }")
                        .mediaNode()
                        .session();
        assertThat(session.serverKeepalive()).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(session.peerKeepalive()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void theCongestionAlgorithmIsChosenByName() throws SettingsException {
        SessionSettings session =
                read("session.congestion.algorithm = delay").mediaNode().session();
        assertThat(session.congestion()).isEqualTo(SessionSettings.Congestion.DELAY);
    }

    @Test
    void aListMayBeOneTextWithCommas() throws SettingsException {
        EdgeSettings settings =
                read(
                        """
                        crypto.groups = "14, 16"
                        node.bind = "127.0.0.1:1935,[::1]:7"
                        media.applications = live
                        """);
        assertThat(settings.mediaNode().crypto().groups()).containsExactly(14, 16);
        assertThat(settings.mediaNode().node().bind())
                .containsExactly(
                        HostPort.parseNumeric("127.0.0.1:1935"), HostPort.parseNumeric("[::1]:7"));
        assertThat(settings.mediaNode().media().applications()).containsExactly("live");
    }

    @Test
    void hooksAreUrls() throws SettingsException {
        HookSettings hooks =
                read("hooks { connect = \"https://h/c?k=v\", play = \"http://[::1]:8085/p\" }")
                        .mediaNode()
                        .hooks();
        assertThat(hooks.connect()).contains(URI.create("https://h/c?k=v"));
        assertThat(hooks.publish()).isEmpty();
        assertThat(hooks.play()).contains(URI.create("http://[::1]:8085/p"));
        assertThat(hooks.areNone()).isFalse();
    }

    @Test
    void loopbackAndDockersBridgeMayBeAdvertisedWhenWritten() throws SettingsException {
        String written = "node.advertise = [\"127.0.0.1:1935\", \"172.17.0.2:1935\"]";
        assertThat(read(written).mediaNode().node().advertise()).hasSize(2);
    }

    @Test
    void originsBeyondLoopbackNeedASecretAndAreNotLookedUp() throws SettingsException {
        String hocon =
                "link { secret = s, origins = [\"origin.invalid:1936\", \"10.0.0.1:1936\"] }";
        assertThat(read(hocon).dial().origins())
                .containsExactly(
                        new HostPort("origin.invalid", 1936), new HostPort("10.0.0.1", 1936));
    }

    @Test
    void aKeyFileIsTakenIfItCanBeRead(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("key"), "x");
        String hocon = "identity.key-file = \"" + file + '"';
        assertThat(read(hocon).mediaNode().identity().keyFile()).contains(file);
    }

    @Test
    void countsOfThreadsFollowTheCores() throws SettingsException {
        NodeSettings node = NodeSettings.read(SettingsLoader.parse(""), 8);
        assertThat(node.eventLoops()).isEqualTo(8);
        assertThat(node.keyExchange().threads()).isEqualTo(4);
        NodeSettings single = NodeSettings.read(SettingsLoader.parse(""), 1);
        assertThat(single.eventLoops()).isEqualTo(1);
        assertThat(single.keyExchange().threads()).isEqualTo(1);
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        assertThat(Version.current()).matches(Pattern.compile("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?"));
    }

    @Test
    void variablesOfKubernetesServicesAreNoSettings() {
        Map<String, String> environment =
                Map.of(
                        "ALTOCUMULUS_SERVICE_HOST", "10.0.0.1",
                        "ALTOCUMULUS_ORIGIN_SERVICE_PORT_RTMFP", "1935",
                        "ALTOCUMULUS_ORIGIN_PORT", "udp://10.0.0.1:1935",
                        "ALTOCUMULUS_ORIGIN_PORT_1935_UDP_ADDR", "10.0.0.1");
        List<String> problems = new ArrayList<>();
        KnownKeys known = new KnownKeys(SettingsLoader.reference());
        assertThat(EnvironmentSettings.read(environment, known, problems).isEmpty()).isTrue();
        assertThat(problems).isEmpty();
    }

    private static EdgeSettings read(String hocon) throws SettingsException {
        return EdgeSettings.read(SettingsLoader.parse(hocon));
    }
}
