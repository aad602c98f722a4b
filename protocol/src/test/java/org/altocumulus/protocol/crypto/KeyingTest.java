package org.altocumulus.protocol.crypto;

import static org.altocumulus.protocol.crypto.DhGroup.MODP_1024;
import static org.altocumulus.protocol.crypto.DhGroup.MODP_2048;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.List;
import org.altocumulus.protocol.sim.SeededRandom;
import org.altocumulus.protocol.wire.WireException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single rules of keying, with components written by hand. */
class KeyingTest {
    private static final String RANDOMNESS = "110e5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";

    private final SecureRandom random = SeededRandom.of(1);
    private final Identity client = Identity.staticClient(MODP_1024, random);
    private final Identity server =
            Identity.ephemeralServer("", List.of(MODP_2048, MODP_1024), random);

    @Test
    void aClientThatRequestsNothingGetsExactlyTheFormOfLibrtmfp() throws Exception {
        byte[] component =
                respond("021d02" + "410e" + "77".repeat(64) + "031a020a" + "021e02").component();

        assertThat(component).hasSize(139);
        assertThat(Vectors.hex(component)).startsWith("031a0000" + "021e00" + "81020d02");
        assertThat(component[11]).isNotZero();
        assertThat(respond("021d02" + RANDOMNESS).component()).hasSize(139);
    }

    @Test
    void aStaticResponderSendsRandomnessAndNoKey() throws Exception {
        Identity peer = Identity.staticClient(MODP_1024, random);
        ResponderKeying keying =
                ResponderKeying.respond(
                        peer,
                        KeyingPolicy.DEFAULT,
                        client.certificate(),
                        Vectors.bytes("021d02" + RANDOMNESS),
                        random);

        assertThat(keying.component()).hasSize(73);
        assertThat(Vectors.hex(keying.component())).startsWith("031a0000" + "021e00" + "410e");
    }

    @Test
    void aClientThatRequestsProtectionIsPromisedIt() throws Exception {
        ResponderKeying keying = respond("021d02" + RANDOMNESS + "031a030a" + "021e03");

        assertThat(Vectors.hex(keying.component())).startsWith("031a0410" + "021e04");
        assertThat(keying.keys().near().hmacLength()).isEqualTo(16);
        assertThat(keying.keys().near().sequenceNumbers()).isTrue();
        assertThat(keying.keys().far().hmacLength()).isZero();
        assertThat(keying.keys().far().sequenceNumbers()).isFalse();
    }

    @Test
    void aClientThatAlwaysSendsIsListenedTo() throws Exception {
        ResponderKeying keying = respond("021d02" + RANDOMNESS + "031a0404" + "021e04");

        assertThat(Vectors.hex(keying.component())).startsWith("031a0000" + "021e00");
        assertThat(keying.keys().far().hmacLength()).isEqualTo(4);
        assertThat(keying.keys().far().sequenceNumbers()).isTrue();
        assertThat(keying.keys().near().isMoreThanChecksum()).isFalse();
        assertThat(keying.keys().negotiatedMoreThanChecksum()).isTrue();
    }

    @Test
    void theInitiatorOfFlashPlayersFormSelectsTheGroupAndAddsRandomness() throws Exception {
        InitiatorKeying keying =
                InitiatorKeying.begin(client, Handshake.plain(), server.certificate(), random);

        assertThat(keying.component()).hasSize(76);
        assertThat(Vectors.hex(keying.component()))
                .startsWith("021d02" + "410e")
                .endsWith("031a0210" + "021e02");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 33, 200})
    void anHmacLengthThatNobodyCanSendIsRefusedWhenItCounts(int length) throws Exception {
        String vlu = length < 128 ? "%02x".formatted(length) : "8148";
        int size = 2 + vlu.length() / 2;
        String offered = "%02x1a02%s".formatted(size, vlu);
        String always = "%02x1a04%s".formatted(size, vlu);

        respond("021d02" + RANDOMNESS + offered);
        assertRefused(() -> respond("021d02" + RANDOMNESS + always), "HMAC length " + length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", // nothing at all
                RANDOMNESS, // no group
                "021d05" + RANDOMNESS, // a group that nobody knows
                "021d0e" + RANDOMNESS, // a group in which the client has no key
                "021d02", // no randomness
                "021d02" + "100e" + "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a", // too little
            })
    void aStaticInitiatorMustSelectItsGroupAndBringRandomness(String component) {
        assertRefused(() -> respond(component), "");
    }

    @Test
    void aKeyInTheComponentDoesNotReplaceTheKeyOfAStaticCertificate() {
        DhKeyPair thief = DhKeyPair.generate(MODP_1024, random);
        String key = "81020d02" + Vectors.hex(thief.publicKey());

        assertRefused(() -> respond(key + RANDOMNESS), "no group selected");
    }

    @Test
    void aGroupThatWeDoNotOfferIsRefused() {
        Identity small = Identity.ephemeralServer("", List.of(MODP_1024), random);
        Identity big = Identity.staticClient(MODP_2048, random);

        assertRefused(
                () ->
                        ResponderKeying.respond(
                                small,
                                KeyingPolicy.DEFAULT,
                                big.certificate(),
                                Vectors.bytes("021d0e" + RANDOMNESS),
                                random),
                "group 14 is not offered");
        assertRefused(
                () -> InitiatorKeying.begin(big, KeyingPolicy.DEFAULT, small.certificate(), random),
                "no group in common");
    }

    @Test
    void anEphemeralInitiatorMustBringAKey() {
        Identity anonymous = Identity.ephemeralClient(List.of(MODP_1024), random);

        assertRefused(
                () ->
                        ResponderKeying.respond(
                                server,
                                KeyingPolicy.DEFAULT,
                                anonymous.certificate(),
                                Vectors.bytes("021d02" + RANDOMNESS),
                                random),
                "no ephemeral public key");
    }

    @Test
    void aResponderMustAnswerInTheGroupThatWasChosen() throws Exception {
        InitiatorKeying keying =
                InitiatorKeying.begin(client, Handshake.plain(), server.certificate(), random);
        DhKeyPair other = DhKeyPair.generate(MODP_2048, random);

        assertRefused(
                () -> keying.complete(Vectors.bytes("82020d0e" + Vectors.hex(other.publicKey()))),
                "no ephemeral public key in group 2");
    }

    @Test
    void aForgedAnswerDoesNotSpoilTheGenuineOne() throws Exception {
        InitiatorKeying keying =
                InitiatorKeying.begin(client, Handshake.plain(), server.certificate(), random);
        ResponderKeying answer =
                ResponderKeying.respond(
                        server,
                        KeyingPolicy.DEFAULT,
                        client.certificate(),
                        keying.component(),
                        random);

        assertThatThrownBy(() -> keying.complete(new byte[] {9, 9}))
                .isInstanceOf(WireException.class);
        assertRefused(() -> keying.complete(new byte[0]), "no ephemeral public key");
        assertThat(keying.complete(answer.component()).farNonce())
                .isEqualTo(answer.keys().nearNonce());
    }

    @Test
    void anAnswerThatRequiresWhatWeNeverSendIsRefused() throws Exception {
        KeyingPolicy never = Handshake.policy(Protection.NEVER, Protection.NEVER, 16);
        InitiatorKeying keying = InitiatorKeying.begin(client, never, server.certificate(), random);
        String key = "81020d02" + Vectors.hex(DhKeyPair.generate(MODP_1024, random).publicKey());

        assertRefused(() -> keying.complete(Vectors.bytes("031a0710" + key)), "HMAC required");
        assertRefused(
                () -> keying.complete(Vectors.bytes("021e07" + key)), "sequence numbers required");
    }

    @Test
    void unsafePublicKeysAreRefused() {
        BigInteger highest = MODP_1024.modulus().subtract(BigInteger.ONE.shiftLeft(24));
        BigInteger few = BigInteger.ONE.shiftLeft(1000);
        for (BigInteger key :
                List.of(
                        BigInteger.ZERO,
                        BigInteger.ONE,
                        BigInteger.valueOf(0xff_ffff),
                        few,
                        few.subtract(BigInteger.ONE),
                        highest.add(BigInteger.ONE),
                        MODP_1024.modulus(),
                        MODP_1024.modulus().shiftLeft(3))) {
            byte[] bytes = key.toByteArray();
            DhKeyPair near = DhKeyPair.generate(MODP_1024, random);
            assertRefused(() -> near.sharedSecret(bytes), "unsafe public key");
        }
        assertThat(MODP_1024.isSafe(highest)).isTrue();
        DhKeyPair near = DhKeyPair.generate(MODP_1024, random);
        assertRefused(() -> near.sharedSecret(new byte[0]), "unsafe public key");
    }

    @Test
    void bitsAreCountedWithoutLeadingZeros() {
        BigInteger sixteenOnes = new BigInteger("ffff" + "0".repeat(40), 16);
        assertThat(MODP_1024.isSafe(sixteenOnes)).isTrue();
        assertThat(MODP_1024.isSafe(sixteenOnes.clearBit(160))).isFalse();
        BigInteger sixteenZeros = new BigInteger("f".repeat(40) + "0000", 16);
        assertThat(MODP_1024.isSafe(sixteenZeros)).isTrue();
        assertThat(MODP_1024.isSafe(sixteenZeros.setBit(0))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "021d02021d0e" + RANDOMNESS,
                "021d02031a0204031a0404" + RANDOMNESS,
                "021d02021e00021e04" + RANDOMNESS,
                "021d02011a" + RANDOMNESS,
                "011d" + RANDOMNESS,
                "ff",
            })
    void malformedAndAmbiguousComponentsAreWireErrors(String component) {
        assertThatThrownBy(() -> respond(component)).isInstanceOf(WireException.class);
    }

    @Test
    void unknownOptionsAndMarkersInAComponentAreIgnored() throws Exception {
        assertThat(respond("021d02" + "00" + "0441010203" + "038f7f55" + RANDOMNESS).component())
                .hasSize(139);
    }

    private ResponderKeying respond(String component) throws KeyingException, WireException {
        return ResponderKeying.respond(
                server,
                KeyingPolicy.DEFAULT,
                client.certificate(),
                Vectors.bytes(component),
                random);
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOf(KeyingException.class)
                .hasMessageContaining(message)
                .satisfies(e -> assertThat(e.getStackTrace()).isEmpty());
    }
}
