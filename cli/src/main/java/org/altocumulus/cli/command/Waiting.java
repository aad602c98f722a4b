package org.altocumulus.cli.command;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.altocumulus.cli.client.ClientException;

/** Waits for what a client does on its loop. */
final class Waiting {
    private Waiting() {}

    /**
     * The result, once it is there.
     *
     * @throws CommandFailure with the reason, if there will be none, or if a signal comes first
     */
    static <T> T on(CompletableFuture<T> future, StopSignal signal)
            throws CommandFailure, InterruptedException {
        signal.onFirst(() -> future.completeExceptionally(new ClientException("stopped")));
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new CommandFailure(e.getCause().getMessage(), e.getCause());
        } finally {
            signal.onFirst(() -> {});
        }
    }
}
