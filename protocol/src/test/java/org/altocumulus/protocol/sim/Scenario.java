package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Random;
import org.altocumulus.protocol.flow.ReceiveLimits;
import org.altocumulus.protocol.session.CloseReason;

/**
 * What happens to a client and a server, to be replayed by its seed.
 *
 * @param seed of all that is random in the run
 * @param protectedSession with HMAC and session sequence numbers
 * @param up what happens on the way to the server
 * @param down what happens on the way to the client
 * @param flows how many each end opens
 * @param steps actions on flows, each followed by a pause
 * @param longestPause in nanoseconds
 * @param largestMessage in bytes
 * @param limits of receive flows
 * @param moves how often the client changes its address
 * @param cuts how often one way, or both, are cut for a while
 * @param bears bytes of the largest datagram that passes undivided; each move or cut changes it
 * @param disorder whether receivers take some flows in order of arrival, and suspend some
 * @param rejections whether receivers reject flows
 * @param end who closes the session
 */
public record Scenario(
        long seed,
        boolean protectedSession,
        LinkProfile up,
        LinkProfile down,
        int flows,
        int steps,
        long longestPause,
        int largestMessage,
        ReceiveLimits limits,
        int moves,
        int cuts,
        int bears,
        boolean disorder,
        boolean rejections,
        End end) {
    /** Who closes the session, and how. */
    public enum End {
        CLIENT(CloseReason.NEAR_CLOSED, CloseReason.FAR_CLOSED),
        SERVER(CloseReason.FAR_CLOSED, CloseReason.NEAR_CLOSED),
        BOTH(CloseReason.NEAR_CLOSED, CloseReason.NEAR_CLOSED),
        CLIENT_ABORTS(CloseReason.NEAR_CLOSED, CloseReason.FAR_CLOSED),
        CLIENT_VANISHES(CloseReason.TIMED_OUT, CloseReason.TIMED_OUT);

        private final CloseReason atClient;
        private final CloseReason atServer;

        End(CloseReason atClient, CloseReason atServer) {
            this.atClient = atClient;
            this.atServer = atServer;
        }

        /** What the user of the client's session is told. */
        CloseReason atClient() {
            return atClient;
        }

        /** What the user of the server's session is told. */
        CloseReason atServer() {
            return atServer;
        }
    }

    private static final int[] SIZES = {20, 300, 3_000, 30_000};
    private static final int[] WINDOWS = {2 << 20, 64 << 10, 8 << 10, 1 << 10};
    private static final int[] RANGES = {1024, 64, 4, 1};

    /** A scenario with all impairments at once. */
    public static Scenario of(long seed) {
        Random random = new Random(seed);
        return new Scenario(
                seed,
                random.nextBoolean(),
                link(random),
                link(random),
                1 + random.nextInt(5),
                20 + random.nextInt(100),
                MILLISECONDS.toNanos(1 + random.nextInt(80)),
                SIZES[random.nextInt(SIZES.length)],
                new ReceiveLimits(
                        WINDOWS[random.nextInt(WINDOWS.length)],
                        32_000,
                        RANGES[random.nextInt(RANGES.length)]),
                random.nextInt(3),
                random.nextInt(3),
                anyDatagram(random),
                random.nextBoolean(),
                random.nextInt(4) == 0,
                End.values()[random.nextInt(End.values().length)]);
    }

    /** What a path might bear: what is safe, what is usual, or something in between. */
    static int anyDatagram(Random random) {
        return Math.min(1192 + random.nextInt(400), 1472);
    }

    private static LinkProfile link(Random random) {
        LinkProfile link =
                LinkProfile.GOOD
                        .withDelay(MILLISECONDS.toNanos(1 + random.nextInt(150)))
                        .withJitter(MILLISECONDS.toNanos(1 + random.nextInt(40)))
                        .withLoss(random.nextDouble() * 0.2)
                        .withDuplication(random.nextDouble() * 0.1)
                        .withReordering(random.nextDouble() * 0.2);
        if (random.nextInt(2) == 0) {
            link =
                    link.withBursts(
                            BurstLoss.of(
                                    0.005 + random.nextDouble() * 0.1, 10 + random.nextInt(300)));
        }
        return random.nextInt(3) > 0
                ? link
                : link.withBandwidth(
                        20_000 + random.nextInt(200_000), 10_000 + random.nextInt(50_000));
    }
}
