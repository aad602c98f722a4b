package org.altocumulus.protocol.cluster;

/**
 * PUBLISH: a stream is published at an edge.
 *
 * @param publication the publication
 * @param age milliseconds since the publishing began: a duration, as clocks may be apart
 * @param decider the name of the origin that decides between publications of one name, or null if
 *     that is the one that is told
 */
public record PublishRequest(Publication publication, long age, String decider) {
    private static final long MAX_AGE = 999_999_999_999L;
    private static final String DECIDER = "decider";

    static PublishRequest read(Frame frame) throws LinkRefusal {
        return new PublishRequest(
                Publication.read(frame),
                frame.number("age", 0, MAX_AGE),
                frame.keys().containsKey(DECIDER) ? NodeIdentity.name(frame, DECIDER) : null);
    }

    Frame toFrame() {
        Frame.Builder frame = publication.frame(Verb.PUBLISH).with("age", Math.min(age, MAX_AGE));
        return decider == null ? frame.build() : frame.with(DECIDER, decider).build();
    }
}
