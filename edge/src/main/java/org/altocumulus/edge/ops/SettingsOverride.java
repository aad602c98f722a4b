package org.altocumulus.edge.ops;

import java.util.List;

/**
 * A setting made by an option of the command, stronger than environment and file.
 *
 * @param key the full key, such as {@code node.bind}
 * @param values one value or, for a key that is a list, any number
 * @param option the option as the operator wrote it, such as {@code --bind}
 */
public record SettingsOverride(String key, List<String> values, String option) {
    /** Copies the list. */
    public SettingsOverride {
        values = List.copyOf(values);
    }
}
