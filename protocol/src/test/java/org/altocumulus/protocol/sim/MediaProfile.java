package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.SECONDS;

/**
 * The messages of a live stream. Sizes vary by half around their average.
 *
 * @param audioPerSecond audio messages in a second
 * @param audioBytes of one on average
 * @param framesPerSecond video messages in a second, 0 for audio alone
 * @param keyFrameEvery how many frames from one key frame to the next
 * @param keyFrameBytes of one on average
 * @param interFrameBytes of one on average
 * @param audioLifetime nanoseconds until audio is given up
 * @param interFrameLifetime nanoseconds until an inter frame is given up
 * @param keyFrameLifetime nanoseconds until a key frame is given up
 */
public record MediaProfile(
        int audioPerSecond,
        int audioBytes,
        int framesPerSecond,
        int keyFrameEvery,
        int keyFrameBytes,
        int interFrameBytes,
        long audioLifetime,
        long interFrameLifetime,
        long keyFrameLifetime) {
    /** 1 Mbit/s: 103 kbit/s of audio, 897 kbit/s of video with a key frame each two seconds. */
    public static final MediaProfile ONE_MEGABIT =
            new MediaProfile(
                    43,
                    300,
                    30,
                    60,
                    30_000,
                    3_290,
                    SECONDS.toNanos(2),
                    SECONDS.toNanos(1),
                    SECONDS.toNanos(5));

    /** The same audio without video. */
    public MediaProfile withoutVideo() {
        return new MediaProfile(
                audioPerSecond,
                audioBytes,
                0,
                keyFrameEvery,
                keyFrameBytes,
                interFrameBytes,
                audioLifetime,
                interFrameLifetime,
                keyFrameLifetime);
    }
}
