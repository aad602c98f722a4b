package org.altocumulus.protocol.vectors;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.altocumulus.protocol.wire.WireException;

/** Seeded damage to bytes, and the seeds of a run. */
public final class Mutations {
    /** Rounds of a seeded test: few, or many with {@code -Daltocumulus.test.long=true}. */
    public static final int ROUNDS = Boolean.getBoolean("altocumulus.test.long") ? 100_000 : 2_000;

    private static final long BASE = 7016;
    private static final int ROTATING_SHARE = 20;
    private static final long ROTATING = System.nanoTime();

    private Mutations() {}

    /**
     * The seeds of a run, one for each round: mostly the same in every run, and some new ones. A
     * test names the seed in its failure message.
     */
    public static LongStream seeds() {
        int rotating = ROUNDS / ROTATING_SHARE;
        return LongStream.concat(
                LongStream.range(BASE, BASE + ROUNDS - rotating),
                LongStream.range(ROTATING, ROTATING + rotating));
    }

    /** A generator for one seed. */
    public static RandomGenerator random(long seed) {
        return new Random(seed);
    }

    /** What is tested: reads bytes that may be damaged. */
    @FunctionalInterface
    public interface Parser {
        /** Reads the bytes, or says what is wrong with them. */
        void parse(byte[] bytes) throws WireException;
    }

    /** Every truncation of {@code bytes} must be read or give a WireException. */
    public static void truncateEverywhere(byte[] bytes, Parser parser) {
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            check(cut, parser, "cut to " + length + " bytes");
        }
    }

    /** Damaged copies of {@code corpus} must be read or give a WireException, one for each seed. */
    public static void mutateAll(List<byte[]> corpus, Parser parser) {
        seeds().forEach(
                        seed -> {
                            RandomGenerator random = random(seed);
                            byte[] original = corpus.get(random.nextInt(corpus.size()));
                            check(mutate(original, random), parser, "seed " + seed);
                        });
    }

    private static void check(byte[] bytes, Parser parser, String what) {
        try {
            parser.parse(bytes);
        } catch (WireException e) {
            // That is what it is for.
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what + ": " + HexFormat.of().formatHex(bytes), e);
        }
    }

    /** A damaged copy: bits turned, bytes replaced, cut out, put in, or the end cut off. */
    public static byte[] mutate(byte[] bytes, RandomGenerator random) {
        byte[] mutated = bytes.clone();
        int times = 1 + random.nextInt(4);
        for (int i = 0; i < times; i++) {
            mutated = mutateOnce(mutated, random);
        }
        return mutated;
    }

    private static byte[] mutateOnce(byte[] bytes, RandomGenerator random) {
        if (bytes.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(6)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt();
            case 2 -> bytes[at] = random.nextBoolean() ? (byte) 0xff : 0;
            case 3 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 4 -> {
                return splice(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(8)), 0);
            }
            default -> {
                byte[] longer = splice(bytes, at, at, 1 + random.nextInt(8));
                longer[at] = (byte) random.nextInt();
                return longer;
            }
        }
        return bytes;
    }

    /** Without the bytes {@code from} to {@code to}, with {@code added} of 0xff in their place. */
    private static byte[] splice(byte[] bytes, int from, int to, int added) {
        byte[] result = new byte[bytes.length - (to - from) + added];
        System.arraycopy(bytes, 0, result, 0, from);
        Arrays.fill(result, from, from + added, (byte) 0xff);
        System.arraycopy(bytes, to, result, from + added, bytes.length - to);
        return result;
    }
}
