package org.altocumulus.origin.redirect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.cluster.Seeds;
import org.altocumulus.protocol.crypto.SipHash;
import org.junit.jupiter.api.Test;

class HelloCounterTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static int count(HelloCounter counter, int tag, long now) {
        byte[] array = {9, 9, (byte) (tag >> 8), (byte) tag, 9};
        return counter.count(array, 2, 2, now);
    }

    @Test
    void theHashIsSipHash() {
        byte[] input = HexFormat.of().parseHex("ff000102030405060708090a0b0c0d0eff");
        SipHash hash = new SipHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
        assertThat(hash.hash(input, 1, 15)).isEqualTo(0xa129ca6149be45e5L);
        assertThat(hash.hash(input, 1, 0)).isEqualTo(0x726fdb47dd0e0e31L);
        assertThat(hash.hash(input, 1, 8)).isEqualTo(0x93f5f5799a932462L);
    }

    @Test
    void hellosOfATagWithinASecondAreCountedOnce() {
        HelloCounter counter = new HelloCounter(10, 1, 2);
        assertThat(count(counter, 1, 0)).isEqualTo(1);
        assertThat(count(counter, 1, SECOND - 1)).isEqualTo(-1);
        assertThat(count(counter, 2, SECOND - 1)).isEqualTo(1);
        assertThat(count(counter, 1, SECOND)).isEqualTo(2);
        assertThat(count(counter, 1, SECOND + 5)).isEqualTo(-2);
        assertThat(counter.size()).isEqualTo(2);
    }

    @Test
    void tagsOfAnyLengthAreTaken() {
        HelloCounter counter = new HelloCounter(10, 1, 2);
        for (int length = 0; length < 5; length++) {
            assertThat(counter.count(new byte[5], 0, length, 0)).isEqualTo(1);
        }
    }

    @Test
    void theSizeIsCheckedAndOneIsEnough() {
        HelloCounter one = new HelloCounter(1, 1, 2);
        assertThat(count(one, 1, 0)).isEqualTo(1);
        assertThat(count(one, 2, 0)).isEqualTo(1);
        assertThat(count(one, 1, 0)).isEqualTo(1);
        assertThatThrownBy(() -> new HelloCounter(0, 1, 2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFullTableForgetsTheTagThatWasCountedLongestAgo() {
        Seeds.of(500, 100, 5_000).forEach(HelloCounterTest::compareWithModel);
    }

    private static void compareWithModel(long seed) {
        Random random = new Random(seed);
        int capacity = 1 + random.nextInt(20);
        HelloCounter counter = new HelloCounter(capacity, random.nextLong(), random.nextLong());
        Map<Integer, long[]> model = new LinkedHashMap<>();
        long now = random.nextLong();
        for (int i = 0; i < 500; i++) {
            now += random.nextLong(SECOND / 4);
            int tag = random.nextInt(30);
            long[] known = model.get(tag);
            int expected;
            if (known != null && now - known[1] < SECOND) {
                expected = (int) -known[0];
            } else {
                model.remove(tag);
                if (known == null && model.size() == capacity) {
                    model.remove(model.keySet().iterator().next());
                }
                expected = known == null ? 1 : (int) known[0] + 1;
                model.put(tag, new long[] {expected, now});
            }
            assertThat(count(counter, tag, now))
                    .as("seed %d, step %d", seed, i)
                    .isEqualTo(expected);
        }
        assertThat(counter.size()).isEqualTo(model.size());
    }
}
