package org.altocumulus.edge.ops;

import java.util.Collection;
import java.util.List;

/**
 * The configuration cannot be used. Each problem is one line for the operator: where the setting
 * was made, key, value, and what was expected.
 */
public final class SettingsException extends Exception {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    /**
     * @param message made one line if it is not
     */
    public SettingsException(String message) {
        this(List.of(message));
    }

    /**
     * Several problems at once, so that they can be mended at once.
     *
     * @param problems at least one, each made one line if it is not
     */
    public SettingsException(Collection<String> problems) {
        super(String.join("; ", lines(problems)));
        this.problems = lines(problems);
    }

    private static List<String> lines(Collection<String> problems) {
        return problems.stream().map(line -> line.strip().replaceAll("\\s+", " ")).toList();
    }

    /** A line for each problem, at least one. */
    public List<String> problems() {
        return problems;
    }
}
