package org.altocumulus.edge.netconnection;

import java.time.Duration;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * A player that counts what it gets and keeps nothing. Each kind has to come in the order of its
 * timestamps, by the serial arithmetic of 32 bits, and video only as a decoder can begin it.
 */
final class Viewer {
    private final World world;
    private final Client client;
    private long audio;
    private long video;
    private long bytes;
    private long lastAudio = -1;
    private long lastVideo = -1;
    private long lastAt;
    private long longestPause;
    private RtmpMessage firstVideo;
    private LiveCamera camera;
    private long maxAge;
    private long oldBytes;

    Viewer(World world, Client client) {
        this.world = world;
        this.client = client;
        this.lastAt = world.now();
        client.handOn(this::onMessage);
    }

    Client client() {
        return client;
    }

    /** Messages of audio, headers not counted. */
    long audio() {
        return audio;
    }

    /** Frames, headers not counted. */
    long video() {
        return video;
    }

    /** Bytes of audio and video. */
    long bytes() {
        return bytes;
    }

    /** Counts what is older than {@code limit} when it comes. */
    void measureAge(LiveCamera source, Duration limit) {
        camera = source;
        maxAge = limit.toMillis();
    }

    /** Bytes of audio and video, headers not counted, that were older than they may be. */
    long oldBytes() {
        return oldBytes;
    }

    /** The timestamp of the last frame, or -1. */
    long lastVideo() {
        return lastVideo;
    }

    /** The longest time without audio, in nanoseconds. */
    long longestPause() {
        return Math.max(longestPause, world.now() - lastAt);
    }

    /** Counts and measures anew; the order goes on. */
    void reset() {
        audio = 0;
        video = 0;
        bytes = 0;
        oldBytes = 0;
        longestPause = 0;
        lastAt = world.now();
        firstVideo = null;
    }

    /** The first frame or header of video since {@link #reset}, or null. */
    RtmpMessage firstVideo() {
        return firstVideo;
    }

    private void onMessage(Client.Received received) {
        RtmpMessage message = received.message();
        boolean header = MediaKind.of(message).isConfiguration();
        if (message.type() == MessageType.AUDIO && !header) {
            requireLater(lastAudio, message.timestamp());
            lastAudio = message.timestamp();
            audio++;
            longestPause = longestPause();
            lastAt = world.now();
        } else if (message.type() == MessageType.VIDEO) {
            firstVideo = firstVideo == null ? message : firstVideo;
            if (!header) {
                requireLater(lastVideo, message.timestamp());
                lastVideo = message.timestamp();
                video++;
            }
        } else {
            return;
        }
        bytes += message.payload().remaining();
        if (camera != null && !header && camera.age(message.timestamp()) > maxAge) {
            oldBytes += message.payload().remaining();
        }
    }

    private static void requireLater(long last, long timestamp) {
        if (last >= 0 && (int) (timestamp - last) <= 0) {
            throw new AssertionError(timestamp + " after " + last);
        }
    }
}
