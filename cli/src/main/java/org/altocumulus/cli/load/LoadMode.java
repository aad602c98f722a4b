package org.altocumulus.cli.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * A kind of load. {@link LoadRun} calls these in order, on one thread; none takes longer than its
 * settings allow.
 */
public interface LoadMode extends AutoCloseable {
    /** What it is called in the report. */
    String name();

    /** What one piece of its work is called, such as "handshake". */
    String work();

    /**
     * Sets up what is not measured.
     *
     * @throws IOException with the reason, if nothing can be measured
     */
    default void prepare(Watch watch) throws IOException, InterruptedException {}

    /**
     * Begins with the load, and returns.
     *
     * @param start when it begins; it is for warming up until the window begins
     * @param window what is measured
     */
    void begin(long start, Window window);

    /** Ends the load, and waits for what is on its way. */
    void finish(Watch watch) throws InterruptedException;

    /** How it goes, in a few words; any time. */
    String progress();

    /**
     * Writes settings and results.
     *
     * @param seconds that were measured
     * @return how much work was done in the measured time
     */
    long report(ObjectNode to, double seconds, Usage usage);

    /** Whether anything worked at all. */
    boolean hasWorked();

    @Override
    void close();
}
