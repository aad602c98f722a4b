package org.altocumulus.edge.ops;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValueFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts the settings together: options of the command over environment over file over {@code
 * reference.conf}. Whatever is wrong is told in one line by {@link SettingsException}.
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
        Config settings = fromOptions(options, reference);
        settings = settings.withFallback(EnvironmentSettings.read(environment, reference));
        if (file.isPresent()) {
            settings = settings.withFallback(parse(file.get()));
        }
        return checked(settings, reference);
    }

    /** Settings given as HOCON text over {@code reference.conf}; without environment. */
    public static SettingsReader parse(String hocon) throws SettingsException {
        try {
            return checked(ConfigFactory.parseString(hocon), reference());
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

    private static SettingsReader checked(Config settings, Config reference)
            throws SettingsException {
        Config merged;
        try {
            merged = settings.withFallback(reference).resolve();
        } catch (ConfigException e) {
            throw new SettingsException(e.getMessage());
        }
        KnownKeys.check(merged.root(), reference.root());
        return new SettingsReader(merged);
    }

    private static Config parse(Path file) throws SettingsException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new SettingsException("--config = '" + file + "': expected a readable file");
        }
        try {
            return ConfigFactory.parseFile(file.toFile(), STRICT);
        } catch (ConfigException e) {
            throw new SettingsException(e.getMessage());
        }
    }

    private static Config fromOptions(List<SettingsOverride> options, Config reference)
            throws SettingsException {
        Config config = ConfigFactory.empty();
        for (SettingsOverride option : options) {
            String key = option.key();
            List<String> values = option.values();
            Object value = values.size() == 1 ? values.get(0) : values;
            if (!isKey(key, reference)) {
                throw new SettingsException(
                        "option %s: %s = %s: expected a key of reference.conf"
                                .formatted(
                                        option.option(), key, Shown.value(key, value.toString())));
            }
            String origin = "option " + option.option();
            config = config.withValue(key, ConfigValueFactory.fromAnyRef(value, origin));
        }
        return config;
    }

    private static boolean isKey(String key, Config reference) {
        try {
            return reference.hasPath(key) && !(reference.getValue(key) instanceof ConfigObject);
        } catch (ConfigException.BadPath e) {
            return false;
        }
    }
}
