package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.altocumulus.protocol.sim.SeededRandom;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.Option;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointDiscriminatorTest {
    private static final String HEX_KEY = "9f0c3b".repeat(12);

    private final Certificate server =
            Identity.ephemeralServer("loop", List.of(DhGroup.MODP_1024), SeededRandom.of(5))
                    .certificate();
    private final Certificate client =
            Identity.staticClient(DhGroup.MODP_1024, SeededRandom.of(6)).certificate();

    @Test
    void ancillaryDataSelectsServersOnly() throws Exception {
        EndpointDiscriminator epd = parse("040a617070");

        assertThat(epd.isValid()).isTrue();
        assertThat(epd.selects(server)).isTrue();
        assertThat(epd.selects(client)).isFalse();
        assertThat(epd.ancillaryText()).hasValue("app");
        assertThat(epd.uriPath()).isEqualTo("app");
        assertThat(epd.uriHost()).isEmpty();
    }

    @Test
    void aFingerprintSelectsItsOwnerAndMakesTheRestMoot() throws Exception {
        EndpointDiscriminator own = EndpointDiscriminator.ofFingerprint(client.fingerprint());
        String rest = "040a617070" + "0500" + Vectors.hex("else".getBytes(StandardCharsets.UTF_8));
        EndpointDiscriminator all = parse(Vectors.hex(own.encoded()) + rest);

        assertThat(Vectors.hex(own.encoded())).isEqualTo("210f" + client.fingerprint());
        for (EndpointDiscriminator epd : List.of(own, all)) {
            assertThat(epd.isValid()).isTrue();
            assertThat(epd.fingerprint()).hasValue(client.fingerprint());
            assertThat(epd.selects(client)).isTrue();
            assertThat(epd.selects(server)).isFalse();
        }
    }

    @Test
    void aRequiredHostnameMustBeTheCertificates() throws Exception {
        assertThat(parse("05006c6f6f70").selects(server)).isTrue();
        assertThat(parse("05006c6f6f70").selects(client)).isFalse();
        assertThat(parse("05006c6f6f71").selects(server)).isFalse();
        assertThat(parse("0100").selects(server)).isFalse();
        assertThat(parse("0100").selects(client)).isFalse();
        assertThat(parse("05006c6f6f70" + "040a617070").selects(server)).isTrue();
        assertThat(parse("05006c6f6f71" + "040a617070").selects(server)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "0433010203", "000000"})
    void whoeverNamesNobodyGetsNoAnswer(String hex) throws Exception {
        EndpointDiscriminator epd = parse(hex);

        assertThat(epd.isValid()).isFalse();
        assertThat(epd.selects(server)).isFalse();
        assertThat(epd.uriPath()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ff", "0a", "020f55", "010f", "010a010a", "01000100", "8f", "05", "2a0f00"})
    void malformedDiscriminatorsAreWireErrors(String hex) {
        assertThatThrownBy(() -> parse(hex)).isInstanceOf(WireException.class);
    }

    @Test
    void aFingerprintTwiceIsAWireError() {
        String option = "210f" + server.fingerprint();
        assertThatThrownBy(() -> parse(option + option)).isInstanceOf(WireException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            nullValues = "-",
            value = {
                "rtmfp://127.0.0.1:47413/live 127.0.0.1:47413 live",
                "rtmfp://host/app/inst host app/inst",
                "rtmfp://host/app/ host app/",
                "rtmfp://host host ''",
                "rtmfp://host/ host ''",
                "rtmfp://HOST.Example.ORG/app?x=1&y=/z HOST.Example.ORG app",
                "rtmfp://host?x=1 host ''",
                "rtmfp://[2001:db8::1]:1935/app [2001:db8::1]:1935 app",
                "rtmfp://[::1]/app [::1] app",
                "rtmfp://host:0/app host:0 app",
                "rtmfp://host:99999/app - app",
                "rtmfp://:1935/app - app",
                "rtmfp:///app - app",
                "rtmfp://user@host/app - app",
                "/app - app",
                "'' - ''",
            })
    void urisOfManyFormsAreTakenApart(String uri, String host, String path) throws Exception {
        EndpointDiscriminator epd = parse(EndpointDiscriminator.ofUri(uri).encoded());

        assertThat(epd.ancillaryText()).hasValue(uri);
        assertThat(epd.uriHost().map(HostPort::toString).orElse(null)).isEqualTo(host);
        assertThat(epd.uriPath()).isEqualTo(path);
        assertThat(epd.selects(server)).isTrue();
    }

    @Test
    void longUrisWithKeysInTheirPathsAreRead() throws Exception {
        for (String path :
                List.of(HEX_KEY, HEX_KEY + "-suffix", "x".repeat(1024), "y".repeat(9000))) {
            String uri = "rtmfp://p2p.example.net/" + path;
            EndpointDiscriminator epd = parse(EndpointDiscriminator.ofUri(uri).encoded());

            assertThat(epd.uriPath()).isEqualTo(path);
            assertThat(epd.uriHost()).hasValue(new HostPort("p2p.example.net", HostPort.NO_PORT));
            assertThat(epd.selects(server)).isTrue();
        }
    }

    @Test
    void ancillaryDataThatIsNotUtf8IsStillAnswered() throws Exception {
        byte[] garbage = {'r', ':', '/', '/', (byte) 0xff, (byte) 0xc0, 0, (byte) 0x80, '/', 'a'};
        EndpointDiscriminator epd =
                EndpointDiscriminator.parse(Option.encode(List.of(new Option(0x0a, garbage))));

        assertThat(epd.selects(server)).isTrue();
        assertThat(epd.ancillaryText().orElseThrow()).contains("\ufffd");
        assertThat(epd.uriHost()).isEmpty();
        assertThat(epd.uriPath()).isEqualTo("a");
    }

    private static EndpointDiscriminator parse(String hex) throws WireException {
        return parse(Vectors.bytes(hex));
    }

    private static EndpointDiscriminator parse(byte[] encoded) throws WireException {
        return EndpointDiscriminator.parse(encoded);
    }
}
