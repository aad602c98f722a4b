package org.altocumulus.protocol.cluster;

import org.altocumulus.protocol.message.StreamKey;

/**
 * START: media of this publication follow. A second START of the same publication goes before a
 * repetition of what a late joiner needs, after a connection was made again.
 *
 * @param publication whose media follow
 */
public record StreamStart(Publication publication) implements StreamEvent {
    @Override
    public StreamKey stream() {
        return publication.stream();
    }

    @Override
    public byte[] line() {
        return FrameEncoder.line(publication.frame(Verb.START).build());
    }

    @Override
    public byte[] payload() {
        return null;
    }
}
