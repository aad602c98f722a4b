package org.altocumulus.protocol.crypto;

import static org.altocumulus.protocol.crypto.DhGroup.MODP_1024;
import static org.altocumulus.protocol.crypto.DhGroup.MODP_2048;
import static org.altocumulus.protocol.crypto.DhGroup.MODP_4096;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.sim.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every kind of initiator with every kind of responder. */
class HandshakeMatrixTest {
    private static final int INITIATOR_HMAC = 10;
    private static final int RESPONDER_HMAC = 20;

    private final SecureRandom random = SeededRandom.of(7425);

    @ParameterizedTest
    @CsvSource({
        "static, static, MODP_1024", "static, ephemeral, MODP_1024",
        "ephemeral, static, MODP_1024", "ephemeral, ephemeral, MODP_1024",
        "static, static, MODP_2048", "static, ephemeral, MODP_2048",
        "ephemeral, static, MODP_2048", "ephemeral, ephemeral, MODP_2048",
        "static, ephemeral, MODP_4096", "ephemeral, ephemeral, MODP_4096",
    })
    void identitiesOfAllKindsOpenSessionsInAllGroups(
            String initiator, String responder, DhGroup group) throws Exception {
        Handshake handshake =
                Handshake.of(
                        client(initiator, group),
                        Handshake.plain(),
                        server(responder, group),
                        Handshake.plain(),
                        random);

        handshake.assertWorks();
        assertThat(handshake.initiator().negotiatedMoreThanChecksum()).isFalse();
        assertThat(handshake.responder().negotiatedMoreThanChecksum()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"static, static", "static, ephemeral", "ephemeral, static", "ephemeral, ephemeral"})
    void protectionsAreNegotiatedForEachDirection(String initiator, String responder)
            throws Exception {
        Identity client = client(initiator, MODP_1024);
        Identity server = server(responder, MODP_1024);
        for (Combination c : combinations()) {
            if (c.cannotOpen()) {
                assertThatThrownBy(() -> c.run(client, server, random))
                        .as(c.toString())
                        .isInstanceOf(KeyingException.class)
                        .hasMessageContaining("required and not offered")
                        .hasNoCause();
                continue;
            }
            Handshake handshake = c.run(client, server, random);
            handshake.assertWorks();
            c.assertNegotiated(handshake);
        }
    }

    private static List<Combination> combinations() {
        List<Combination> all = new ArrayList<>();
        for (Protection nearHmac : Protection.values()) {
            for (Protection farHmac : Protection.values()) {
                for (Protection nearSequence : Protection.values()) {
                    for (Protection farSequence : Protection.values()) {
                        all.add(new Combination(nearHmac, farHmac, nearSequence, farSequence));
                    }
                }
            }
        }
        return all;
    }

    private record Combination(
            Protection hmacOfInitiator,
            Protection hmacOfResponder,
            Protection sequenceOfInitiator,
            Protection sequenceOfResponder) {

        boolean cannotOpen() {
            return clash(hmacOfInitiator, hmacOfResponder)
                    || clash(sequenceOfInitiator, sequenceOfResponder);
        }

        Handshake run(Identity client, Identity server, SecureRandom random) throws Exception {
            return Handshake.of(
                    client,
                    Handshake.policy(hmacOfInitiator, sequenceOfInitiator, INITIATOR_HMAC),
                    server,
                    Handshake.policy(hmacOfResponder, sequenceOfResponder, RESPONDER_HMAC),
                    random);
        }

        void assertNegotiated(Handshake handshake) {
            boolean hmac = used(hmacOfInitiator, hmacOfResponder);
            boolean sequence = used(sequenceOfInitiator, sequenceOfResponder);
            DirectionKeys near = handshake.initiator().near();
            DirectionKeys far = handshake.initiator().far();
            assertThat(near.hmacLength()).as(toString()).isEqualTo(hmac ? INITIATOR_HMAC : 0);
            assertThat(far.hmacLength()).as(toString()).isEqualTo(hmac ? RESPONDER_HMAC : 0);
            assertThat(near.sequenceNumbers()).as(toString()).isEqualTo(sequence);
            assertThat(far.sequenceNumbers()).as(toString()).isEqualTo(sequence);
            assertThat(handshake.responder().negotiatedMoreThanChecksum())
                    .as(toString())
                    .isEqualTo(hmac || sequence);
        }

        private static boolean clash(Protection a, Protection b) {
            return (a == Protection.REQUIRE && b == Protection.NEVER)
                    || (b == Protection.REQUIRE && a == Protection.NEVER);
        }

        private static boolean used(Protection a, Protection b) {
            return a == Protection.REQUIRE || b == Protection.REQUIRE;
        }
    }

    @Test
    void shortSecretsAndShortFarKeysOpenSessions() throws Exception {
        int shortSecrets = 0;
        Identity server = server("ephemeral", MODP_1024);
        for (int round = 0; round < 300; round++) {
            Identity client = client("static", MODP_1024);
            Handshake.of(client, Handshake.plain(), server, Handshake.plain(), random)
                    .assertWorks();
        }
        Identity fixed = server("static", MODP_1024);
        byte[] key = fixed.certificate().staticKey(MODP_1024).orElseThrow();
        for (int round = 0; round < 2_000 || shortSecrets < 3; round++) {
            DhKeyPair pair = DhKeyPair.generate(MODP_1024, random);
            if (pair.sharedSecret(key).length == MODP_1024.keyLength()) {
                continue;
            }
            shortSecrets++;
            Identity client = Identity.ofKeys(false, "", List.of(pair));
            Handshake.of(client, Handshake.plain(), fixed, Handshake.plain(), random).assertWorks();
        }
        assertThat(shortSecrets).isGreaterThanOrEqualTo(3);
        Handshake.of(shortKeyClient(), Handshake.plain(), server, Handshake.plain(), random)
                .assertWorks();
    }

    private Identity shortKeyClient() {
        while (true) {
            DhKeyPair pair = DhKeyPair.of(MODP_1024, new BigInteger(224, random).setBit(223));
            if (pair.publicKey().length < MODP_1024.keyLength()) {
                return Identity.ofKeys(false, "", List.of(pair));
            }
        }
    }

    @Test
    void initiatorTakesTheFirstGroupOfItsPolicyThatBothOffer() throws Exception {
        Identity server = Identity.ephemeralServer("", List.of(MODP_1024, MODP_2048), random);
        Identity client =
                Identity.ephemeralClient(List.of(MODP_1024, MODP_2048, MODP_4096), random);

        assertThat(chosen(client, Handshake.plain(), server)).isEqualTo(MODP_2048);
        KeyingPolicy cheap =
                new KeyingPolicy(
                        List.of(MODP_1024, MODP_2048), Protection.NEVER, Protection.NEVER, 16);
        assertThat(chosen(client, cheap, server)).isEqualTo(MODP_1024);
    }

    private DhGroup chosen(Identity client, KeyingPolicy policy, Identity server) throws Exception {
        Handshake handshake = Handshake.of(client, policy, server, Handshake.plain(), random);
        handshake.assertWorks();
        return KeyingComponent.parse(handshake.opening().component())
                .chosenGroup(client.certificate());
    }

    private Identity client(String kind, DhGroup group) {
        return kind.equals("static")
                ? Identity.staticClient(group, random)
                : Identity.ephemeralClient(List.of(group), random);
    }

    private Identity server(String kind, DhGroup group) {
        return kind.equals("static")
                ? Identity.staticServer("", List.of(group), random)
                : Identity.ephemeralServer("", List.of(group), random);
    }
}
