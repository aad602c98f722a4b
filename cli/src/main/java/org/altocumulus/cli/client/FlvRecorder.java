package org.altocumulus.cli.client;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.altocumulus.protocol.flv.FlvTag;
import org.altocumulus.protocol.flv.FlvWriter;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * Writes what a stream delivers into an FLV file. Its times begin at 0 with the earliest frame, as
 * a late player gets a stream from its middle, and go on as {@link MediaTimeline} has it when the
 * stream is published again. Audio and video come in any order: the first second is held back until
 * both have come, so that the earlier of them is 0 and the distance between them stays, and the
 * header announces what there is. Not thread-safe.
 */
public final class FlvRecorder implements AutoCloseable {
    private static final long HELD_MILLIS = 1000;
    private static final int HELD_BYTES = 4 << 20;
    private static final long TIMESTAMP_MASK = 0xffff_ffffL;

    private final FlvOutput out;
    private final MediaTimeline timeline = new MediaTimeline((at, by) -> {});
    private final List<Held> held = new ArrayList<>();
    private int heldBytes;
    private boolean released;
    private long earliest = Long.MAX_VALUE;
    private boolean audioFrames;
    private boolean videoFrames;
    private boolean audio;
    private boolean video;
    private boolean announcedAudio;
    private boolean announcedVideo;

    private record Held(int type, long time, byte[] body) {}

    /** Writes to {@code out}, which {@link #close} closes. */
    public FlvRecorder(OutputStream out) {
        this(FlvOutput.of(out));
    }

    /** Writes to {@code out}, which {@link #close} closes. */
    public FlvRecorder(FlvOutput out) {
        this.out = out;
    }

    /** What comes next is of another publication, with a clock of its own. */
    public void restart() {
        timeline.restart();
    }

    /** Writes audio, video or data; what no FLV file can hold is left out. */
    public void write(RtmpMessage message) throws IOException {
        Optional<byte[]> body = body(message);
        if (body.isEmpty()) {
            return;
        }
        int type = message.type() == MessageType.DATA_AMF3 ? FlvTag.DATA : message.type();
        MediaKind kind = MediaKind.of(message);
        audio |= kind.isAudio() && !kind.isEmpty();
        video |= kind.isVideo() && !kind.isEmpty();
        Held tag = new Held(type, timeOf(type, kind, message.timestamp()), body.get());
        if (released) {
            write(tag);
            return;
        }
        held.add(tag);
        heldBytes += tag.body.length;
        if ((audioFrames && videoFrames)
                || heldBytes >= HELD_BYTES
                || heldMillis() >= HELD_MILLIS) {
            release();
        }
    }

    private long heldMillis() {
        return earliest == Long.MAX_VALUE ? 0 : timeline.position() - earliest;
    }

    /** The payload as FLV has it: data of AMF3 is that of AMF0 behind a zero (RFC 7425 §5.1). */
    private static Optional<byte[]> body(RtmpMessage message) {
        byte[] body = message.payload().rest();
        if (body.length > FlvTag.MAX_BODY) {
            return Optional.empty();
        }
        if (message.type() != MessageType.DATA_AMF3) {
            return Optional.of(body);
        }
        boolean isAmf0 = body.length > 0 && body[0] == 0;
        return isAmf0 ? Optional.of(Arrays.copyOfRange(body, 1, body.length)) : Optional.empty();
    }

    private long timeOf(int type, MediaKind kind, long timestamp) {
        boolean frame = kind.isMedia() && !kind.isConfiguration() && !kind.isEmpty();
        audioFrames |= frame && kind.isAudio();
        videoFrames |= frame && kind.isVideo();
        boolean alone = !audioFrames && !videoFrames && !kind.isMedia();
        boolean counts = frame || (alone && timestamp > 0);
        if (!counts) {
            return timeline.other(type, timestamp);
        }
        long time = timeline.frame(type, timestamp);
        if (!released) {
            earliest = Math.min(earliest, time);
        }
        return time;
    }

    private void release() throws IOException {
        released = true;
        if (earliest == Long.MAX_VALUE) {
            earliest = 0;
        }
        announcedAudio = audio;
        announcedVideo = video;
        out.write(FlvWriter.header(audio, video));
        for (Held tag : held) {
            write(tag);
        }
        held.clear();
    }

    private void write(Held tag) throws IOException {
        // What has a time before the first frame describes the whole stream.
        long time = Math.max(0, tag.time - earliest) & TIMESTAMP_MASK;
        out.write(FlvWriter.encode(new FlvTag(tag.type, time, tag.body)));
    }

    /** Writes what was held back, corrects the header if it can, and closes the file. */
    @Override
    public void close() throws IOException {
        try (out) {
            if (!released) {
                release();
            }
            if (audio != announcedAudio || video != announcedVideo) {
                out.announce(audio, video);
            }
        }
    }
}
