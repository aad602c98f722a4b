package org.altocumulus.protocol.cluster;

import org.altocumulus.protocol.message.StreamKey;

/**
 * What the media connection carries of a stream: {@link StreamStart}, then {@link MediaFrame}s,
 * then {@link StreamEnd}, in this order. Immutable, so that one object goes to every edge.
 */
public sealed interface StreamEvent permits StreamStart, MediaFrame, StreamEnd {
    /** The stream that it belongs to. */
    StreamKey stream();

    /**
     * The encoded line with its newline, shared and not to be changed. A {@link MediaFrame} encodes
     * it once however many edges get it; the first call has to come before other threads see it.
     */
    byte[] line();

    /** The body behind the line, shared and not to be changed, or null. */
    byte[] payload();

    /** Reads START, MEDIA or END. */
    static StreamEvent read(Verb verb, Frame frame) throws LinkRefusal {
        return switch (verb) {
            case START -> new StreamStart(Publication.read(frame));
            case MEDIA -> MediaFrame.read(frame);
            case END -> StreamEnd.read(frame);
            default ->
                    throw new LinkRefusal(
                            Reason.UNEXPECTED, verb + " does not belong on a media connection");
        };
    }
}
