package org.altocumulus.cli.load;

import java.util.concurrent.CompletableFuture;
import org.altocumulus.cli.client.ClientException;
import org.altocumulus.cli.client.StreamListener;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;

/** A stream that has started when the server says so. Belongs to its loop. */
abstract class AwaitedStream implements StreamListener {
    private final StatusCode start;
    private final CompletableFuture<Void> started = new CompletableFuture<>();

    /**
     * @param start with which status it has started
     */
    AwaitedStream(StatusCode start) {
        this.start = start;
    }

    /** Completes when it has started, or with the reason why it has not. */
    final CompletableFuture<Void> started() {
        return started;
    }

    /** It had started, and has failed since; perhaps not for the first time. */
    abstract void lost(String why);

    @Override
    public final void onStatus(Status status) {
        if (status.is(start)) {
            started.complete(null);
        } else if (status.isError()) {
            fail(status.code());
        }
    }

    @Override
    public final void onClosed() {
        fail("the connection ended");
    }

    private void fail(String why) {
        if (!started.completeExceptionally(new ClientException(why))) {
            lost(why);
        }
    }
}
