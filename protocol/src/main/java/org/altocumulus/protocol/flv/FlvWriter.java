package org.altocumulus.protocol.flv;

import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import org.altocumulus.protocol.wire.WireWriter;

/** Writes an FLV file. Used by one thread. */
public final class FlvWriter implements Closeable, Flushable {
    private static final int HEADER_SIZE = 9;
    private static final int PREVIOUS_SIZE = 4;
    private static final int HAS_AUDIO = 0x04;
    private static final int HAS_VIDEO = 0x01;

    private final OutputStream out;
    private long written;

    /** Writes the header, which announces audio, video or both. */
    public FlvWriter(OutputStream out, boolean audio, boolean video) throws IOException {
        this.out = out;
        write(header(audio, video));
    }

    /** The header of a file, and the size of the tag before the first, which is 0. */
    public static byte[] header(boolean audio, boolean video) {
        WireWriter header = new WireWriter(HEADER_SIZE + PREVIOUS_SIZE);
        header.u8('F').u8('L').u8('V').u8(1);
        header.u8((audio ? HAS_AUDIO : 0) | (video ? HAS_VIDEO : 0));
        header.i32(HEADER_SIZE).i32(0);
        return header.array();
    }

    /** A tag, and its size behind it. */
    public static byte[] encode(FlvTag tag) {
        byte[] body = tag.body();
        WireWriter bytes = new WireWriter(FlvTag.HEADER_SIZE + body.length + PREVIOUS_SIZE);
        bytes.u8(tag.type()).u24(body.length);
        bytes.u24((int) tag.timestamp()).u8((int) (tag.timestamp() >> 24)).u24(0);
        bytes.bytes(body).i32(FlvTag.HEADER_SIZE + body.length);
        return bytes.array();
    }

    /** Writes a tag. */
    public void write(FlvTag tag) throws IOException {
        write(encode(tag));
    }

    /** Bytes written so far. */
    public long written() {
        return written;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /** Closes the stream. */
    @Override
    public void close() throws IOException {
        out.close();
    }

    private void write(byte[] bytes) throws IOException {
        out.write(bytes);
        written += bytes.length;
    }
}
