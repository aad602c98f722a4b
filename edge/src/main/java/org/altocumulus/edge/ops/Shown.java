package org.altocumulus.edge.ops;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.time.Duration;
import java.util.Locale;

/** How settings appear in the line that refuses them. */
final class Shown {
    /** Where the values of {@code reference.conf} come from. */
    static final String DEFAULT = "default of reference.conf";

    private static final int MAX_LENGTH = 80;
    private static final String HIDDEN = "(hidden)";

    private Shown() {}

    /** Where the setting was made, key, value, and what was expected. */
    static SettingsException refusal(String key, ConfigValue value, String expected) {
        return new SettingsException(
                "%s%s = %s: expected %s".formatted(place(value), key, value(key, value), expected));
    }

    /** The value, quoted if it is a text, cut if it is long, hidden if it may be a secret. */
    static String value(String key, ConfigValue value) {
        if (value.valueType() == ConfigValueType.STRING) {
            return value(key, value.unwrapped().toString());
        }
        return isSecret(key) ? HIDDEN : cut(value.render(ConfigRenderOptions.concise()));
    }

    /** As {@link #value(String, ConfigValue)}, of a text. */
    static String value(String key, String text) {
        return isSecret(key) ? HIDDEN : '\'' + cut(text) + '\'';
    }

    /** File and line, variable or option; nothing for a default. */
    static String place(ConfigValue value) {
        String place = value.origin().description();
        return place.startsWith(DEFAULT) ? "" : place + ": ";
    }

    /** A duration in the unit that suits it, in HOCON's form. */
    static String duration(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }

    /** A size in the unit that suits it, in HOCON's form. */
    static String size(long bytes) {
        if (bytes == 0 || bytes % 1024 != 0) {
            return Long.toString(bytes);
        }
        return bytes % (1 << 20) == 0 ? (bytes >> 20) + "MiB" : (bytes >> 10) + "KiB";
    }

    /** A misspelt name of a secret hides its value too. */
    private static boolean isSecret(String key) {
        String name = key.toLowerCase(Locale.ROOT);
        return (name.contains("secr") || name.contains("token")) && !name.endsWith("-file");
    }

    private static String cut(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
    }
}
