package org.altocumulus.protocol.cluster;

import org.altocumulus.protocol.message.StreamKey;

/**
 * END: no more media of this publication.
 *
 * @param publication which is over
 * @param lost whether it is not known to be over: the origin has lost the edge that publishes it,
 *     and another origin may still have it
 */
public record StreamEnd(Publication publication, boolean lost) implements StreamEvent {
    private static final String LOST = "lost";
    private static final String TRUE = "true";

    /** The end of what its publisher ended. */
    public StreamEnd(Publication publication) {
        this(publication, false);
    }

    static StreamEnd read(Frame frame) throws LinkRefusal {
        return new StreamEnd(Publication.read(frame), frame.text(LOST, "").equals(TRUE));
    }

    @Override
    public StreamKey stream() {
        return publication.stream();
    }

    @Override
    public byte[] line() {
        Frame.Builder frame = publication.frame(Verb.END);
        return FrameEncoder.line(lost ? frame.with(LOST, TRUE).build() : frame.build());
    }

    @Override
    public byte[] payload() {
        return null;
    }
}
