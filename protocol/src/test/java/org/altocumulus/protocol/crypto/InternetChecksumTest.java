package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class InternetChecksumTest {
    @Test
    void theExampleOfRfc1071() {
        // RFC 1071 §3: the sum of these is ddf2.
        byte[] data = Vectors.bytes("0001f203f4f5f6f7");

        assertThat(InternetChecksum.of(data, 0, data.length)).isEqualTo(0xffff - 0xddf2);
    }

    @Test
    void nothingSumsUpToZero() {
        assertThat(InternetChecksum.of(new byte[3], 1, 0)).isEqualTo(0xffff);
        assertThat(InternetChecksum.of(new byte[3], 0, 3)).isEqualTo(0xffff);
    }

    @Test
    void anOddLastByteIsTheLowOne() {
        assertThat(InternetChecksum.of(Vectors.bytes("1234ab99"), 0, 3))
                .isEqualTo(0xffff - (0x1234 + 0xab));
    }

    @Test
    void itAgreesWithASumOfWords() {
        Random random = new Random(1071);
        for (int length = 0; length < 300; length++) {
            byte[] data = new byte[length + 5];
            random.nextBytes(data);
            assertThat(InternetChecksum.of(data, 3, length))
                    .as("%d bytes", length)
                    .isEqualTo(slow(data, 3, length));
        }
    }

    private static int slow(byte[] data, int offset, int length) {
        int sum = 0;
        for (int i = 0; i < length; i++) {
            int value = data[offset + i] & 0xff;
            sum += i % 2 == 0 && i + 1 < length ? value << 8 : value;
            sum = (sum & 0xffff) + (sum >> 16);
        }
        return 0xffff - sum;
    }
}
