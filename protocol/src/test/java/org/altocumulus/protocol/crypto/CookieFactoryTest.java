package org.altocumulus.protocol.crypto;

import static org.altocumulus.protocol.crypto.CookieStatus.EXPIRED;
import static org.altocumulus.protocol.crypto.CookieStatus.FORGED;
import static org.altocumulus.protocol.crypto.CookieStatus.OTHER_ADDRESS;
import static org.altocumulus.protocol.crypto.CookieStatus.VALID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Random;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CookieFactoryTest {
    private static final byte[] SECRET = Vectors.bytes("a5".repeat(32));
    private static final InetSocketAddress HOME = HostPort.parseNumeric("192.0.2.1:40000");

    private final CookieFactory factory = new CookieFactory(SECRET);

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 94_999, 95_000, 1_796_000_000_000L, -1, -95_000, -7_777_777_777L})
    void aCookieLives95SecondsFromAnyTime(long baked) {
        byte[] cookie = factory.bake(baked, HOME);

        assertThat(cookie).hasSize(64);
        for (long age : new long[] {0, 1, 1_000, 94_000, 95_000}) {
            assertThat(factory.check(cookie, baked + age, HOME)).as("age %d", age).isEqualTo(VALID);
        }
        for (long age : new long[] {95_001, 96_000, 200_000, 1L << 40}) {
            assertThat(factory.check(cookie, baked + age, HOME))
                    .as("age %d", age)
                    .isEqualTo(EXPIRED);
        }
    }

    @Test
    void aCookieOfTheFutureIsRefusedButForTheSkewOfLoops() {
        byte[] cookie = factory.bake(1_000_000, HOME);

        assertThat(factory.check(cookie, 999_000, HOME)).isEqualTo(VALID);
        assertThat(factory.check(cookie, 998_999, HOME)).isEqualTo(EXPIRED);
        assertThat(factory.check(cookie, Long.MIN_VALUE, HOME)).isEqualTo(EXPIRED);
    }

    @Test
    void aLongerLifetimeIsKept() {
        CookieFactory patient = new CookieFactory(SECRET, 300_000);
        byte[] cookie = patient.bake(7, HOME);

        assertThat(patient.check(cookie, 300_007, HOME)).isEqualTo(VALID);
        assertThat(patient.check(cookie, 300_008, HOME)).isEqualTo(EXPIRED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "192.0.2.1:40001",
                "192.0.2.2:40000",
                "192.0.2.1:16448",
                "[2001:db8::1]:40000"
            })
    void aCookieShownFromAnotherAddressIsToldFromAForgedOne(String other) {
        byte[] cookie = factory.bake(5_000, HOME);
        InetSocketAddress elsewhere = HostPort.parseNumeric(other);

        assertThat(factory.check(cookie, 6_000, elsewhere)).isEqualTo(OTHER_ADDRESS);
        assertThat(factory.check(factory.bake(6_000, elsewhere), 6_000, elsewhere))
                .isEqualTo(VALID);
    }

    @Test
    void everyChangedBitMakesAForgedCookieOrOneOfAnotherAddress() {
        byte[] cookie = factory.bake(5_000, HOME);
        for (int bit = 0; bit < cookie.length * 8; bit++) {
            byte[] changed = cookie.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(factory.check(changed, 6_000, HOME))
                    .as("bit %d", bit)
                    .isEqualTo(bit / 8 < 38 ? FORGED : OTHER_ADDRESS);
        }
    }

    @Test
    void aCookieOfAnotherLengthIsForged() {
        byte[] cookie = factory.bake(5_000, HOME);
        for (int length = 0; length < 200; length++) {
            if (length != 64) {
                assertThat(factory.check(Arrays.copyOf(cookie, length), 5_000, HOME))
                        .isEqualTo(FORGED);
            }
        }
    }

    @Test
    void factoriesOfOneSecretTakeEachOthersCookiesAndNoOthers() {
        CookieFactory sibling = new CookieFactory(SECRET.clone());
        CookieFactory stranger = new CookieFactory(Vectors.bytes("a6".repeat(32)));
        for (long now = 0; now < 1_000_000; now += 31_000) {
            byte[] cookie = factory.bake(now, HOME);
            assertThat(sibling.check(cookie, now + 90_000, HOME)).isEqualTo(VALID);
            assertThat(stranger.check(cookie, now, HOME)).isEqualTo(FORGED);
        }
    }

    @Test
    void oldCookiesDoNotDisturbFreshOnes() {
        byte[] old = factory.bake(0, HOME);
        byte[] fresh = factory.bake(95_000L * 10, HOME);
        for (int i = 0; i < 10; i++) {
            assertThat(factory.check(old, 95_000L * 10, HOME)).isEqualTo(EXPIRED);
            assertThat(factory.check(fresh, 95_000L * 10, HOME)).isEqualTo(VALID);
        }
    }

    @Test
    void randomBytesAreNoCookie() {
        Random random = new Random(64);
        byte[] cookie = new byte[64];
        for (int i = 0; i < 2_000; i++) {
            random.nextBytes(cookie);
            assertThat(factory.check(cookie, random.nextLong(), HOME)).isEqualTo(FORGED);
        }
    }

    @Test
    void weakSettingsAreRefused() {
        assertThatThrownBy(() -> new CookieFactory(new byte[15]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CookieFactory(SECRET, 94_999))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
