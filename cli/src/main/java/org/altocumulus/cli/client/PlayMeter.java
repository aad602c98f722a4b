package org.altocumulus.cli.client;

import java.util.concurrent.atomic.AtomicLong;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;

/**
 * Counts what a player receives, and hands it on. Written by the loop of its connection, read by
 * any thread.
 */
public final class PlayMeter implements StreamListener {
    private final StreamListener next;
    private final AtomicLong audio = new AtomicLong();
    private final AtomicLong video = new AtomicLong();
    private final AtomicLong data = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();

    /** A meter before {@code next}, which gets everything as it comes. */
    public PlayMeter(StreamListener next) {
        this.next = next;
    }

    /** Audio messages received. */
    public long audio() {
        return audio.get();
    }

    /** Video messages received. */
    public long video() {
        return video.get();
    }

    /** Data messages received. */
    public long data() {
        return data.get();
    }

    /** Payload bytes received. */
    public long bytes() {
        return bytes.get();
    }

    /** Times that the server gave up messages. */
    public long gaps() {
        return gaps.get();
    }

    @Override
    public void onMedia(RtmpMessage message) {
        MediaKind kind = MediaKind.of(message);
        if (kind.isAudio()) {
            audio.incrementAndGet();
        } else if (kind.isVideo()) {
            video.incrementAndGet();
        } else {
            data.incrementAndGet();
        }
        bytes.addAndGet(message.payloadLength());
        next.onMedia(message);
    }

    @Override
    public void onStatus(Status status) {
        next.onStatus(status);
    }

    @Override
    public void onGap() {
        gaps.incrementAndGet();
        next.onGap();
    }

    @Override
    public void onClosed() {
        next.onClosed();
    }
}
