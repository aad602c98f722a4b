package org.altocumulus.edge.ops;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Refuses keys that {@code reference.conf} does not have, so that a misspelt one is not lost. */
final class KnownKeys {
    private KnownKeys() {}

    /** Checks that {@code settings} has sections and values only where {@code reference} does. */
    static void check(ConfigObject settings, ConfigObject reference) throws SettingsException {
        check(new ArrayList<>(), settings, reference);
    }

    private static void check(List<String> section, ConfigObject settings, ConfigObject reference)
            throws SettingsException {
        for (Map.Entry<String, ConfigValue> entry : new TreeMap<>(settings).entrySet()) {
            ConfigValue known = reference.get(entry.getKey());
            section.add(entry.getKey());
            checkValue(section, entry.getValue(), known, reference);
            if (known instanceof ConfigObject keys) {
                check(section, (ConfigObject) entry.getValue(), keys);
            }
            section.remove(section.size() - 1);
        }
    }

    private static void checkValue(
            List<String> path, ConfigValue value, ConfigValue known, ConfigObject siblings)
            throws SettingsException {
        String key = ConfigUtil.joinPath(path);
        if (known == null) {
            String names = String.join(", ", new TreeMap<>(siblings).keySet());
            throw Shown.refusal(key, value, "a known key, here one of " + names);
        }
        if (value.valueType() == ConfigValueType.NULL) {
            throw Shown.refusal(key, value, "a value");
        }
        if (known instanceof ConfigObject != value instanceof ConfigObject) {
            throw Shown.refusal(
                    key, value, known instanceof ConfigObject ? "a section { … }" : "a value");
        }
    }
}
