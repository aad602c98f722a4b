package org.altocumulus.edge.netconnection;

import java.time.Duration;
import java.util.Random;
import org.altocumulus.edge.stream.Media;

/** Publishes about 1 Mbit/s in real time: audio, and video with a key frame each two seconds. */
final class LiveCamera {
    private static final long SECOND = 1_000_000_000;
    private static final int AUDIO_PER_SECOND = 43;
    private static final int FRAMES_PER_SECOND = 30;
    private static final int KEY_FRAME_EVERY = 60;
    private static final int AUDIO_BYTES = 300;
    private static final int KEY_FRAME_BYTES = 30_000;
    private static final int INTER_FRAME_BYTES = 3_290;

    private final World world;
    private final ClientStream stream;
    private final Random random = new Random(1);
    private final long firstTimestamp;
    private long begin;
    private long end;
    private long audio;
    private long frames;

    /**
     * A camera that waits for {@link #start}.
     *
     * @param firstTimestamp in milliseconds; timestamps have 32 bits and wrap around
     */
    LiveCamera(World world, ClientStream stream, long firstTimestamp) {
        this.world = world;
        this.stream = stream;
        this.firstTimestamp = firstTimestamp;
    }

    /** Publishes from now on; the caller lets the time pass. */
    void start(Duration duration) {
        begin = world.now();
        end = begin + duration.toNanos();
        stream.video(timestamp(), Media.AVC_HEADER);
        stream.audio(timestamp(), Media.AAC_HEADER);
        nextAudio();
        nextFrame();
    }

    /** Messages of audio that were published, the header not counted. */
    long audio() {
        return audio;
    }

    /** Frames that were published, the header not counted. */
    long frames() {
        return frames;
    }

    /** Milliseconds since a message with that timestamp was published. */
    int age(long timestamp) {
        return (int) (timestamp() - timestamp);
    }

    /** The timestamp of what is published now. */
    private long timestamp() {
        return (firstTimestamp + (world.now() - begin) / 1_000_000) & 0xffff_ffffL;
    }

    private void nextAudio() {
        if (world.now() < end) {
            stream.send(Media.audio(timestamp(), Media.AAC, around(AUDIO_BYTES)));
            audio++;
            world.at(world.now() + SECOND / AUDIO_PER_SECOND, this::nextAudio);
        }
    }

    private void nextFrame() {
        if (world.now() < end) {
            boolean key = frames % KEY_FRAME_EVERY == 0;
            int size = around(key ? KEY_FRAME_BYTES : INTER_FRAME_BYTES);
            stream.send(Media.video(timestamp(), key ? Media.KEY : Media.INTER, size));
            frames++;
            world.at(world.now() + SECOND / FRAMES_PER_SECOND, this::nextFrame);
        }
    }

    private int around(int average) {
        return average / 2 + random.nextInt(average);
    }
}
