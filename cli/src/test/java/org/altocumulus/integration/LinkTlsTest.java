package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.origin.daemon.OriginDaemon;
import org.altocumulus.origin.ops.OriginSettings;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS below the link, and every way in which it is not as it should be. */
@Timeout(240)
class LinkTlsTest {
    private static final String SECRET = "link.secret = \"correct horse battery staple\"\n";
    private static final String NOT_JOINED = "not joined to the origin at TCP [^ ]+: ";
    private static final String REFUSED = "link from TCP 127.0.0.1:[0-9]+ refused: ";

    @TempDir private static Path folder;
    @TempDir private Path own;
    private static TestCertificates cluster;
    private static TestCertificates strangers;

    @BeforeAll
    static void makeCertificates() throws Exception {
        cluster = new TestCertificates(folder, "cluster");
        cluster.sign("origin");
        cluster.sign("edge", "-ext", "eku=clientAuth");
        cluster.sign("expired", "-startdate", "-10d", "-validity", "5");
        strangers = new TestCertificates(folder, "strangers");
        strangers.sign("origin");
    }

    private static String trust(TestCertificates authority) {
        return "link.tls.trust = \"" + authority.trust() + "\"\n";
    }

    /** An origin that shows a certificate and asks edges for none. */
    private static String origin(TestCertificates authority) {
        return SECRET
                + "link.tls { certificate = \"%s\", key = \"%s\" }\n"
                        .formatted(authority.certificate("origin"), authority.key("origin"));
    }

    private static String noTls() {
        return "link.tls { certificate = \"\", key = \"\", trust = \"\" }\n";
    }

    @Test
    void bothConnectionsCarryAStreamWhenBothEndsVerifyEachOther() throws Exception {
        List<RtmpMessage> sent = TestMedia.generated(40, 3);
        try (TestCluster tls = TestCluster.of(0, SECRET + cluster.settings("origin"))) {
            tls.addEdge(cluster.settings("edge"));
            tls.addEdge(cluster.settings("edge") + "link.tls.name = origin.test");
            tls.awaitReady(2);
            TestStream player =
                    TestStream.playing(tls.connect(tls.address(tls.edge(1))), "over tls");
            TestStream publisher =
                    TestStream.publishing(tls.connect(tls.address(tls.edge(0))), "over tls");
            publisher.send(sent);
            List<String> video = TestStream.hex(sent, MediaKind::isVideo);
            player.awaitMedia(MediaKind::isVideo, video.size());
            assertThat(player.received(MediaKind::isVideo)).isEqualTo(video);
        }
    }

    @Test
    void theOriginSpeaksTheNewestVersionAndEndsAHandshakeThatIsNotFinished() throws Exception {
        SSLContext trusting = SSLContext.getInstance("TLS");
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(cluster.store());
        trusting.init(null, trust.getTrustManagers(), null);
        try (TestCluster tls = TestCluster.of(0, origin(cluster));
                SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket();
                LinkByHand half = new LinkByHand(tls.origin().linkAddress());
                LinkByHand silent = new LinkByHand(tls.origin().linkAddress())) {
            half.write(new byte[] {22, 3, 1, 2});
            socket.connect(tls.origin().linkAddress());
            socket.startHandshake();
            assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
            assertThat(silent.line()).startsWith("BYE reason=handshake-timeout");
            assertThat(silent.line()).isNull();
            half.awaitEnd();
        }
    }

    @Test
    void whoOnlyLooksWhetherThePortIsThereIsNoFailureOfTls() throws Exception {
        try (LogWatch log = new LogWatch();
                TestCluster tls = TestCluster.of(0, origin(cluster))) {
            try (LinkByHand looking = new LinkByHand(tls.origin().linkAddress())) {
                looking.write(new byte[] {22, 3, 1, 2});
            }
            tls.addEdge(noTls());
            log.await(REFUSED + ".*");
            assertThat(log.messages()).noneMatch(line -> line.contains("TLS handshake"));
        }
    }

    @Test
    void anEdgeWithoutTlsIsToldSoByAnOriginThatAsksForIt() throws Exception {
        try (LogWatch log = new LogWatch();
                TestCluster tls = TestCluster.of(0, origin(cluster))) {
            tls.addEdge(noTls());
            String why = "one end speaks TLS, the other does not \\(tls\\).*";
            log.await(NOT_JOINED + why);
            log.await(REFUSED + why);
        }
    }

    @Test
    void anEdgeWithTlsSaysThatItsOriginHasNone() throws Exception {
        try (LogWatch log = new LogWatch();
                TestCluster plain = TestCluster.of(0, SECRET)) {
            plain.addEdge(trust(cluster));
            log.await(NOT_JOINED + "the other end does not speak TLS and this one does \\(tls\\)");
            log.await(REFUSED + "the other end speaks TLS and this one does not \\(tls\\).*");
        }
    }

    @Test
    void anEdgeJoinsNoOriginThatItsTrustDoesNotVouchFor() throws Exception {
        try (LogWatch log = new LogWatch();
                TestCluster tls = TestCluster.of(0, origin(strangers))) {
            tls.addEdge(noTls() + trust(cluster));
            log.await(NOT_JOINED + "TLS: .*PKIX path .*\\(tls\\)");
            log.await(REFUSED + "TLS: .*(certificate_unknown|bad_certificate).*\\(tls\\).*");
            assertThat(tls.origin().watch().edges()).isEmpty();
        }
    }

    @Test
    void anEdgeJoinsNoOriginOfAnotherName() throws Exception {
        try (LogWatch log = new LogWatch();
                TestCluster tls = TestCluster.of(0, origin(cluster))) {
            tls.addEdge(noTls() + trust(cluster) + "link.tls.name = other.test");
            log.await(NOT_JOINED + "TLS: .*No subject alternative DNS name matching other.test.*");
        }
    }

    @Test
    void theCertificateOfAnEdgeIsNoneOfAnOrigin() throws Exception {
        try (LogWatch log = new LogWatch();
                TestCluster tls = TestCluster.of(0, SECRET + cluster.settings("edge"))) {
            tls.addEdge("");
            log.await(NOT_JOINED + "TLS: .*Extended key usage does not permit .* TLS server.*");
        }
    }

    @Test
    void anOriginWithATrustTakesNoEdgeWithoutACertificate() throws Exception {
        try (LogWatch log = new LogWatch();
                TestCluster tls = TestCluster.of(0, SECRET + cluster.settings("origin"))) {
            tls.addEdge(noTls() + trust(cluster));
            log.await(NOT_JOINED + "TLS: .*certificate.*\\(tls\\)");
            log.await(REFUSED + "TLS: .*\\(tls\\).*");
            assertThat(tls.origin().watch().edges()).isEmpty();
        }
    }

    @Test
    void tlsDoesNotTakeThePlaceOfTheSecret() throws Exception {
        try (LogWatch log = new LogWatch();
                TestCluster tls = TestCluster.of(0, origin(cluster))) {
            tls.addEdge(noTls() + trust(cluster) + "link.secret = wrong");
            log.await(NOT_JOINED + ".*\\(not-authenticated\\)");
        }
        String off = "link { listen = \"0.0.0.0:0\", origins = \"10.0.0.1:1936\" }\n";
        String tlsOnly = cluster.settings("origin") + off;
        assertThatThrownBy(() -> OriginSettings.read(SettingsLoader.parse(tlsOnly)))
                .hasMessageContaining("loopback, as link.secret is empty");
        assertThatThrownBy(() -> EdgeSettings.read(SettingsLoader.parse(tlsOnly)))
                .hasMessageContaining("loopback, as link.secret is empty");
    }

    @Test
    void filesThatAreReplacedServeNewConnectionsUnlessTheyAreBad() throws Exception {
        Path certificate = own.resolve("crt");
        Path key = own.resolve("key");
        copy(strangers, certificate, key);
        String settings =
                SECRET
                        + "link.tls { certificate = \"%s\", key = \"%s\" }\n"
                                .formatted(certificate, key);
        try (LogWatch log = new LogWatch();
                TestCluster tls = TestCluster.of(0, settings)) {
            tls.addEdge(noTls() + trust(cluster));
            log.await(NOT_JOINED + "TLS: .*PKIX path .*\\(tls\\)");
            copy(cluster, certificate, key);
            tls.awaitReady(1);
            log.await("link.tls: the files have changed and are used for new connections");
            Files.writeString(certificate, "garbage");
            tls.addEdge(noTls() + trust(cluster));
            tls.awaitReady(2);
            log.await("link.tls.certificate: .*BEGIN CERTIFICATE.*; the files read before stay.*");
        }
    }

    private static void copy(TestCertificates authority, Path certificate, Path key)
            throws Exception {
        // The edge tries all the time: what it meets in between is a key of another certificate.
        Files.copy(authority.key("origin"), key, StandardCopyOption.REPLACE_EXISTING);
        Files.copy(
                authority.certificate("origin"), certificate, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void aFileThatCannotServeIsRefusedInOneLine() throws Exception {
        Path garbage = Files.writeString(own.resolve("garbage"), "garbage");
        Path certificate = cluster.certificate("origin");
        Path key = cluster.key("origin");
        assertRefused(cluster.certificate("expired"), cluster.key("expired"), "expired on ");
        assertRefused(garbage, key, "expected certificates in PEM");
        assertRefused(certificate, garbage, "expected a PKCS #8 key");
        assertRefused(certificate, cluster.key("edge"), "expected the key of link.tls.certificate");
        String bad = "link.tls.trust = \"" + garbage + '"';
        assertThatThrownBy(
                        () ->
                                new EdgeDaemon(
                                        EdgeSettings.read(SettingsLoader.parse(bad)),
                                        NodeClock.system(),
                                        new SecureRandom()))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("link.tls.trust: " + garbage);
    }

    private static void assertRefused(Path certificate, Path key, String why) {
        String text = "link.tls { certificate = \"%s\", key = \"%s\" }".formatted(certificate, key);
        assertThatThrownBy(
                        () ->
                                new OriginDaemon(
                                        OriginSettings.read(SettingsLoader.parse(text)),
                                        NodeClock.system(),
                                        new SecureRandom()))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("link.tls.")
                .hasMessageContaining(why)
                .hasMessageNotContaining("\n");
    }

    @Test
    void anExpiredCertificateEndsTheStartWithExitCodeTwo() throws Exception {
        try (TestProcess origin =
                TestProcess.start(
                        "origin",
                        "--set",
                        "link.tls.certificate=" + cluster.certificate("expired"),
                        "--set",
                        "link.tls.key=" + cluster.key("expired"))) {
            assertThat(origin.exitCode()).isEqualTo(2);
            assertThat(origin.err()).singleElement().asString().contains("expired on ");
        }
    }
}
