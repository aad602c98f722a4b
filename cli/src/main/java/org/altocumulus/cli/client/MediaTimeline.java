package org.altocumulus.cli.client;

import java.util.List;
import org.altocumulus.protocol.flv.FlvTag;

/**
 * Makes one time out of the timestamps of a stream whose clock starts anywhere, wraps at 2^32 ms,
 * jumps, or begins again: it begins near 0, rises for audio and for video, and keeps the two as far
 * apart as they were. A clock that steps back, or leaps further than any pause in a stream, is
 * bridged: what follows comes one frame after what was before. Used by one thread.
 */
public final class MediaTimeline {
    /** The longest pause in a stream that is kept, in milliseconds. */
    public static final long LONGEST_PAUSE = 10_000;

    /** As far from 0 as this a stream may begin; further away it is moved there. */
    static final long LATEST_START = 1000;

    /** Several tracks of one type are not exactly in order; a step back is more than that. */
    private static final long REORDERED = 250;

    private static final long USUAL_DISTANCE = 40;
    private static final long LONGEST_DISTANCE = 1000;

    /** Around a step audio and video are mixed: some of one still have the clock before. */
    private static final long MIXED = 1000;

    private final JumpListener jumps;
    private final Track audio = new Track();
    private final Track video = new Track();
    private final Track data = new Track();
    private final List<Track> tracks = List.of(audio, video, data);
    private boolean begun;
    private boolean moved;
    private long clock;
    private long offset;
    private long offsetBefore;
    private long mixedUntil = Long.MIN_VALUE;
    private long position;

    /** Told of a clock that jumped. */
    @FunctionalInterface
    public interface JumpListener {
        /**
         * A jump was bridged.
         *
         * @param at time of the stream, in milliseconds
         * @param by milliseconds by which the clock was ahead, or negative behind
         */
        void onJump(long at, long by);
    }

    private static final class Track {
        private boolean seen;
        private boolean resumed;
        private long last;
        private long distance;
    }

    /** A stream that has not begun. */
    public MediaTimeline(JumpListener jumps) {
        this.jumps = jumps;
    }

    /** The latest time given so far, in milliseconds; 0 before the first. */
    public long position() {
        return position;
    }

    /** Lets the clock begin again, wherever it likes: what comes next follows what was before. */
    public void restart() {
        begun = false;
    }

    /** Lets some time pass before what comes next. */
    public void pass(long millis) {
        position += millis;
    }

    /**
     * The time of a frame.
     *
     * @param type one of {@link FlvTag}
     * @param timestamp 0 to 2^32 - 1
     * @return milliseconds; negative for what is older than the first frame
     */
    public long frame(int type, long timestamp) {
        Track track = track(type);
        clock += (int) (timestamp - clock);
        if (!begun) {
            begin(timestamp);
        }
        long time = nearest();
        if (isStep(time, track)) {
            jumps.onJump(position, time - position);
            offsetBefore = offset;
            mixedUntil = position + MIXED;
            time = track.distance > 0 ? track.last + track.distance : position + distance();
            offset = time - clock;
            tracks.forEach(each -> each.resumed = true);
        }
        return put(track, time);
    }

    private void begin(long timestamp) {
        begun = true;
        mixedUntil = Long.MIN_VALUE;
        long start = moved ? position + distance() : Math.min(timestamp, LATEST_START);
        if (!moved) {
            position = start;
        }
        offset = start - clock;
        moved = true;
        tracks.forEach(each -> each.resumed = true);
    }

    private long nearest() {
        long time = clock + offset;
        long before = clock + offsetBefore;
        boolean mixed = position < mixedUntil;
        return mixed && Math.abs(before - position) < Math.abs(time - position) ? before : time;
    }

    private boolean isStep(long time, Track track) {
        return time > position + LONGEST_PAUSE
                || time < position - LONGEST_PAUSE
                || (track.seen && time < track.last - REORDERED);
    }

    private long put(Track track, long wanted) {
        long time = track.seen ? Math.max(wanted, track.last) : wanted;
        if (track.seen && !track.resumed && time > track.last) {
            track.distance = Math.min(time - track.last, LONGEST_DISTANCE);
        }
        track.seen = true;
        track.resumed = false;
        track.last = time;
        position = Math.max(position, time);
        return time;
    }

    /**
     * The time of what is no frame, such as metadata and codec headers, whose timestamps recorders
     * and servers choose freely: it never counts as a jump.
     *
     * @param type one of {@link FlvTag}
     * @param timestamp 0 to 2^32 - 1
     */
    public long other(int type, long timestamp) {
        Track track = track(type);
        long time = begun ? clock + (int) (timestamp - clock) + offset : position;
        boolean near = Math.abs(time - position) <= LONGEST_PAUSE;
        return Math.max(near ? time : position, track.seen ? track.last : Long.MIN_VALUE);
    }

    /** The time from one frame to the next. */
    private long distance() {
        long longest = tracks.stream().mapToLong(track -> track.distance).max().orElse(0);
        return longest == 0 ? USUAL_DISTANCE : longest;
    }

    private Track track(int type) {
        return switch (type) {
            case FlvTag.AUDIO -> audio;
            case FlvTag.VIDEO -> video;
            default -> data;
        };
    }
}
