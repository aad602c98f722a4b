package org.altocumulus.protocol.cluster;

import org.altocumulus.protocol.message.StreamKey;

/**
 * END: no more media of this publication.
 *
 * @param publication which is over
 */
public record StreamEnd(Publication publication) implements StreamEvent {
    @Override
    public StreamKey stream() {
        return publication.stream();
    }

    @Override
    public byte[] line() {
        return FrameEncoder.line(publication.frame(Verb.END).build());
    }

    @Override
    public byte[] payload() {
        return null;
    }
}
