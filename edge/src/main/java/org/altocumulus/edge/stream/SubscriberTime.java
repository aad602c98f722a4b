package org.altocumulus.edge.stream;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

/**
 * The time of one subscriber, which never runs backwards: when the stream is published again, and
 * its publisher's clock has begun anew, what follows is moved behind what came before. The steps
 * within a publication stay as they are, small ones between audio and video included, and so does a
 * first publication.
 *
 * <p>Timestamps are milliseconds modulo 2^32, compared by serial arithmetic, so that a stream can
 * go on for any time. Used by one loop.
 */
public final class SubscriberTime {
    /** A publication that goes on within this time goes on where its own clock is. */
    static final int MAX_GAP = 3_000;

    /** Between the last message of a publication and the first of the next. */
    static final int MIN_GAP = 100;

    /** What is further from the frames than this has a time of its own, as old headers have. */
    private static final int MAX_DISTANCE = 10_000;

    /** Added to the publisher's timestamps. */
    private int offset;

    /** The latest timestamp so far, and when that came. */
    private int last;

    private long lastAt;

    /** Whether there was a frame. */
    private boolean started;

    /** Another publication has begun, and none of its frames has come. */
    private boolean joining;

    /** Nothing may be earlier than this, the end of the publication before. */
    private int floor;

    private boolean hasFloor;

    /** Another publication begins. */
    public void onPublication() {
        if (started) {
            joining = true;
            hasFloor = true;
            floor = last;
        }
    }

    /**
     * The subscriber's timestamp of a message.
     *
     * @param now nanoseconds
     */
    public long of(StreamMessage message, long now) {
        int published = (int) message.timestamp();
        boolean frame = message.kind().isMedia() && !message.kind().isConfiguration();
        if (frame && joining) {
            join(published, now);
        }
        int time = published + offset;
        if (frame) {
            if (!started || time - last > 0) {
                last = time;
            }
            started = true;
            lastAt = now;
        } else if (hasFloor && (joining || isFar(time - last))) {
            time = last;
        }
        return (hasFloor && time - floor < 0 ? floor : time) & 0xffff_ffffL;
    }

    private static boolean isFar(int distance) {
        return distance > MAX_DISTANCE || distance < -MAX_DISTANCE;
    }

    private void join(int published, long now) {
        joining = false;
        int step = published + offset - last;
        if (step <= 0 || step > MAX_GAP) {
            long pause = NANOSECONDS.toMillis(now - lastAt);
            int gap = (int) Math.max(MIN_GAP, Math.min(MAX_GAP, pause));
            offset = last + gap - published;
        }
    }
}
