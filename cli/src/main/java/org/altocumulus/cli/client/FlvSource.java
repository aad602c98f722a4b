package org.altocumulus.cli.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.altocumulus.protocol.flv.FlvReader;
import org.altocumulus.protocol.flv.FlvTag;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * The messages of an FLV file, once or again and again, with times that begin near 0 and go on as
 * {@link MediaTimeline} has it. A file that is damaged, or cannot be read on, ends there. Used by
 * one thread; {@link #fault} and {@link #isTimeless} by any.
 */
public final class FlvSource implements AutoCloseable {
    /** What a pass takes at least over a file whose tags all have the same time. */
    static final long TIMELESS_PASS = 1000;

    private static final long TIMESTAMP_MASK = 0xffff_ffffL;

    private final Opener opener;
    private final boolean loop;
    private final MediaTimeline timeline;
    private FlvReader reader;
    private boolean passBegun;
    private long passStart;
    private long passFrames;
    private volatile boolean timeless;
    private long tags;
    private long tagsBefore;
    private boolean hasFrames;
    private volatile String fault;

    /** Opens the file, each time from its beginning. */
    @FunctionalInterface
    public interface Opener {
        /** The bytes of the file. */
        InputStream open() throws IOException;
    }

    /** A source whose clock may jump unseen. */
    public FlvSource(Opener opener, boolean loop) throws IOException {
        this(opener, loop, (at, by) -> {});
    }

    /**
     * Opens the file for the first time.
     *
     * @param loop whether to begin again at the end
     * @param jumps told of the clock of the file
     * @throws IOException if it cannot be read or is no FLV
     */
    public FlvSource(Opener opener, boolean loop, MediaTimeline.JumpListener jumps)
            throws IOException {
        this.opener = opener;
        this.loop = loop;
        this.timeline = new MediaTimeline(jumps);
        this.reader = open();
    }

    private FlvReader open() throws IOException {
        InputStream bytes = opener.open();
        try {
            return new FlvReader(new BufferedInputStream(bytes), FlvTag.MAX_BODY);
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }

    /** A message and the time from the start at which it is due, in milliseconds. */
    public record Due(long millis, RtmpMessage message) {}

    /**
     * The next message, or null at the end: of the file, of what can be read of it, or of a file
     * that is looped but has nothing in it.
     */
    public Due next() {
        FlvTag tag = read();
        if (tag == null && loop && tags > tagsBefore) {
            try {
                rewind();
            } catch (IOException e) {
                fault = e.getMessage();
                return null;
            }
            tag = read();
        }
        if (tag == null) {
            return null;
        }
        tags++;
        RtmpMessage message = RtmpMessage.of(tag.type(), tag.timestamp(), tag.body());
        long millis = Math.max(0, timeOf(tag, MediaKind.of(message)));
        return new Due(millis, RtmpMessage.of(tag.type(), millis & TIMESTAMP_MASK, tag.body()));
    }

    private FlvTag read() {
        try {
            FlvTag tag = reader.next();
            timeless |= tag == null && passFrames > 1 && timeline.position() == passStart;
            if (tag == null && reader.truncated()) {
                fault =
                        "the file is truncated: it ends at byte %d, inside the tag that begins at"
                                        .formatted(reader.offset())
                                + " byte "
                                + reader.lastTag();
            }
            return tag;
        } catch (IOException e) {
            fault = e.getMessage();
            return null;
        }
    }

    private long timeOf(FlvTag tag, MediaKind kind) {
        boolean frame = kind.isMedia() && !kind.isConfiguration() && !kind.isEmpty();
        hasFrames |= frame;
        // Without audio and video data has the pace to itself; beside them its times may be any.
        boolean counts = frame || (!hasFrames && !kind.isMedia() && tag.timestamp() > 0);
        if (!counts) {
            return timeline.other(tag.type(), tag.timestamp());
        }
        long time = timeline.frame(tag.type(), tag.timestamp());
        if (!passBegun) {
            passBegun = true;
            passStart = timeline.position();
            passFrames = 0;
        }
        passFrames++;
        return time;
    }

    private void rewind() throws IOException {
        reader.close();
        reader = open();
        if (!passBegun || timeline.position() == passStart) {
            timeline.pass(TIMELESS_PASS);
        }
        timeline.restart();
        tagsBefore = tags;
        passBegun = false;
    }

    /** Messages read so far, in all passes. */
    public long tags() {
        return tags;
    }

    /** Time of the stream so far, in milliseconds. */
    public long position() {
        return timeline.position();
    }

    /**
     * Why the file was not read to a proper end, with the byte, once it is known; what came before
     * was read all the same.
     */
    public Optional<String> fault() {
        return Optional.ofNullable(fault);
    }

    /** Whether a pass over several frames took no time, as all have the same timestamp. */
    public boolean isTimeless() {
        return timeless;
    }

    /** All messages of a file that is not looped; of one that is damaged what comes before. */
    public static List<RtmpMessage> readAll(Opener opener) throws IOException {
        List<RtmpMessage> messages = new ArrayList<>();
        try (FlvSource source = new FlvSource(opener, false)) {
            for (Due due = source.next(); due != null; due = source.next()) {
                messages.add(due.message());
            }
        }
        return messages;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
