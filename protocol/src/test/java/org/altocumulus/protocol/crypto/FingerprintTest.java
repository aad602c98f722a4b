package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {
    private static final String TEXT =
            "07760d0076647727fe1faee77f296804f35e442b715787122bab771d41d6cd4d";

    @Test
    void thePeerIdIsLowerCaseHex() {
        Fingerprint parsed = Fingerprint.parse(TEXT.replace('a', 'A').replace('f', 'F'));

        assertThat(parsed).hasToString(TEXT).isEqualTo(Fingerprint.of(Vectors.bytes(TEXT)));
        assertThat(parsed).hasSameHashCodeAs(Fingerprint.parse(TEXT)).isNotEqualTo(TEXT);
        assertThat(parsed.bytes()).isEqualTo(Vectors.bytes(TEXT));
    }

    @Test
    void nobodyCanChangeAFingerprint() {
        byte[] bytes = Vectors.bytes(TEXT);
        Fingerprint fingerprint = Fingerprint.of(bytes);
        bytes[0]++;
        fingerprint.bytes()[1]++;

        assertThat(fingerprint).hasToString(TEXT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0776",
                "zz760d0076647727fe1faee77f296804f35e442b715787122bab771d41d6cd4d"
            })
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> Fingerprint.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Fingerprint.of(new byte[31]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
