package org.altocumulus.cli.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.flv.FlvReader;
import org.altocumulus.protocol.flv.FlvTag;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * The messages of an FLV file, once or again and again with timestamps that go on. Not thread-safe.
 */
public final class FlvSource implements AutoCloseable {
    private static final long TIMESTAMP_MASK = 0xffff_ffffL;
    private static final long FRAME = 40;

    private final Opener opener;
    private final boolean loop;
    private FlvReader reader;
    private long offset;
    private long lastTimestamp;
    private long lastDistance = FRAME;

    /** Opens the file, each time from its beginning. */
    @FunctionalInterface
    public interface Opener {
        /** The bytes of the file. */
        InputStream open() throws IOException;
    }

    /**
     * Opens the file for the first time.
     *
     * @param loop whether to begin again at the end
     */
    public FlvSource(Opener opener, boolean loop) throws IOException {
        this.opener = opener;
        this.loop = loop;
        this.reader = new FlvReader(new BufferedInputStream(opener.open()));
    }

    /** A message and the time from the start at which it is due, in milliseconds. */
    public record Due(long millis, RtmpMessage message) {}

    /** The next message, or null at the end. */
    public Due next() throws IOException {
        FlvTag tag = reader.next();
        if (tag == null && loop && lastTimestamp > 0) {
            rewind();
            tag = reader.next();
        }
        if (tag == null) {
            return null;
        }
        if (tag.timestamp() > lastTimestamp) {
            lastDistance = Math.min(tag.timestamp() - lastTimestamp, 1000);
        }
        lastTimestamp = Math.max(lastTimestamp, tag.timestamp());
        long millis = offset + tag.timestamp();
        return new Due(millis, RtmpMessage.of(tag.type(), millis & TIMESTAMP_MASK, tag.body()));
    }

    private void rewind() throws IOException {
        reader.close();
        reader = new FlvReader(new BufferedInputStream(opener.open()));
        offset += lastTimestamp + lastDistance;
        lastTimestamp = 0;
    }

    /** All messages of a file that is not looped. */
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
