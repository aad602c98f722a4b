package org.altocumulus.edge.loop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

/** While it is open the process of the tests does not end: exit codes are noted, others counted. */
public final class ProcessEnd implements AutoCloseable {
    private final List<Integer> codes = new CopyOnWriteArrayList<>();
    private final IntConsumer before = Failures.ender(codes::add);
    private final long survivedBefore = Failures.survived();

    /** The exit codes with which the process would have ended. */
    public List<Integer> codes() {
        return codes;
    }

    /** Failures that were survived since then. */
    public long survived() {
        return Failures.survived() - survivedBefore;
    }

    @Override
    public void close() {
        Failures.ender(before);
    }
}
