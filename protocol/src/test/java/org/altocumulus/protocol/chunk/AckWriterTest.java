package org.altocumulus.protocol.chunk;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AckWriterTest {
    @Test
    void acknowledgementsAreWrittenAsRanges() {
        assertThat(write(100, 16)).isEqualTo(hex("510003 05 7f 10"));
        assertThat(write(100, 16, 26, 26)).isEqualTo(hex("510005 05 7f 10 08 00"));
        assertThat(write(100, 16, 18, 1000)).isEqualTo(hex("510006 05 7f 10 00 8756"));
        // Figure 5 of the RFC, and figure 4, of which the bit field would be smaller.
        assertThat(write(100, 16, 18, 21, 24, 24)).isEqualTo(hex("510007 05 7f 10 00 03 01 00"));
        assertThat(write(100, 16, 18, 18, 21, 24, 27, 28))
                .isEqualTo(hex("510009 05 7f 10 00 00 01 03 01 01"));
    }

    @ParameterizedTest
    @CsvSource({
        "6, 510003057f10",
        "7, 510003057f10",
        "8, 510005057f106300",
        "9, 510005057f106300",
        "10, 510007057f1063006300"
    })
    void whatDoesNotFitIsLeftOutFromTheLastRangeOn(int maxBytes, String bytes) {
        assertThat(write(maxBytes, 16, 117, 117, 218, 218)).isEqualTo(hex(bytes));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 3, 5})
    void nothingIsWrittenWithoutRoomForTheAckItself(int maxBytes) {
        WireWriter w = new WireWriter(100);
        assertThat(AckWriter.write(w, maxBytes, 5, 127, 16, new long[0], 0)).isZero();
        assertThat(w.written()).isZero();
        WireWriter full = new WireWriter(5);
        assertThat(AckWriter.write(full, 100, 5, 127, 16, new long[0], 0)).isZero();
    }

    @Test
    void numbersAtTheUpperEndDoNotOverflow() throws WireException {
        long max = Long.MAX_VALUE;
        byte[] far = write(100, 0, 2, 2, max, max);
        assertThat(((RangeAck) ChunkBytes.read(far)).ranges()).containsExactly(2, 2, max, max);
        byte[] near = write(100, max - 3, max - 1, max);
        assertThat(((RangeAck) ChunkBytes.read(near)).ranges()).containsExactly(max - 1, max);
        byte[] all = write(100, 0, 2, max);
        assertThat(((RangeAck) ChunkBytes.read(all)).ranges()).containsExactly(2, max);
    }

    @Test
    void valuesBehindTheCountAreNotLookedAt() {
        WireWriter w = new WireWriter(100);
        long[] ranges = {18, 18, -5, -7};
        AckWriter.write(w, 100, 5, 127, 16, ranges, 2);
        assertThat(w.toByteArray()).isEqualTo(hex("510005 05 7f 10 00 00"));
    }

    @Test
    void whatIsWrittenIsReadAgainOrAPrefixOfIt() {
        Mutations.seeds()
                .forEach(
                        seed -> {
                            try {
                                roundTrip(Mutations.random(seed));
                            } catch (WireException | RuntimeException | Error e) {
                                throw new AssertionError("seed " + seed, e);
                            }
                        });
    }

    private static void roundTrip(RandomGenerator random) throws WireException {
        long cumulative = random.nextLong(random.nextBoolean() ? 1_000 : Long.MAX_VALUE / 2);
        long[] ranges = randomRanges(random, cumulative);
        int maxBytes = random.nextInt(300);
        WireWriter w = new WireWriter(400);
        w.fill(0xff, 400);
        w.position(0);

        int written = AckWriter.write(w, maxBytes, 7, 1000, cumulative, ranges, ranges.length);

        assertThat(written).isEqualTo(w.written()).isBetween(0, maxBytes);
        for (int i = written; i < 400; i++) {
            assertThat(w.array()[i]).as("byte %d", i).isEqualTo((byte) 0xff);
        }
        RangeAck whole = new RangeAck(7, 1000, cumulative, ranges);
        if (written == 0) {
            assertThat(new RangeAck(7, 1000, cumulative, new long[0]).size())
                    .isGreaterThan(maxBytes);
            return;
        }
        long[] told = ((RangeAck) ChunkBytes.read(w.toByteArray())).ranges();
        assertThat(Arrays.copyOf(ranges, told.length)).isEqualTo(told);
        if (told.length == ranges.length) {
            assertThat(written).isEqualTo(whole.size());
            assertThat(AckWriter.size(7, 1000, cumulative, ranges, ranges.length))
                    .isEqualTo(written);
        } else {
            long[] oneMore = Arrays.copyOf(ranges, told.length + 2);
            assertThat(new RangeAck(7, 1000, cumulative, oneMore).size()).isGreaterThan(maxBytes);
        }
    }

    private static long[] randomRanges(RandomGenerator random, long cumulative) {
        int gap = 1 << random.nextInt(1, 12);
        int run = 1 << random.nextInt(1, 12);
        long[] ranges = new long[2 * random.nextInt(60)];
        long cursor = cumulative;
        for (int i = 0; i < ranges.length; i += 2) {
            ranges[i] = cursor + 2 + random.nextInt(gap);
            ranges[i + 1] = ranges[i] + random.nextInt(run);
            cursor = ranges[i + 1];
        }
        return ranges;
    }

    private static byte[] write(int maxBytes, long cumulativeAck, long... ranges) {
        WireWriter w = new WireWriter(100);
        int written = AckWriter.write(w, maxBytes, 5, 127, cumulativeAck, ranges, ranges.length);
        assertThat(w.written()).isEqualTo(written);
        return w.toByteArray();
    }
}
