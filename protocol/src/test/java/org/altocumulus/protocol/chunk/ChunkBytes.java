package org.altocumulus.protocol.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/** Chunks to and from bytes, for tests. */
final class ChunkBytes {
    private ChunkBytes() {}

    static byte[] write(Chunk chunk) {
        WireWriter w = new WireWriter(chunk.size());
        chunk.write(w);
        assertThat(w.remaining()).as("size of %s", chunk).isZero();
        return w.array();
    }

    /** Reads a whole chunk, header included. */
    static Chunk read(byte[] bytes) throws WireException {
        WireReader reader = new WireReader(bytes);
        int type = reader.u8();
        return Chunks.read(type, reader.slice(reader.u16()));
    }

    static Chunk read(String hex) throws WireException {
        return read(Vectors.hex(hex));
    }

    static WireReader payload(String hex) {
        return new WireReader(Vectors.hex(hex));
    }
}
