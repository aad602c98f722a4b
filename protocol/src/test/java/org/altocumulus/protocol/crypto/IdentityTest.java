package org.altocumulus.protocol.crypto;

import static org.altocumulus.protocol.crypto.DhGroup.MODP_1024;
import static org.altocumulus.protocol.crypto.DhGroup.MODP_2048;
import static org.altocumulus.protocol.crypto.DhGroup.MODP_4096;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.altocumulus.protocol.sim.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {
    private static final String HEAD = "altocumulus-identity 1\nrole server\n";
    private static final String EXPONENT =
            "bd7b3a904dda0a5bf1a30fe0d80b53445ef43a17999ad0e2428ca3c1";

    private final SecureRandom random = SeededRandom.of(3);

    @Test
    void anEphemeralServerListsItsGroupsInOrderAndThenRandomness() {
        Identity one = Identity.ephemeralServer("", List.of(MODP_2048, MODP_1024), random);

        assertThat(Vectors.hex(one.certificate().encoded()))
                .startsWith("010a" + "02150e" + "021502" + "490e");
        assertThat(one.certificate().encoded()).hasSizeGreaterThanOrEqualTo(77);
        Identity smallest = Identity.ephemeralServer("", List.of(MODP_1024), random);
        assertThat(smallest.certificate().encoded()).hasSizeGreaterThanOrEqualTo(77);
        assertThat(smallest).doesNotHaveToString(one.toString());
    }

    @Test
    void everyClientHasASingleStaticKeyOfItsOwn() {
        Set<Fingerprint> peerIds = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Certificate certificate = Identity.staticClient(MODP_1024, random).certificate();
            assertThat(certificate.encoded()).hasSize(132);
            assertThat(Vectors.hex(certificate.encoded())).startsWith("81021d02");
            assertThat(certificate.acceptsAncillaryData()).isFalse();
            peerIds.add(certificate.fingerprint());
        }
        assertThat(peerIds).hasSize(20);
    }

    @Test
    void aStaticIdentitySurvivesItsTextForm() {
        for (String hostname : List.of("", "media.example.org")) {
            Identity identity =
                    Identity.staticServer(
                            hostname, List.of(MODP_2048, MODP_1024, MODP_4096), random);
            Identity parsed = Identity.parse(identity.format());

            assertThat(parsed.certificate()).isEqualTo(identity.certificate());
            assertThat(parsed.format()).isEqualTo(identity.format());
            assertThat(parsed.keyPair(MODP_2048, random).exponent())
                    .isEqualTo(identity.keyPair(MODP_2048, random).exponent());
            assertThat(parsed.certificate().hasHostname(hostname.getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(!hostname.isEmpty());
            assertThat(parsed.certificate().acceptsAncillaryData()).isTrue();
        }
        Identity client = Identity.staticClient(MODP_1024, random);
        assertThat(Identity.parse(client.format()).certificate()).isEqualTo(client.certificate());
    }

    @Test
    void commentsEmptyLinesAndLineEndsOfWindowsAreRead() {
        String text = HEAD + "\n  # a note\nkey 2  " + EXPONENT.toUpperCase(Locale.ROOT) + "  \n";

        assertThat(Identity.parse(text.replace("\n", "\r\n")).certificate().isStatic()).isTrue();
    }

    @Test
    void anEphemeralIdentityHasNoTextForm() {
        Identity identity = Identity.ephemeralServer("", List.of(MODP_1024), random);

        assertThatThrownBy(identity::format).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void noTextButTheOneToKeepShowsAPrivateKey() {
        Identity identity = Identity.staticServer("", List.of(MODP_1024), random);
        DhKeyPair pair = identity.keyPair(MODP_1024, random);
        String hex = pair.exponent().toString(16);

        assertThat(identity.format()).contains(hex);
        assertThat(identity.toString() + pair).doesNotContain(hex);
        assertThatThrownBy(() -> Identity.parse(identity.format() + "key 14 " + hex + "zz"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 5")
                .hasMessageNotContaining(hex);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "altocumulus-identity 2",
                "role server",
                "altocumulus-identity 1",
                HEAD,
                HEAD + "role client\nkey 2 " + EXPONENT,
                "altocumulus-identity 1\nkey 2 " + EXPONENT,
                "altocumulus-identity 1\nrole king\nkey 2 " + EXPONENT,
                "altocumulus-identity 1\nrole\nkey 2 " + EXPONENT,
                HEAD + "key 2 " + EXPONENT + "\nkey 2 " + EXPONENT,
                HEAD + "key 5 " + EXPONENT,
                HEAD + "key 99999999999 " + EXPONENT,
                HEAD + "key -2 " + EXPONENT,
                HEAD + "key two " + EXPONENT,
                HEAD + "key 2",
                HEAD + "key 2 xyz",
                HEAD + "key 2 -" + EXPONENT,
                HEAD + "key 2 01",
                HEAD + "key 2 " + EXPONENT + " " + EXPONENT,
                HEAD
                        + "key 2 ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
                        + "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
                        + "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
                        + "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                HEAD + "hostname a\nhostname b\nkey 2 " + EXPONENT,
                HEAD + "hostname\nkey 2 " + EXPONENT,
                HEAD + "hostname h\u00e4\nkey 2 " + EXPONENT,
                HEAD + "password x\nkey 2 " + EXPONENT,
            })
    void wrongTextIsRefusedWithAReason(String text) {
        assertThatThrownBy(() -> Identity.parse(text))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(" ");
    }

    @Test
    void hugeTextIsRefused() {
        assertThatThrownBy(() -> Identity.parse("#".repeat(20_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("20000");
    }

    @Test
    void anIdentityNeedsAGroup() {
        assertThatThrownBy(() -> Identity.ephemeralServer("", List.of(), random))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Identity.staticServer("", List.of(), random))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Identity.ephemeralServer("a b", List.of(MODP_1024), random))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hostname");
    }

    @Test
    void ourOwnPublicKeysHaveTheFullLength() {
        for (int i = 0; i < 600; i++) {
            DhKeyPair pair = DhKeyPair.generate(MODP_1024, random);
            assertThat(pair.publicKey()).hasSize(128);
            assertThat(pair.exponent().bitLength()).isEqualTo(224);
        }
    }
}
