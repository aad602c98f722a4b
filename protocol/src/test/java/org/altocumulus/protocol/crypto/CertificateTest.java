package org.altocumulus.protocol.crypto;

import static org.altocumulus.protocol.crypto.DhGroup.MODP_1024;
import static org.altocumulus.protocol.crypto.DhGroup.MODP_2048;
import static org.altocumulus.protocol.crypto.DhGroup.MODP_4096;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateTest {
    @Test
    void optionsBeforeTheFirstMarkerAreCanonicalAndAloneCount() throws Exception {
        Certificate plain = parse("010a" + "021502");
        Certificate more =
                parse("010a" + "021502" + "00" + "02150e" + "00" + "041d021234" + "0300aabb");

        assertThat(more.fingerprint()).isEqualTo(plain.fingerprint());
        assertThat(more).isNotEqualTo(plain);
        assertThat(more.isStatic()).isFalse();
        assertThat(more.offers(MODP_2048)).isFalse();
        assertThat(more.hasHostname(new byte[] {(byte) 0xaa, (byte) 0xbb})).isFalse();
    }

    @Test
    void aFingerprintIsTheDigestOfTheCanonicalBytes() throws Exception {
        // printf '\001\012\002\025\002' | sha256sum
        assertThat(parse("010a021502").fingerprint())
                .hasToString("c61114f9d690bba3c6f3fc4e1eb54d8e600203f46996fd57ca27d0c916fb731f");
    }

    @Test
    void anEphemeralCertificateOffersTheGroupsThatItListsAndWeKnow() throws Exception {
        Certificate certificate = parse("021505" + "021510" + "021502" + "021502" + "038f7f00");

        assertThat(certificate.isStatic()).isFalse();
        assertThat(certificate.acceptsAncillaryData()).isFalse();
        assertThat(certificate.offers(MODP_4096)).isTrue();
        assertThat(certificate.offers(MODP_2048)).isFalse();
        assertThat(certificate.offers(MODP_1024)).isTrue();
        assertThat(certificate.staticKey(MODP_1024)).isEmpty();
    }

    @Test
    void aStaticCertificateMayHaveAKeyInEachOfSeveralGroups() throws Exception {
        Certificate certificate = parse("041d021234" + "041d0e5678" + "041d05abcd");

        assertThat(certificate.isStatic()).isTrue();
        assertThat(certificate.offers(MODP_1024)).isTrue();
        assertThat(certificate.offers(MODP_2048)).isTrue();
        assertThat(certificate.offers(MODP_4096)).isFalse();
        assertThat(certificate.staticKey(MODP_2048)).hasValue(new byte[] {0x56, 0x78});
    }

    @Test
    void hostnamesMustBeTheSameBytes() throws Exception {
        Certificate certificate = parse("05006c6f6f70" + "021502");

        assertThat(certificate.hasHostname(ascii("loop"))).isTrue();
        assertThat(certificate.hasHostname(ascii("Loop"))).isFalse();
        assertThat(certificate.hasHostname(new byte[0])).isFalse();
        assertThat(parse("021502").hasHostname(new byte[0])).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", // nothing
                "00", // no canonical part
                "00021502", // groups behind the Marker
                "010a", // neither
                "021502" + "041d021234", // both
                "021502" + "041d051234", // both, one unknown
                "041d021234" + "041d025678", // two keys in a group
                "020041" + "020042" + "021502", // two hostnames
                "0115", // a group without number
                "011d", // a key without group
                "021582", // a number without end
                "8115", // a length without bytes
                "ffffffffffffffffff7f15",
                "05", // an option without bytes
                "021502" + "00" + "7f", // garbage behind the Marker
            })
    void whatIsNoCertificateIsAWireError(String hex) {
        assertThatThrownBy(() -> parse(hex)).isInstanceOf(WireException.class);
    }

    @Test
    void equalCertificatesAreEqualInAllBytes() throws Exception {
        assertThat(parse("021502")).isEqualTo(parse("021502")).hasSameHashCodeAs(parse("021502"));
        assertThat(parse("021502")).isNotEqualTo(parse("02150200")).isNotEqualTo("021502");
    }

    @Test
    void theLesserBytesPrevailAndEqualOnesToo() throws Exception {
        Certificate less = parse("041d02127f");
        Certificate more = parse("041d021280");
        Certificate longer = parse("041d02127f" + "00");

        assertThat(less.prevailsOver(more)).isTrue();
        assertThat(more.prevailsOver(less)).isFalse();
        assertThat(less.prevailsOver(less)).isTrue();
        assertThat(less.prevailsOver(longer)).isTrue();
        assertThat(longer.prevailsOver(less)).isFalse();
    }

    private static Certificate parse(String hex) throws WireException {
        return Certificate.parse(Vectors.bytes(hex));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
