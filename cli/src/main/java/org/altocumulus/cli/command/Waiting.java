package org.altocumulus.cli.command;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.protocol.wire.HostPort;

/** Waits for what a client does on its loop. */
final class Waiting {
    private Waiting() {}

    /**
     * The result of an attempt to connect.
     *
     * @throws CommandFailure if nobody answers in time, or with the reason if there is no
     *     connection
     */
    static ClientConnection on(
            CompletableFuture<ClientConnection> connecting, HostPort server, Duration limit)
            throws CommandFailure, InterruptedException {
        try {
            return on(connecting.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (CommandFailure e) {
            if (e.getCause() instanceof TimeoutException) {
                throw new CommandFailure(
                        "no connection to UDP " + server + " within " + limit.toMillis() + " ms",
                        e);
            }
            throw e;
        }
    }

    /**
     * The result, once it is there.
     *
     * @throws CommandFailure with the reason, if there will be none
     */
    static <T> T on(CompletableFuture<T> future) throws CommandFailure, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new CommandFailure(e.getCause().getMessage(), e.getCause());
        }
    }
}
