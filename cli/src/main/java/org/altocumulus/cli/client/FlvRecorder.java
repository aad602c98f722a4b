package org.altocumulus.cli.client;

import java.io.IOException;
import java.io.OutputStream;
import org.altocumulus.protocol.flv.FlvTag;
import org.altocumulus.protocol.flv.FlvWriter;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * Writes what a stream delivers into an FLV file. Timestamps begin at 0 with the first frame, as a
 * late player gets a stream from its middle. Not thread-safe.
 */
public final class FlvRecorder implements AutoCloseable {
    private final FlvWriter writer;
    private long base = -1;

    /** Writes to {@code out}, which {@link #close} closes. */
    public FlvRecorder(OutputStream out) throws IOException {
        writer = new FlvWriter(out, true, true);
    }

    /** Writes audio, video or data. */
    public void write(RtmpMessage message) throws IOException {
        MediaKind kind = MediaKind.of(message);
        if (base < 0 && kind.isMedia() && !kind.isConfiguration() && !kind.isEmpty()) {
            base = message.timestamp();
        }
        // What comes before the first frame, or has a time before it, describes the whole stream.
        int elapsed = base < 0 ? 0 : (int) (message.timestamp() - base);
        byte[] body = message.payload().rest();
        writer.write(new FlvTag(message.type(), Math.max(0, elapsed), body));
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
