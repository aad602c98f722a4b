package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.List;
import org.altocumulus.protocol.sim.SeededRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WeakKeysTest {
    private final SecureRandom random = SeededRandom.of(7);

    @ParameterizedTest
    @EnumSource
    void identitiesThatShareThemAreDifferentAndAgreeWithAnyServer(DhGroup group) throws Exception {
        List<DhGroup> groups = List.of(group);
        WeakKeys keys = new WeakKeys(groups, random);
        Identity server = Identity.ephemeralServer("", groups, random);
        Identity one = Identity.ephemeralClient(groups, random, keys);
        Identity other = Identity.ephemeralClient(groups, random, keys);

        assertThat(one.certificate()).isNotEqualTo(other.certificate());
        assertThat(one.certificate().isStatic()).isFalse();
        assertThat(one.keyPair(group, random)).isSameAs(other.keyPair(group, random));
        for (Identity client : List.of(one, other)) {
            Handshake.of(client, Handshake.plain(), server, Handshake.plain(), random)
                    .assertWorks();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theirPublicKeysAreAsLongAsAny(DhGroup group) {
        byte[] key = new WeakKeys(List.of(group), random).pair(group).publicKey();
        assertThat(key).hasSize(group.keyLength());
    }
}
