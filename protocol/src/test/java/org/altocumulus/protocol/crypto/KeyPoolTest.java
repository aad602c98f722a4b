package org.altocumulus.protocol.crypto;

import static org.altocumulus.protocol.crypto.DhGroup.MODP_1024;
import static org.altocumulus.protocol.crypto.DhGroup.MODP_2048;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.altocumulus.protocol.sim.SeededRandom;
import org.junit.jupiter.api.Test;

class KeyPoolTest {
    private static final List<DhGroup> GROUPS = List.of(MODP_1024, MODP_2048);
    private static final long TIME = 1_000_000_000L;
    private static final byte[] COMPONENT = {1};

    private final SecureRandom random = SeededRandom.of(13);
    private long now = 5;

    @Test
    void eachGroupIsFilledToItsSizeAndThenThereIsNothingToDo() {
        KeyPool pool = pool(KeyPoolParameters.ofSize(3));
        assertThat(pool.ready()).isZero();
        fill(pool);
        assertThat(pool.ready()).isEqualTo(6);
        assertThat(pool.prepareOne()).isFalse();
        pool.take(MODP_2048, COMPONENT);
        assertThat(pool.ready()).isEqualTo(5);
        assertThat(pool.prepareOne()).isTrue();
        assertThat(pool.prepareOne()).isFalse();
        assertThat(pool.ready()).isEqualTo(6);
    }

    @Test
    void noPairIsGivenOutTwice() {
        KeyPool pool = pool(KeyPoolParameters.ofSize(3));
        fill(pool);
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            DhKeyPair pair = pool.take(MODP_1024, COMPONENT);
            assertThat(pair.group()).isEqualTo(MODP_1024);
            assertThat(pair.publicKey()).hasSize(128);
            keys.add(Vectors.hex(pair.publicKey()));
        }
        assertThat(keys).hasSize(8);
        assertThat(pool.taken()).isEqualTo(3);
        assertThat(pool.missed()).isEqualTo(5);
        assertThat(pool.reused()).isZero();
        assertThat(pool.ready()).isEqualTo(3);
    }

    @Test
    void pairsOfAPoolFitTogether() {
        KeyPool pool = pool(KeyPoolParameters.ofSize(1));
        DhKeyPair beforeTheTable = pool.take(MODP_2048, COMPONENT);
        fill(pool);
        for (DhKeyPair pair : List.of(beforeTheTable, pool.take(MODP_2048, COMPONENT))) {
            BigInteger exponent = pair.exponent();
            assertThat(exponent.bitLength()).isEqualTo(MODP_2048.exponentBits());
            assertThat(new BigInteger(1, pair.publicKey()))
                    .isEqualTo(BigInteger.TWO.modPow(exponent, MODP_2048.modulus()));
        }
    }

    @Test
    void aPairThatLayTooLongIsNotUsedButMadeAnew() {
        KeyPool pool = pool(KeyPoolParameters.ofSize(1));
        fill(pool);
        now += KeyPool.MAX_AGE_NANOS - 1;
        assertThat(pool.prepareOne()).isFalse();
        pool.take(MODP_1024, COMPONENT);
        assertThat(pool.taken()).isEqualTo(1);
        now += 1;
        pool.take(MODP_2048, COMPONENT);
        assertThat(pool.taken()).isEqualTo(1);
        assertThat(pool.missed()).isEqualTo(1);
        fill(pool);
        now += KeyPool.MAX_AGE_NANOS;
        assertThat(pool.prepareOne()).isTrue();
        assertThat(pool.ready()).as("an old one gone, a new one, another old one").isEqualTo(2);
        fill(pool);
        pool.take(MODP_1024, COMPONENT);
        pool.take(MODP_2048, COMPONENT);
        assertThat(pool.missed()).isEqualTo(1);
    }

    @Test
    void aClosedPoolKeepsNothingAndStillGivesPairs() {
        KeyPool pool = pool(new KeyPoolParameters(2, TIME, 100));
        fill(pool);
        DhKeyPair before = pool.take(MODP_1024, new byte[] {1});
        pool.close();
        assertThat(pool.ready()).isZero();
        assertThat(pool.prepareOne()).isFalse();
        DhKeyPair one = pool.take(MODP_1024, new byte[] {2});
        DhKeyPair other = pool.take(MODP_1024, new byte[] {3});
        assertThat(one).isNotSameAs(before).isNotSameAs(other);
        assertThat(pool.missed()).isEqualTo(2);
    }

    @Test
    void aPoolWithoutSizeMakesNothingAhead() {
        KeyPool pool = pool(KeyPoolParameters.ofSize(0));
        fill(pool);
        assertThat(pool.ready()).isZero();
        pool.take(MODP_1024, COMPONENT);
        assertThat(pool.missed()).isEqualTo(1);
    }

    @Test
    void aPairIsReusedForSoManyHandshakes() {
        KeyPool pool = pool(new KeyPoolParameters(0, TIME, 3));
        DhKeyPair[] pairs = take(pool, 7);
        assertThat(pairs[1]).isSameAs(pairs[0]);
        assertThat(pairs[2]).isSameAs(pairs[0]);
        assertThat(pairs[3]).isNotSameAs(pairs[0]);
        assertThat(pairs[5]).isSameAs(pairs[3]);
        assertThat(pairs[6]).isNotSameAs(pairs[3]);
        assertThat(pool.reused()).isEqualTo(4);
        assertThat(pool.missed()).isEqualTo(3);
    }

    @Test
    void aPairIsReusedForSoLong() {
        KeyPool pool = pool(new KeyPoolParameters(0, TIME, 1000));
        DhKeyPair first = pool.take(MODP_1024, new byte[] {1});
        now += TIME - 1;
        assertThat(pool.take(MODP_1024, new byte[] {2})).isSameAs(first);
        now += 1;
        DhKeyPair next = pool.take(MODP_1024, new byte[] {3});
        assertThat(next).isNotSameAs(first);
        assertThat(pool.take(MODP_1024, new byte[] {4})).isSameAs(next);
    }

    @Test
    void groupsShareNoPair() {
        KeyPool pool = pool(new KeyPoolParameters(0, TIME, 1000));
        assertThat(pool.take(MODP_1024, new byte[] {1}).group()).isEqualTo(MODP_1024);
        assertThat(pool.take(MODP_2048, new byte[] {2}).group()).isEqualTo(MODP_2048);
    }

    @Test
    void nothingIsReusedUnlessBothBoundsAllowIt() {
        for (KeyPoolParameters once :
                List.of(new KeyPoolParameters(0, 0, 1000), new KeyPoolParameters(0, TIME, 1))) {
            KeyPool pool = pool(once);
            assertThat(take(pool, 5)).doesNotHaveDuplicates();
            assertThat(pool.reused()).isZero();
        }
    }

    @Test
    void sessionsOfOnePairHaveDifferentKeys() throws Exception {
        Identity server = server(new KeyPoolParameters(0, TIME, 1000));
        Identity one = Identity.staticClient(MODP_1024, random);
        Set<String> keys = new HashSet<>();
        Set<String> components = new HashSet<>();
        List<Identity> clients =
                List.of(
                        one,
                        one,
                        Identity.staticClient(MODP_1024, random),
                        Identity.ephemeralClient(List.of(MODP_1024), random));
        for (Identity client : clients) {
            Handshake handshake =
                    Handshake.of(client, Handshake.plain(), server, Handshake.plain(), random);
            handshake.assertWorks();
            components.add(Vectors.hex(handshake.answer().component()));
            keys.add(Vectors.hex(handshake.responder().near().aesKey()));
            keys.add(Vectors.hex(handshake.responder().far().aesKey()));
        }
        assertThat(components).as("one public key").hasSize(1);
        assertThat(keys).hasSize(8);
    }

    /** With the same pair it would have the keys of the session that was recorded. */
    @Test
    void anIiKeyingThatComesAgainGetsAnotherPair() throws Exception {
        Identity server = server(new KeyPoolParameters(0, TIME, 4));
        Identity client = Identity.staticClient(MODP_1024, random);
        InitiatorKeying recorded =
                InitiatorKeying.begin(client, Handshake.plain(), server.certificate(), random);
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            ResponderKeying answer =
                    ResponderKeying.respond(
                            server,
                            Handshake.plain(),
                            client.certificate(),
                            recorded.component(),
                            random);
            keys.add(Vectors.hex(answer.keys().far().aesKey()));
        }
        assertThat(keys).hasSize(10);
    }

    @Test
    void aStaticIdentityDrawsNothing() {
        Identity identity = Identity.staticServer("", GROUPS, random);
        KeyPool pool = pool(KeyPoolParameters.ofSize(1));
        assertThatThrownBy(() -> identity.drawingFrom(pool))
                .isInstanceOf(IllegalStateException.class);
        assertThat(identity.pool()).isEmpty();
    }

    @Test
    void nothingOfAKeyIsShown() {
        KeyPool pool = pool(new KeyPoolParameters(2, TIME, 5));
        fill(pool);
        take(pool, 2);
        assertThat(pool).hasToString("KeyPool of 3 pairs");
    }

    private Identity server(KeyPoolParameters parameters) {
        return Identity.ephemeralServer("", GROUPS, random).drawingFrom(pool(parameters));
    }

    private KeyPool pool(KeyPoolParameters parameters) {
        return new KeyPool(GROUPS, parameters, random, () -> now);
    }

    private static void fill(KeyPool pool) {
        for (int i = 0; pool.prepareOne(); i++) {
            assertThat(i).isLessThan(100);
        }
    }

    /** Of different handshakes. */
    private static DhKeyPair[] take(KeyPool pool, int count) {
        DhKeyPair[] pairs = new DhKeyPair[count];
        for (int i = 0; i < count; i++) {
            pairs[i] = pool.take(MODP_1024, new byte[] {(byte) i});
        }
        return pairs;
    }
}
