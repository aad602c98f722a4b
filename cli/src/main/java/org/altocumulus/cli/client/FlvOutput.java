package org.altocumulus.cli.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import org.altocumulus.protocol.flv.FlvWriter;

/** Where a recording goes: a file, whose header can be corrected, or a pipe. Used by one thread. */
public interface FlvOutput extends Closeable {
    /**
     * Writes a header or a tag, all of it; where it can, nothing of it if that fails.
     *
     * @throws IOException if there is no room, or nobody reads
     */
    void write(byte[] bytes) throws IOException;

    /** Corrects what the header announces, where that can be done. */
    void announce(boolean audio, boolean video) throws IOException;

    /** A pipe, or anything that is written once from its beginning to its end. */
    static FlvOutput of(OutputStream out) {
        return new FlvOutput() {
            @Override
            public void write(byte[] bytes) throws IOException {
                out.write(bytes);
                out.flush();
            }

            @Override
            public void announce(boolean audio, boolean video) {
                // The header has left.
            }

            @Override
            public void close() throws IOException {
                out.close();
            }
        };
    }

    /** A file that is empty; when it can take no more it ends with its last whole tag. */
    static FlvOutput of(SeekableByteChannel file) {
        return new FlvOutput() {
            private long whole;

            @Override
            public void write(byte[] bytes) throws IOException {
                try {
                    ByteBuffer left = ByteBuffer.wrap(bytes);
                    while (left.hasRemaining()) {
                        file.write(left);
                    }
                } catch (IOException e) {
                    file.truncate(whole);
                    throw e;
                }
                whole += bytes.length;
            }

            @Override
            public void announce(boolean audio, boolean video) throws IOException {
                long end = file.position();
                file.position(0);
                ByteBuffer header = ByteBuffer.wrap(FlvWriter.header(audio, video));
                while (header.hasRemaining()) {
                    file.write(header);
                }
                file.position(end);
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
