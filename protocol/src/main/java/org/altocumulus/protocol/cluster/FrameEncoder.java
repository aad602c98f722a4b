package org.altocumulus.protocol.cluster;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes frames as the lines of the link. */
public final class FrameEncoder {
    private static final byte[] NEWLINE = {'\n'};

    private FrameEncoder() {}

    /** What follows a body. Shared, not to be changed. */
    static byte[] newline() {
        return NEWLINE;
    }

    /** The whole frame: its line, and with a body that and a newline. */
    public static byte[] encode(Frame frame) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(128);
        out.writeBytes(line(frame));
        if (frame.body() != null) {
            out.writeBytes(frame.body());
            out.write('\n');
        }
        return out.toByteArray();
    }

    /**
     * The line alone with its newline; a body has to follow where the frame has one.
     *
     * @throws IllegalArgumentException if it is longer than {@link FrameDecoder#MAX_LINE}: the
     *     values that go into our frames are bounded so that this does not happen
     */
    static byte[] line(Frame frame) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(128);
        out.writeBytes(ascii(frame.verb()));
        frame.keys().forEach((key, value) -> key(out, key, value));
        if (frame.body() != null) {
            key(out, Frame.BYTES, Integer.toString(frame.body().length));
        }
        out.write('\n');
        if (out.size() > FrameDecoder.MAX_LINE) {
            throw new IllegalArgumentException(
                    frame.verb() + " takes a line of " + out.size() + " bytes");
        }
        return out.toByteArray();
    }

    private static void key(ByteArrayOutputStream out, String key, String value) {
        out.write(' ');
        out.writeBytes(ascii(key));
        out.write('=');
        PercentCoding.encode(value, out);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
