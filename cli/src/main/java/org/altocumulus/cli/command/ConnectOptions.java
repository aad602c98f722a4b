package org.altocumulus.cli.command;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
     * @throws CommandFailure with the reason if that fails, takes too long, or is stopped
     */
    ClientConnection connect(ClientEndpoint endpoint, StreamUrl target, StopSignal signal)
            throws CommandFailure, InterruptedException {
        CompletableFuture<ClientConnection> connecting =
                endpoint.connect(target.connection(), target.server())
                        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return Waiting.on(connecting, signal);
        } catch (CommandFailure e) {
            if (e.getCause() instanceof TimeoutException) {
                throw new CommandFailure(
                        "no connection to UDP %s within %d ms"
                                .formatted(target.server(), timeout.toMillis()),
                        e);
            }
            throw e;
        }
    }
}
