package org.altocumulus.protocol.cluster;

import java.util.Arrays;

/**
 * Finds frames in a stream of bytes that arrives in any pieces. Holds at most one line and one
 * body, and of a body not more than twice what has arrived of it.
 *
 * <p>Without bodies (a control connection) every line stands for itself: one that is malformed or
 * too long is reported and passed over. With bodies a line that cannot be read may have one of
 * unknown length behind it, so the framing is lost and with it the connection.
 */
public final class FrameDecoder {
    /** Longest line in bytes, with its newline. */
    public static final int MAX_LINE = 4096;

    private static final int NO_BODIES = -1;
    private static final int FIRST_ALLOCATION = 4096;

    private final byte[] line = new byte[MAX_LINE];
    private int lineLength;
    private boolean passingOver;

    private Frame head;
    private byte[] body;
    private int bodyLength;
    private int bodyArrived;

    private int maxBody = NO_BODIES;
    private boolean lost;

    /** Where frames go. */
    public interface Sink {
        /** A frame; its body belongs to the receiver. */
        void frame(Frame frame);

        /** A line that is not a frame was passed over. */
        void malformed(LinkRefusal why);

        /** Nothing that follows can be understood; the decoder takes no more. */
        void framingLost(LinkRefusal why);
    }

    /** From now on frames may have bodies of at most {@code max} bytes. */
    public void allowBodies(int max) {
        maxBody = max;
    }

    /** Takes the next bytes, which may be changed afterwards, and hands on the frames in them. */
    public void feed(byte[] array, int offset, int length, Sink sink) {
        int at = offset;
        int end = offset + length;
        while (at < end && !lost) {
            at = head == null ? feedLine(array, at, end, sink) : feedBody(array, at, end, sink);
        }
    }

    private int feedLine(byte[] array, int from, int end, Sink sink) {
        int at = from;
        while (at < end && array[at] != '\n') {
            at++;
        }
        boolean complete = at < end;
        if (passingOver) {
            passingOver = !complete;
        } else if (lineLength + at - from >= MAX_LINE) {
            passingOver = !complete;
            lineLength = 0;
            unreadable(
                    new LinkRefusal(Reason.MALFORMED, "a line of more than " + MAX_LINE + " bytes"),
                    sink);
        } else if (complete && lineLength == 0) {
            parse(array, from, at, sink);
        } else {
            System.arraycopy(array, from, line, lineLength, at - from);
            lineLength += at - from;
            if (complete) {
                int whole = lineLength;
                lineLength = 0;
                parse(line, 0, whole, sink);
            }
        }
        return complete ? at + 1 : at;
    }

    private void parse(byte[] array, int from, int newline, Sink sink) {
        int to = newline > from && array[newline - 1] == '\r' ? newline - 1 : newline;
        if (to == from) {
            return;
        }
        try {
            FrameParser.Line parsed = FrameParser.parse(array, from, to);
            if (parsed.bodyLength() < 0) {
                sink.frame(parsed.frame());
            } else if (maxBody == NO_BODIES) {
                throw new LinkRefusal(Reason.MALFORMED, "this connection carries no bodies");
            } else if (parsed.bodyLength() > maxBody) {
                lose(
                        new LinkRefusal(
                                Reason.TOO_LARGE,
                                "a body of "
                                        + parsed.bodyLength()
                                        + " bytes: expected at most "
                                        + maxBody),
                        sink);
            } else {
                head = parsed.frame();
                bodyLength = parsed.bodyLength();
                bodyArrived = 0;
                body = null;
            }
        } catch (LinkRefusal e) {
            unreadable(e, sink);
        }
    }

    private int feedBody(byte[] array, int from, int end, Sink sink) {
        int count = Math.min(end - from, bodyLength - bodyArrived);
        if (count > 0 || body == null) {
            reserve(bodyArrived + count);
            System.arraycopy(array, from, body, bodyArrived, count);
            bodyArrived += count;
        }
        int at = from + count;
        if (at == end) {
            return at;
        }
        if (array[at] != '\n') {
            lose(new LinkRefusal(Reason.MALFORMED, "no newline after a body"), sink);
            return end;
        }
        byte[] whole = body.length == bodyLength ? body : Arrays.copyOf(body, bodyLength);
        Frame frame = Frame.received(head.verb(), head.keys(), whole);
        head = null;
        body = null;
        sink.frame(frame);
        return at + 1;
    }

    /** Room for {@code arrived} bytes, which exist: the declared length alone allocates little. */
    private void reserve(int arrived) {
        if (body == null) {
            body = new byte[Math.min(bodyLength, Math.max(arrived, FIRST_ALLOCATION))];
        } else if (body.length < arrived) {
            body =
                    Arrays.copyOf(
                            body, (int) Math.min(bodyLength, Math.max(arrived, 2L * body.length)));
        }
    }

    private void unreadable(LinkRefusal why, Sink sink) {
        if (maxBody == NO_BODIES) {
            sink.malformed(why);
        } else {
            lose(why, sink);
        }
    }

    private void lose(LinkRefusal why, Sink sink) {
        lost = true;
        head = null;
        body = null;
        sink.framingLost(why);
    }
}
