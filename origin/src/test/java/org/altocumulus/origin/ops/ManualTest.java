package org.altocumulus.origin.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.ops.SettingsOverride;
import org.altocumulus.edge.ops.SettingsReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds {@code reference.conf} to what it says of its keys, each of them. */
class ManualTest {
    private static final Config MANUAL = ConfigFactory.parseResources("reference.conf");

    /** Longer than any text may be, and neither number, address, name nor file. */
    private static final String BAD = "?! ".repeat(200);

    static Stream<String> keys() {
        return MANUAL.entrySet().stream().map(Map.Entry::getKey).sorted();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyIsExplained(String key) {
        assertThat(MANUAL.getValue(key).origin().comments()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyIsSettableByItsVariable(String key) throws SettingsException {
        String text = text(MANUAL.getValue(key));
        read(load(Map.of(variable(key), text), List.of()));

        assertThatThrownBy(() -> read(load(Map.of(variable(key), BAD), List.of())))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("environment variable " + variable(key) + ": " + key);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void anOptionOverridesTheVariableOfAKey(String key) throws SettingsException {
        String text = text(MANUAL.getValue(key));
        Map<String, String> environment = Map.of(variable(key), BAD);
        read(load(environment, List.of(new SettingsOverride(key, List.of(text), "--set"))));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aMisspeltVariableIsRefused(String key) {
        String name = variable(key) + "X";
        assertThatThrownBy(() -> load(Map.of(name, "1"), List.of()))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(name);
    }

    private static SettingsReader load(
            Map<String, String> environment, List<SettingsOverride> options)
            throws SettingsException {
        return SettingsLoader.load(Optional.empty(), environment, options);
    }

    /** Reads all that either daemon reads. */
    private static void read(SettingsReader reader) throws SettingsException {
        EdgeSettings.read(reader);
        OriginSettings.read(reader);
    }

    /** The rule as the manual states it. */
    private static String variable(String key) {
        return "ALTOCUMULUS_" + key.replaceAll("[.-]", "_").toUpperCase(Locale.ROOT);
    }

    private static String text(ConfigValue value) {
        return value instanceof ConfigList list
                ? list.stream().map(ManualTest::text).collect(Collectors.joining(","))
                : value.unwrapped().toString();
    }
}
