package org.altocumulus.protocol.cluster;

import java.util.ArrayList;
import java.util.List;

/** Collects what a decoder says. */
final class Decoded implements FrameDecoder.Sink {
    final List<Frame> frames = new ArrayList<>();
    final List<String> malformed = new ArrayList<>();
    LinkRefusal lost;

    @Override
    public void frame(Frame frame) {
        frames.add(frame);
    }

    @Override
    public void malformed(LinkRefusal why) {
        malformed.add(why.getMessage());
    }

    @Override
    public void framingLost(LinkRefusal why) {
        lost = why;
    }

    static Decoded of(FrameDecoder decoder, byte[] bytes) {
        Decoded decoded = new Decoded();
        decoder.feed(bytes, 0, bytes.length, decoded);
        return decoded;
    }
}
