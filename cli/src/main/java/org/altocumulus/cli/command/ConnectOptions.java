package org.altocumulus.cli.command;

import java.time.Duration;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.StreamUrl;
import picocli.CommandLine.Option;

/** Options that the commands of clients share: how they connect. */
final class ConnectOptions {
    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "20s",
            converter = DurationOption.class,
            description = "How long to wait for the connection; 20s unless given, 95s at most.")
    private Duration timeout;

    /**
     * Connects to the application of a stream.
     *
     * @throws CommandFailure with the reason if that fails, or takes too long
     */
    ClientConnection connect(ClientEndpoint endpoint, StreamUrl target)
            throws CommandFailure, InterruptedException {
        return Waiting.on(
                endpoint.connect(target.connection(), target.server()), target.server(), timeout);
    }
}
