package org.altocumulus.protocol.cluster;

import java.util.concurrent.TimeUnit;

/**
 * The bounds of a {@link MediaQueue}.
 *
 * @param bytes most bytes that wait, with {@value MediaQueue#OVERHEAD} for each message
 * @param videoAge nanoseconds after which video is late
 * @param audioAge nanoseconds after which audio is late
 * @param dataAge nanoseconds after which what may not be dropped ends the connection
 */
public record MediaQueueLimits(long bytes, long videoAge, long audioAge, long dataAge) {
    /** What the cluster runs with. */
    public static final MediaQueueLimits DEFAULT =
            new MediaQueueLimits(
                    16 << 20,
                    TimeUnit.SECONDS.toNanos(2),
                    TimeUnit.SECONDS.toNanos(4),
                    TimeUnit.SECONDS.toNanos(20));
}
