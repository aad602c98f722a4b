package org.altocumulus.hotpath;

import java.nio.charset.StandardCharsets;
import org.altocumulus.protocol.cluster.Frame;
import org.altocumulus.protocol.cluster.FrameDecoder;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.MediaKind;
import org.altocumulus.protocol.message.StreamKey;

/** Frames of the cluster link as they go to and come from TCP. */
public final class LinkFrames {
    private static final StreamKey STREAM = new StreamKey("live", "camera one");
    private static final byte[] LOAD =
            "LOAD seq=4711 clients=1234 cpu=345 out=987654321\n"
                    .getBytes(StandardCharsets.US_ASCII);

    private final byte[] payload = Inputs.frame(0, false).payload().rest();
    private final FrameDecoder decoder = new FrameDecoder();
    private final Kept kept = new Kept();
    private final byte[] media;
    private long sequence;

    /** Keeps the last frame. */
    private static final class Kept implements FrameDecoder.Sink {
        private Frame frame;

        @Override
        public void frame(Frame received) {
            frame = received;
        }

        @Override
        public void malformed(LinkRefusal why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void framingLost(LinkRefusal why) {
            throw new IllegalStateException(why);
        }
    }

    public LinkFrames() {
        decoder.allowBodies(MediaFrame.MAX_PAYLOAD);
        byte[] line = next().line();
        media = new byte[line.length + payload.length + 1];
        System.arraycopy(line, 0, media, 0, line.length);
        System.arraycopy(payload, 0, media, line.length, payload.length);
        media[media.length - 1] = '\n';
    }

    private MediaFrame next() {
        return new MediaFrame(STREAM, sequence++, 9, 4_711_000, MediaKind.INTER, payload);
    }

    /** The line of a message of 995 bytes; its bytes. */
    public int writeMedia() {
        return next().line().length;
    }

    /** Line and message to a frame. */
    public Frame parseMedia() {
        decoder.feed(media, 0, media.length, kept);
        return kept.frame;
    }

    /** A report of load. */
    public Frame parseControl() {
        decoder.feed(LOAD, 0, LOAD.length, kept);
        return kept.frame;
    }
}
