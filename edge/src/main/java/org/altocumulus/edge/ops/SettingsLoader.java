package org.altocumulus.edge.ops;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValueFactory;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts the settings together: options of the command over environment over file over {@code
 * reference.conf}. Whatever is wrong is told by {@link SettingsException}, unknown keys all at
 * once.
 */
public final class SettingsLoader {
    private static final ConfigParseOptions STRICT =
            ConfigParseOptions.defaults().setAllowMissing(false).setSyntax(ConfigSyntax.CONF);

    private SettingsLoader() {}

    /**
     * Reads everything and refuses unknown keys. The values are checked by the records that take
     * them from the reader.
     *
     * @param file the file that {@code --config} names
     * @param environment as {@link System#getenv()} gives it
     */
    public static SettingsReader load(
            Optional<Path> file, Map<String, String> environment, List<SettingsOverride> options)
            throws SettingsException {
        Config reference = reference();
        KnownKeys known = new KnownKeys(reference);
        Set<String> problems = new LinkedHashSet<>();
        Config settings = fromOptions(options, known, problems);
        settings = settings.withFallback(EnvironmentSettings.read(environment, known, problems));
        if (file.isPresent()) {
            settings = settings.withFallback(parse(file.get()));
        }
        return checked(settings, reference, known, problems);
    }

    /** Settings given as HOCON text over {@code reference.conf}; without environment. */
    public static SettingsReader parse(String hocon) throws SettingsException {
        try {
            Config reference = reference();
            Config settings = ConfigFactory.parseString(hocon);
            return checked(settings, reference, new KnownKeys(reference), new LinkedHashSet<>());
        } catch (ConfigException e) {
            throw new SettingsException(e.getMessage());
        }
    }

    /** The defaults alone. */
    static Config reference() {
        return ConfigFactory.parseResources(
                SettingsLoader.class.getClassLoader(),
                "reference.conf",
                STRICT.setOriginDescription(Shown.DEFAULT));
    }

    private static SettingsReader checked(
            Config settings, Config reference, KnownKeys known, Set<String> problems)
            throws SettingsException {
        Config merged;
        try {
            merged = settings.withFallback(reference).resolve();
        } catch (ConfigException e) {
            throw new SettingsException(e.getMessage());
        }
        problems.addAll(known.problems(merged.root()));
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return new SettingsReader(merged);
    }

    private static Config parse(Path file) throws SettingsException {
        Optional<String> obstacle = ReadableFile.obstacle(file);
        if (obstacle.isPresent()) {
            throw new SettingsException("--config: " + obstacle.get());
        }
        try {
            return ConfigFactory.parseFile(file.toFile(), STRICT);
        } catch (ConfigException e) {
            throw new SettingsException(e.getMessage());
        }
    }

    private static Config fromOptions(
            List<SettingsOverride> options, KnownKeys known, Set<String> problems) {
        Config config = ConfigFactory.empty();
        for (SettingsOverride option : options) {
            String key = option.key();
            List<String> values = option.values();
            Object value = values.size() == 1 ? values.get(0) : values;
            String origin = "option " + option.option();
            if (known.contains(key)) {
                config = config.withValue(key, ConfigValueFactory.fromAnyRef(value, origin));
            } else {
                problems.add(known.unknown(origin + ": ", key));
            }
        }
        return config;
    }
}
