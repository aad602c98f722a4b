package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacketCipherTest {
    private static final byte[] SECRET = Vectors.bytes("00112233445566778899aabbccddeeff");
    private static final int SESSION = 0x8badf00d;

    private static DirectionKeys keys(int hmacLength, boolean sequenceNumbers) {
        return DirectionKeys.of(SECRET, Hmac.sha256(SECRET, SECRET), hmacLength, sequenceNumbers);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 32, 1184})
    void twoPacketsInARowOpenWithOneCipher(int cipherLength) {
        PacketSealer sealer = StartupKeys.newSealer();
        PacketOpener opener = StartupKeys.newOpener();
        byte[] packet = random(cipherLength - 2, 1);
        byte[] first = Datagrams.seal(sealer, SESSION, packet);
        byte[] second = Datagrams.seal(sealer, SESSION, packet);

        assertThat(first).hasSize(4 + cipherLength).isEqualTo(second);
        assertThat(Datagrams.open(opener, first)).isEqualTo(packet);
        assertThat(Datagrams.open(opener, second)).isEqualTo(packet);
    }

    @ParameterizedTest
    @CsvSource({
        "0, false",
        "0, true",
        "4, false",
        "10, true",
        "16, true",
        "32, false",
    })
    void packetsOfEveryLengthOpenToWhatWasSealed(int hmacLength, boolean sequenceNumbers) {
        PacketSealer sealer = new PacketSealer(keys(hmacLength, sequenceNumbers));
        PacketOpener opener = new PacketOpener(keys(hmacLength, sequenceNumbers));
        for (int length = 1; length < 300; length++) {
            byte[] packet = random(length, length);
            byte[] datagram = Datagrams.seal(sealer, SESSION, packet);
            byte[] opened = Datagrams.open(opener, datagram);

            assertThat(datagram.length % 16).isEqualTo((4 + hmacLength) % 16);
            assertThat(Datagrams.sessionId(datagram)).isEqualTo(SESSION);
            byte[] expected = Arrays.copyOf(packet, opened.length);
            Arrays.fill(expected, length, expected.length, (byte) 0xff);
            assertThat(opened).isEqualTo(expected).hasSizeLessThan(length + 16);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, false",
        "0, true",
        "4, false",
        "10, true",
        "16, true",
        "32, true",
    })
    void theLargestPacketFitsTheLimitAndOneByteMoreDoesNot(
            int hmacLength, boolean sequenceNumbers) {
        PacketSealer sealer = new PacketSealer(keys(hmacLength, sequenceNumbers));
        for (int limit = 60; limit < 400; limit++) {
            int largest = sealer.maxPacket(limit);
            assertThat(Datagrams.seal(sealer, SESSION, new byte[largest]))
                    .hasSizeLessThanOrEqualTo(limit)
                    .hasSizeGreaterThan(limit - 16);
            int next = sealer.maxPacket(limit);
            assertThat(Datagrams.seal(sealer, SESSION, new byte[next + 1]))
                    .hasSizeGreaterThan(limit);
        }
        for (int limit = -1; limit < 20; limit++) {
            assertThat(sealer.maxPacket(limit)).isZero();
        }
    }

    @Test
    void theCallersPacketIsLeftAsItWas() {
        byte[] scratch = new byte[16 + 50 + 16];
        Arrays.fill(scratch, (byte) 7);
        new PacketSealer(keys(0, true)).seal(SESSION, scratch, 16, 66, new byte[100], 0);

        assertThat(Arrays.copyOfRange(scratch, 16, 66)).containsOnly(7);
        assertThat(Arrays.copyOfRange(scratch, 0, 13)).containsOnly(7);
    }

    @Test
    void tooLittleRoomIsAnErrorOfOurs() {
        PacketSealer sealer = StartupKeys.newSealer();

        assertThatThrownBy(() -> sealer.seal(1, new byte[48], 1, 20, new byte[64], 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> sealer.seal(1, new byte[20], 16, 20, new byte[64], 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> sealer.seal(1, new byte[48], 16, 20, new byte[20], 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, false, BAD_CHECKSUM",
        "0, true, BAD_CHECKSUM",
        "16, false, BAD_HMAC",
        "4, true, BAD_HMAC",
    })
    void aWrongKeyGivesADropAndNoHarm(
            int hmacLength, boolean sequenceNumbers, OpenResult expected) {
        byte[] otherSecret = Hmac.sha256(SECRET, new byte[1]);
        DirectionKeys wrong =
                DirectionKeys.of(otherSecret, otherSecret, hmacLength, sequenceNumbers);
        PacketSealer stranger = new PacketSealer(wrong);
        PacketSealer sealer = new PacketSealer(keys(hmacLength, sequenceNumbers));
        PacketOpener opener = new PacketOpener(keys(hmacLength, sequenceNumbers));
        byte[] packet = random(77, 2);
        for (int round = 0; round < 50; round++) {
            OpenResult result = Datagrams.result(opener, Datagrams.seal(stranger, SESSION, packet));
            assertThat(result).isIn(expected, OpenResult.BAD_LENGTH);
            assertThat(opener.packetLength()).isZero();
            byte[] opened = Datagrams.open(opener, Datagrams.seal(sealer, SESSION, packet));
            assertThat(opened).startsWith(packet);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "0, true", "10, true", "32, false"})
    void everyTruncationIsRefused(int hmacLength, boolean sequenceNumbers) {
        PacketSealer sealer = new PacketSealer(keys(hmacLength, sequenceNumbers));
        PacketOpener opener = new PacketOpener(keys(hmacLength, sequenceNumbers));
        byte[] datagram = Datagrams.seal(sealer, SESSION, random(100, 3));
        for (int length = 0; length < datagram.length; length++) {
            assertThat(Datagrams.result(opener, Arrays.copyOf(datagram, length)))
                    .as("%d bytes", length)
                    .isIn(OpenResult.BAD_LENGTH, OpenResult.BAD_CHECKSUM, OpenResult.BAD_HMAC);
        }
        assertThat(Datagrams.result(opener, datagram)).isEqualTo(OpenResult.OPENED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyFlippedBitIsFoundByTheHmacAndUsesUpNoSequenceNumber(boolean sequenceNumbers) {
        PacketSealer sealer = new PacketSealer(keys(10, sequenceNumbers));
        PacketOpener opener = new PacketOpener(keys(10, sequenceNumbers));
        byte[] datagram = Datagrams.seal(sealer, SESSION, random(60, 4));
        for (int bit = 32; bit < datagram.length * 8; bit++) {
            byte[] damaged = datagram.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(Datagrams.result(opener, damaged)).isEqualTo(OpenResult.BAD_HMAC);
        }
        assertThat(Datagrams.result(opener, datagram)).isEqualTo(OpenResult.OPENED);
    }

    @Test
    void aDatagramLongerThanTheOutputIsRefused() {
        byte[] datagram = Datagrams.seal(StartupKeys.newSealer(), SESSION, random(100, 5));
        PacketOpener opener = StartupKeys.newOpener();

        assertThat(opener.open(datagram, 0, datagram.length, new byte[111]))
                .isEqualTo(OpenResult.BAD_LENGTH);
        assertThat(opener.open(datagram, 0, datagram.length, new byte[112]))
                .isEqualTo(OpenResult.OPENED);
    }

    @Test
    void packetsMayArriveInAnyOrderWithin32() {
        PacketSealer sealer = new PacketSealer(keys(0, true));
        PacketOpener opener = new PacketOpener(keys(0, true));
        byte[][] datagrams = new byte[200][];
        for (int i = 0; i < datagrams.length; i++) {
            datagrams[i] = Datagrams.seal(sealer, SESSION, new byte[] {(byte) i});
        }
        for (int highest : new int[] {40, 150}) {
            assertThat(Datagrams.result(opener, datagrams[highest])).isEqualTo(OpenResult.OPENED);
            for (int i = highest - 31; i < highest; i++) {
                assertThat(Datagrams.result(opener, datagrams[i])).isEqualTo(OpenResult.OPENED);
            }
            for (int i = 0; i <= highest; i++) {
                assertThat(Datagrams.result(opener, datagrams[i])).isEqualTo(OpenResult.DUPLICATE);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "0, true", "10, false", "10, true"})
    void anyPacketMayBeTheFirstAfterARest(int hmacLength, boolean sequenceNumbers) {
        PacketSealer untiring = new PacketSealer(keys(hmacLength, sequenceNumbers));
        PacketSealer sealer = new PacketSealer(keys(hmacLength, sequenceNumbers));
        PacketOpener opener = new PacketOpener(keys(hmacLength, sequenceNumbers));
        OpenResult ofRepetition = sequenceNumbers ? OpenResult.DUPLICATE : OpenResult.OPENED;
        for (int i = 0; i < 100; i++) {
            byte[] packet = random(64, i);
            byte[] datagram = Datagrams.seal(sealer, SESSION, packet);
            assertThat(datagram).isEqualTo(Datagrams.seal(untiring, SESSION, packet));
            assertThat(Datagrams.open(opener, datagram)).startsWith(packet);
            opener.rest();
            assertThat(Datagrams.result(opener, datagram)).isEqualTo(ofRepetition);
            assertThat(opener.isAtRest()).isFalse();
            if (i % 3 == 0) {
                sealer.rest();
                assertThat(sealer.isAtRest()).isTrue();
                opener.rest();
                assertThat(opener.isAtRest()).isTrue();
            }
        }
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
