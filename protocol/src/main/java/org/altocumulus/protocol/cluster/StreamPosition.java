package org.altocumulus.protocol.cluster;

/**
 * How far an edge has received a publication. Told to the edge that publishes it ({@code known} and
 * {@code after} in WANT), so that nothing in between is missed.
 *
 * @param token of the publication
 * @param sequence of the last message
 */
record StreamPosition(String token, long sequence) {
    private static final String KNOWN = "known";
    private static final String AFTER = "after";

    /** Reads it from a WANT; null if there is none. */
    static StreamPosition read(Frame frame) throws LinkRefusal {
        long sequence = frame.number(AFTER, 0, MediaFrame.MAX_SEQUENCE, -1);
        String token = frame.text(KNOWN, "");
        return sequence < 0 || token.isEmpty() ? null : new StreamPosition(token, sequence);
    }

    /** Says it in a WANT. */
    Frame.Builder addTo(Frame.Builder want) {
        return want.with(KNOWN, token).with(AFTER, sequence);
    }

    boolean isOf(Publication publication) {
        return publication.token().equals(token);
    }
}
