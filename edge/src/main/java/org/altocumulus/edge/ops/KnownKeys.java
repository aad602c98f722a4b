package org.altocumulus.edge.ops;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds keys that {@code reference.conf} does not have, so that a misspelt one is not lost. One
 * thread.
 */
final class KnownKeys {
    private final ConfigObject reference;
    private final Set<String> keys = new TreeSet<>();
    private final Set<String> sections = new TreeSet<>();

    /** The keys of {@code reference}. */
    KnownKeys(Config reference) {
        this.reference = reference.root();
        collect(new ArrayList<>(), this.reference);
    }

    private void collect(List<String> path, ConfigObject section) {
        section.forEach(
                (name, value) -> {
                    path.add(name);
                    if (value instanceof ConfigObject inner) {
                        sections.add(ConfigUtil.joinPath(path));
                        collect(path, inner);
                    } else {
                        keys.add(ConfigUtil.joinPath(path));
                    }
                    path.remove(path.size() - 1);
                });
    }

    /** Whether there is such a key; a section is none. */
    boolean contains(String key) {
        return keys.contains(key);
    }

    /** All keys, sorted. */
    Set<String> all() {
        return Set.copyOf(keys);
    }

    /** The line about a key that is not known. It never shows the value, which may be a secret. */
    String unknown(String place, String key) {
        List<String> names = Suggestions.of(key, keys);
        if (names.isEmpty()) {
            names = sameName(key);
        }
        return place + key + ": no such key" + hint(names, key);
    }

    private String unknownSection(String place, String section) {
        List<String> names = Suggestions.of(section, sections);
        return place + section + ": no such section" + hint(names, section);
    }

    private String hint(List<String> names, String key) {
        if (!names.isEmpty()) {
            return "; " + Suggestions.question(names);
        }
        int end = key.lastIndexOf('.');
        String section = end < 0 ? "" : key.substring(0, end);
        if (!sections.contains(section)) {
            return "; reference.conf has them all";
        }
        ConfigObject siblings = (ConfigObject) reference.toConfig().getValue(section);
        return "; " + section + " has " + String.join(", ", new TreeSet<>(siblings.keySet()));
    }

    /** Keys of other sections whose last part is that of {@code key}. */
    private List<String> sameName(String key) {
        String name = key.substring(key.lastIndexOf('.') + 1);
        return keys.stream().filter(k -> k.endsWith("." + name)).limit(3).toList();
    }

    /**
     * What is wrong with {@code settings}, which has sections and values only where the reference
     * has them: one line for each.
     */
    Set<String> problems(ConfigObject settings) {
        Set<String> problems = new LinkedHashSet<>();
        check(new ArrayList<>(), settings, reference, problems);
        return problems;
    }

    private void check(
            List<String> section, ConfigObject settings, ConfigObject known, Set<String> problems) {
        for (Map.Entry<String, ConfigValue> entry : new TreeMap<>(settings).entrySet()) {
            ConfigValue value = entry.getValue();
            ConfigValue expected = known.get(entry.getKey());
            section.add(entry.getKey());
            String key = ConfigUtil.joinPath(section);
            if (expected == null) {
                String place = Shown.place(value);
                problems.add(
                        value instanceof ConfigObject
                                ? unknownSection(place, key)
                                : unknown(place, key));
            } else if (value.valueType() == ConfigValueType.NULL) {
                problems.add(Shown.refusal(key, value, "a value").getMessage());
            } else if (expected instanceof ConfigObject != value instanceof ConfigObject) {
                String form = expected instanceof ConfigObject ? "a section { … }" : "a value";
                problems.add(Shown.refusal(key, value, form).getMessage());
            } else if (expected instanceof ConfigObject inner) {
                check(section, (ConfigObject) value, inner, problems);
            }
            section.remove(section.size() - 1);
        }
    }
}
