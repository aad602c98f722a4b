package org.altocumulus.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.ops.SettingsOverride;
import org.altocumulus.edge.ops.SettingsReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What origin and edge share: where their settings come from, and their exit codes. */
@Command(
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {
            "0:stopped in order, by SIGTERM or SIGINT",
            "1:failed, such as at an address that cannot be bound",
            "2:bad usage or configuration: starting it again does not help",
            "3:out of memory, or another error of the Java virtual machine: start it again",
            "143:ended at once by a second signal"
        })
final class DaemonOptions {
    @Option(names = "--config", paramLabel = "FILE", description = "Configuration file (HOCON).")
    private Path config;

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            description = "UDP address to listen on; may be repeated (node.bind).")
    private List<String> bind = List.of();

    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            description = "UDP address that clients are told; may be repeated (node.advertise).")
    private List<String> advertise = List.of();

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            description = "error, warn, info, debug or trace (log.level).")
    private String logLevel;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Any key of the configuration; may be repeated.")
    private Map<String, String> set = new LinkedHashMap<>();

    /** The file of {@code --config}. */
    Optional<Path> config() {
        return Optional.ofNullable(config);
    }

    /**
     * Puts the settings together.
     *
     * @param ofCommand settings made by options that the command has besides these
     */
    SettingsReader load(Map<String, String> environment, List<SettingsOverride> ofCommand)
            throws SettingsException {
        List<SettingsOverride> overrides = new ArrayList<>();
        set.forEach((key, value) -> overrides.add(one(key, value, "--set")));
        if (!bind.isEmpty()) {
            overrides.add(new SettingsOverride("node.bind", bind, "--bind"));
        }
        if (!advertise.isEmpty()) {
            overrides.add(new SettingsOverride("node.advertise", advertise, "--advertise"));
        }
        if (logLevel != null) {
            overrides.add(one("log.level", logLevel, "--log-level"));
        }
        overrides.addAll(ofCommand);
        return SettingsLoader.load(config(), environment, overrides);
    }

    /** A setting of one value. */
    static SettingsOverride one(String key, String value, String option) {
        return new SettingsOverride(key, List.of(value), option);
    }
}
