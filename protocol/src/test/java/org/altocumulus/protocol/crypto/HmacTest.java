package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HmacTest {
    @Test
    void theFirstCaseOfRfc4231() {
        byte[] hmac =
                Hmac.sha256(
                        Vectors.bytes("0b".repeat(20)),
                        "Hi".getBytes(StandardCharsets.US_ASCII),
                        " There".getBytes(StandardCharsets.US_ASCII));

        assertThat(Vectors.hex(hmac))
                .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    }

    @Test
    void comparisonLooksAtTheGivenBytesOnly() {
        byte[] a = {9, 1, 2, 3, 9};
        byte[] b = {1, 2, 3, 4};

        assertThat(Hmac.equal(a, 1, b, 0, 3)).isTrue();
        assertThat(Hmac.equal(a, 1, b, 0, 4)).isFalse();
        assertThat(Hmac.equal(a, 0, b, 0, 1)).isFalse();
    }
}
