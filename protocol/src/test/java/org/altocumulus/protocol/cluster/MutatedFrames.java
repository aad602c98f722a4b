package org.altocumulus.protocol.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The frames of the documentation, not quite as they should be. */
public final class MutatedFrames {
    private static final List<byte[]> EXAMPLES = LinkDocumentation.frames();
    private static final String SPECIAL = "0123456789-%= \n\r,:";

    private MutatedFrames() {}

    /** One of them, changed in one to four places. */
    public static byte[] next(Random random) {
        byte[] bytes = EXAMPLES.get(random.nextInt(EXAMPLES.size())).clone();
        for (int changes = random.nextInt(4); changes >= 0; changes--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) SPECIAL.charAt(random.nextInt(SPECIAL.length()));
                case 2 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                default -> bytes = spliced(bytes, at, random);
            }
        }
        return bytes;
    }

    /** The beginning of one example with the end of another. */
    private static byte[] spliced(byte[] bytes, int at, Random random) {
        byte[] other = EXAMPLES.get(random.nextInt(EXAMPLES.size()));
        int from = random.nextInt(other.length);
        byte[] spliced = Arrays.copyOf(bytes, at + other.length - from);
        System.arraycopy(other, from, spliced, at, other.length - from);
        return spliced;
    }
}
