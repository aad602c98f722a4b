package org.altocumulus.protocol.cluster;

/**
 * LOAD: what an edge carries.
 *
 * @param sequence grows with each report of a connection; one that does not is passed over
 * @param clients sessions that are open
 */
public record LoadReport(long sequence, int clients) {
    private static final long MAX_SEQUENCE = 999_999_999_999_999_999L;

    static LoadReport read(Frame frame) throws LinkRefusal {
        return new LoadReport(
                frame.number("seq", 1, MAX_SEQUENCE),
                (int) frame.number("clients", 0, Integer.MAX_VALUE));
    }

    Frame toFrame() {
        return Frame.of(Verb.LOAD).with("seq", sequence).with("clients", clients).build();
    }
}
