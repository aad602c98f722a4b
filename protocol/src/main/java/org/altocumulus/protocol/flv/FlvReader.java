package org.altocumulus.protocol.flv;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * Reads an FLV file tag by tag, holding no more than one. A file that was cut off ends with its
 * last whole tag; the sizes between the tags, which recorders get wrong, are not looked at. Used by
 * one thread. Reads many small pieces: give it a buffered stream.
 */
public final class FlvReader implements Closeable {
    /** Bytes of a tag's body, unless said otherwise. */
    public static final int DEFAULT_MAX_BODY = 4 << 20;

    private static final int HEADER_SIZE = 9;
    private static final int MAX_HEADER_SIZE = 1 << 16;
    private static final int PREVIOUS_SIZE = 4;
    private static final int SIGNATURE = 0x464c56;
    private static final int HAS_AUDIO = 0x04;
    private static final int HAS_VIDEO = 0x01;
    private static final int TYPE_MASK = 0x1f;
    private static final int FILTERED = 0x20;

    private final InputStream in;
    private final int maxBody;
    private final int flags;
    private long offset;
    private boolean truncated;
    private long lastTag;
    private long skipped;

    /**
     * Reads the header.
     *
     * @throws FlvException if this is not FLV
     */
    public FlvReader(InputStream in) throws IOException {
        this(in, DEFAULT_MAX_BODY);
    }

    /**
     * Reads the header.
     *
     * @param maxBody the most bytes of a tag's body, which is an error above it
     * @throws FlvException if this is not FLV
     */
    public FlvReader(InputStream in, int maxBody) throws IOException {
        this.in = in;
        this.maxBody = maxBody;
        this.flags = readHeader();
    }

    /** Whether the header announces audio; not all recorders set that right. */
    public boolean announcesAudio() {
        return (flags & HAS_AUDIO) != 0;
    }

    /** Whether the header announces video; not all recorders set that right. */
    public boolean announcesVideo() {
        return (flags & HAS_VIDEO) != 0;
    }

    /**
     * The next tag of audio, video or data, or null at the end. Tags of other types and encrypted
     * ones are passed over.
     *
     * @throws FlvException if a tag is larger than allowed
     */
    public FlvTag next() throws IOException {
        while (true) {
            long start = offset;
            lastTag = start;
            byte[] head = read(FlvTag.HEADER_SIZE);
            if (head.length < FlvTag.HEADER_SIZE) {
                truncated |= head.length > 0;
                return null;
            }
            WireReader fields = new WireReader(head);
            try {
                int type = fields.u8();
                int size = fields.u24();
                long timestamp = fields.u24() | (long) fields.u8() << 24;
                byte[] body = readBody(start, size);
                if (body == null) {
                    return null;
                }
                if ((type & FILTERED) == 0 && FlvTag.isKnown(type & TYPE_MASK)) {
                    return new FlvTag(type & TYPE_MASK, timestamp, body);
                }
                skipped++;
            } catch (WireException e) {
                throw new AssertionError("the head of a tag has 11 bytes", e);
            }
        }
    }

    /** Whether the file ended inside a tag, or before the size behind it was complete. */
    public boolean truncated() {
        return truncated;
    }

    /**
     * Where the tag begins that was read last, or was not read to its end; the end of the file is
     * at {@link #offset}.
     */
    public long lastTag() {
        return lastTag;
    }

    /** Tags passed over so far, as they are encrypted or of another type. */
    public long skipped() {
        return skipped;
    }

    /** Bytes read so far. */
    public long offset() {
        return offset;
    }

    /** Closes the stream. */
    @Override
    public void close() throws IOException {
        in.close();
    }

    private int readHeader() throws IOException {
        byte[] bytes = read(HEADER_SIZE);
        if (bytes.length < HEADER_SIZE) {
            throw new FlvException(
                    0,
                    bytes.length == 0
                            ? "nothing, expected an FLV header"
                            : bytes.length + " bytes, expected an FLV header");
        }
        try {
            WireReader header = new WireReader(bytes);
            int signature = header.u24();
            if (signature != SIGNATURE) {
                throw new FlvException(
                        0, String.format("%06x, expected %06x (FLV)", signature, SIGNATURE));
            }
            int version = header.u8();
            if (version != 1) {
                throw new FlvException(3, "FLV version " + version + ", expected 1");
            }
            int read = header.u8();
            long size = header.u32();
            if (size < HEADER_SIZE || size > MAX_HEADER_SIZE) {
                throw new FlvException(5, "header of " + size + " bytes, expected 9");
            }
            read((int) size - HEADER_SIZE);
            read(PREVIOUS_SIZE);
            return read;
        } catch (WireException e) {
            throw new AssertionError("the header has 9 bytes", e);
        }
    }

    private byte[] readBody(long start, int size) throws IOException {
        if (size > maxBody) {
            throw new FlvException(start, "tag of " + size + " bytes, expected at most " + maxBody);
        }
        byte[] body = read(size);
        truncated = body.length < size || read(PREVIOUS_SIZE).length < PREVIOUS_SIZE;
        return body.length < size ? null : body;
    }

    /** As many bytes as are there, at most {@code count}; allocates as they come. */
    private byte[] read(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        offset += bytes.length;
        return bytes;
    }
}
