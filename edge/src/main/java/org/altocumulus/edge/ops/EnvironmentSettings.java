package org.altocumulus.edge.ops;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Settings made by the environment: {@code ALTOCUMULUS_} and the key in capitals, with {@code _}
 * for each dot and hyphen. An unknown name is refused as an unknown key is.
 */
final class EnvironmentSettings {
    private static final String PREFIX = "ALTOCUMULUS_";

    /**
     * What Kubernetes puts into the environment of every container for a service whose name begins
     * with {@code altocumulus}; no key has such a name.
     */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(
                    PREFIX
                            + "([A-Z0-9_]+_)?(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?"
                            + "|PORT(_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    private EnvironmentSettings() {}

    /** The name of the variable that sets {@code key}. */
    static String variable(String key) {
        return PREFIX + key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /**
     * The settings that {@code environment} makes.
     *
     * @param problems gets a line for each name that belongs to no key
     */
    static Config read(
            Map<String, String> environment, KnownKeys known, Collection<String> problems) {
        Map<String, String> keys = new HashMap<>();
        known.all().forEach(key -> keys.put(variable(key), key));
        Config config = ConfigFactory.empty();
        for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
            String name = entry.getKey();
            if (!name.startsWith(PREFIX) || SERVICE_LINK.matcher(name).matches()) {
                continue;
            }
            String key = keys.get(name);
            if (key == null) {
                List<String> names = Suggestions.of(name, keys.keySet());
                problems.add(
                        "environment: %s: no key of reference.conf has this name%s"
                                .formatted(
                                        name,
                                        names.isEmpty() ? "" : "; " + Suggestions.question(names)));
                continue;
            }
            String origin = "environment variable " + name;
            config = config.withValue(key, ConfigValueFactory.fromAnyRef(entry.getValue(), origin));
        }
        return config;
    }
}
