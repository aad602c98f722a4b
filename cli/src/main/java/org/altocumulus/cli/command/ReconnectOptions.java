package org.altocumulus.cli.command;

import java.time.Duration;
import org.altocumulus.cli.client.ReconnectSettings;
import picocli.CommandLine.Option;

/** Options of the commands of clients that can come back. */
final class ReconnectOptions {
    @Option(
            names = "--reconnect",
            description =
                    "Connect again when the connection ends or the server stops, until a signal"
                            + " comes.")
    private boolean reconnect;

    @Option(
            names = "--reconnect-for",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = DurationOption.class,
            description =
                    "How long --reconnect tries without success before it fails; 60s unless given.")
    private Duration limit;

    boolean isOn() {
        return reconnect;
    }

    ReconnectSettings settings() {
        return ReconnectSettings.DEFAULT.withLimit(limit);
    }
}
