package org.altocumulus.cli.command;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for what a client does on its loop. */
final class Waiting {
    private Waiting() {}

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
