package org.altocumulus.edge.ops;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Takes settings by key, each checked against its range. All methods throw {@link
 * SettingsException} for a value of the wrong type or out of range, and a {@link ConfigException}
 * for a key that {@code reference.conf} lacks, which is a fault of ours.
 */
public final class SettingsReader {
    private static final Pattern BARE_NUMBER = Pattern.compile("[-+]?[0-9.]+");
    private static final Pattern ZERO = Pattern.compile("0+");

    private static final Pattern LINE_END = Pattern.compile("\r?\n\\z");
    private static final int MAX_SECRET_FILE = 4096;

    private final Config config;

    SettingsReader(Config config) {
        this.config = config;
    }

    /** A whole number from {@code min} to {@code max}. */
    public int integer(String key, int min, int max) throws SettingsException {
        try {
            long value = new BigDecimal(scalar(key)).longValueExact();
            if (value >= min && value <= max) {
                return (int) value;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // falls through to the refusal
        }
        throw refusal(key, "a whole number from " + min + " to " + max);
    }

    /** A number from {@code min} to {@code max}. */
    public double decimal(String key, double min, double max) throws SettingsException {
        try {
            double value = Double.parseDouble(scalar(key));
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // falls through to the refusal
        }
        throw refusal(key, "a number from " + min + " to " + max);
    }

    /** On or off. */
    public boolean flag(String key) throws SettingsException {
        try {
            return config.getBoolean(key);
        } catch (ConfigException.WrongType e) {
            throw refusal(key, "on or off");
        }
    }

    /**
     * A duration with its unit; HOCON's bare number of milliseconds is refused as a likely slip.
     */
    public Duration duration(String key, Duration min, Duration max) throws SettingsException {
        String text = scalar(key);
        if (!BARE_NUMBER.matcher(text).matches() || ZERO.matcher(text).matches()) {
            try {
                Duration value = config.getDuration(key);
                if (value.compareTo(min) >= 0 && value.compareTo(max) <= 0) {
                    return value;
                }
            } catch (ConfigException.WrongType | ConfigException.BadValue e) {
                // falls through to the refusal
            }
        }
        throw refusal(
                key,
                "a duration with its unit, from "
                        + Shown.duration(min)
                        + " to "
                        + Shown.duration(max));
    }

    /** A size in bytes. */
    public int size(String key, int min, int max) throws SettingsException {
        try {
            long value = config.getBytes(key);
            if (value >= min && value <= max) {
                return (int) value;
            }
        } catch (ConfigException.WrongType | ConfigException.BadValue e) {
            // falls through to the refusal
        }
        throw refusal(key, "a size from " + Shown.size(min) + " to " + Shown.size(max));
    }

    /** A text that matches a pattern. */
    public String text(String key, Pattern pattern, String expected) throws SettingsException {
        String text = scalar(key);
        if (!pattern.matcher(text).matches()) {
            throw refusal(key, expected);
        }
        return text;
    }

    /** A readable file; empty if the text is. */
    public Optional<Path> file(String key) throws SettingsException {
        String text = scalar(key);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Path file = path(key, text);
        Optional<String> obstacle = ReadableFile.obstacle(file);
        if (obstacle.isPresent()) {
            throw refusal(key, "a readable file, but " + obstacle.get());
        }
        return Optional.of(file);
    }

    private Path path(String key, String text) throws SettingsException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw refusal(key, "a readable file");
        }
    }

    /**
     * A secret, given as a text or as the first line of a file that {@code key-file} names, so that
     * it need not stand in the configuration or the environment. It never appears in a message.
     */
    public String secret(String key, Pattern pattern, String expected) throws SettingsException {
        String fileKey = key + "-file";
        Optional<Path> file = file(fileKey);
        if (file.isEmpty()) {
            return text(key, pattern, expected);
        }
        if (!scalar(key).isEmpty()) {
            throw refusal(fileKey, "nothing, as " + key + " is set too");
        }
        String secret;
        try {
            byte[] bytes = ReadableFile.read(file.get(), MAX_SECRET_FILE);
            secret = new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw refusal(fileKey, "a readable file, but " + e.getMessage());
        }
        secret = LINE_END.matcher(secret).replaceFirst("");
        if (secret.isEmpty() || !pattern.matcher(secret).matches()) {
            throw refusal(fileKey, "a file with one line of " + expected);
        }
        return secret;
    }

    /** One of the constants of an enumeration, written in small letters with hyphens. */
    public <E extends Enum<E>> E choice(String key, Class<E> type) throws SettingsException {
        String text = scalar(key);
        List<String> names = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String name = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
            if (name.equals(text)) {
                return constant;
            }
            names.add(name);
        }
        throw refusal(key, "one of " + String.join(", ", names));
    }

    /**
     * A list of texts without repetition: a list of values, or one text that is such a list or has
     * commas, as options and environment give it. Blank ones are left out.
     */
    public List<String> texts(String key) throws SettingsException {
        List<String> texts = new ArrayList<>();
        ConfigValue value = config.getValue(key);
        if (value instanceof ConfigList list) {
            addAll(key, list, texts);
        } else {
            String text = scalar(key).strip();
            if (text.startsWith("[") && text.endsWith("]")) {
                addAll(key, list(key, text), texts);
            } else {
                texts.addAll(Arrays.asList(text.split(",", -1)));
            }
        }
        List<String> stripped =
                texts.stream().map(String::strip).filter(t -> !t.isEmpty()).toList();
        if (Set.copyOf(stripped).size() < stripped.size()) {
            throw refusal(key, "none of them twice");
        }
        return stripped;
    }

    private static void addAll(String key, ConfigList list, List<String> texts)
            throws SettingsException {
        for (ConfigValue element : list) {
            texts.add(scalar(key, element, "a list of single values"));
        }
    }

    /** A list in HOCON's form, out of a text. */
    private ConfigList list(String key, String text) throws SettingsException {
        try {
            return ConfigFactory.parseString("list = " + text).getList("list");
        } catch (ConfigException e) {
            throw refusal(key, "a list such as [\"a\", \"b\"], or one text with commas: a,b");
        }
    }

    /** Keys whose values differ from those of {@code other}, sorted. */
    public Set<String> differences(SettingsReader other) {
        Set<String> keys = new TreeSet<>();
        for (Map.Entry<String, ConfigValue> entry : config.entrySet()) {
            String key = entry.getKey();
            if (!other.config.hasPath(key)
                    || !entry.getValue()
                            .unwrapped()
                            .equals(other.config.getValue(key).unwrapped())) {
                keys.add(key);
            }
        }
        return keys;
    }

    /** The line that refuses the value of {@code key}. */
    public SettingsException refusal(String key, String expected) {
        return Shown.refusal(key, config.getValue(key), expected);
    }

    private String scalar(String key) throws SettingsException {
        return scalar(key, config.getValue(key), "a single value");
    }

    private static String scalar(String key, ConfigValue value, String expected)
            throws SettingsException {
        return switch (value.valueType()) {
            case STRING, NUMBER, BOOLEAN -> value.unwrapped().toString();
            case LIST, OBJECT, NULL -> throw Shown.refusal(key, value, expected);
        };
    }
}
