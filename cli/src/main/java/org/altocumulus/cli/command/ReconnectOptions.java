package org.altocumulus.cli.command;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.time.Duration;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientOptions;
import org.altocumulus.cli.client.ReconnectSettings;
import org.altocumulus.protocol.session.SessionTimeouts;
import picocli.CommandLine.Option;

/** Options of the commands of clients that can come back. */
final class ReconnectOptions {
    /** Takes a silent server to be gone after 9 seconds. */
    private static final SessionTimeouts WATCHFUL =
            SessionTimeouts.DEFAULT.withPings(SECONDS.toNanos(3), SECONDS.toNanos(2), 3);

    @Option(
            names = "--reconnect",
            description =
                    "Connect again when the connection ends, the server stops or nothing comes from"
                            + " it for about 9 s, until a signal comes.")
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

    /** An endpoint whose connections notice soon that their server is gone. */
    ClientEndpoint open() throws IOException {
        return ClientEndpoint.open(1, ClientOptions.SESSION.withTimeouts(WATCHFUL));
    }

    ReconnectSettings settings() {
        return ReconnectSettings.DEFAULT.withLimit(limit);
    }
}
