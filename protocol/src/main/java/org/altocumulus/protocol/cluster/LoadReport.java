package org.altocumulus.protocol.cluster;

/**
 * LOAD: what an edge carries.
 *
 * @param sequence grows with each report of a connection; one that does not is passed over
 * @param clients sessions that are open
 * @param cpu how busy the processors of its host are, 0 to {@value #FULL_CPU}, or {@link #UNKNOWN}
 * @param out bits per second that it sends to clients, or {@link #UNKNOWN}
 */
public record LoadReport(long sequence, int clients, int cpu, long out) {
    /** What {@link #cpu} is when all processors are busy: per mille. */
    public static final int FULL_CPU = 1000;

    /** A measure that the edge does not have, or does not know to report. */
    public static final int UNKNOWN = -1;

    private static final long MAX_NUMBER = 999_999_999_999_999_999L;

    /** A report of clients alone, as those of version 1 are. */
    public LoadReport(long sequence, int clients) {
        this(sequence, clients, UNKNOWN, UNKNOWN);
    }

    static LoadReport read(Frame frame) throws LinkRefusal {
        return new LoadReport(
                frame.number("seq", 1, MAX_NUMBER),
                (int) frame.number("clients", 0, Integer.MAX_VALUE),
                (int) frame.number("cpu", 0, FULL_CPU, UNKNOWN),
                frame.number("out", 0, MAX_NUMBER, UNKNOWN));
    }

    Frame toFrame() {
        Frame.Builder frame = Frame.of(Verb.LOAD).with("seq", sequence).with("clients", clients);
        if (cpu != UNKNOWN) {
            frame.with("cpu", cpu);
        }
        if (out != UNKNOWN) {
            frame.with("out", out);
        }
        return frame.build();
    }
}
