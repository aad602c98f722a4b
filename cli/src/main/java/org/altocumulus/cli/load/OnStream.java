package org.altocumulus.cli.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.StreamListener;

/** What is done with a stream once it is there. */
interface OnStream {
    /** Begins; on the loop of the connection. */
    CompletableFuture<Void> begin(ClientConnection connection, ClientStream stream);

    /**
     * Creates a stream on a connection and begins with it. If that fails or takes longer than
     * {@code timeout}, the connection is closed.
     */
    static CompletableFuture<Void> open(
            CompletableFuture<ClientConnection> connecting,
            StreamListener listener,
            Duration timeout,
            OnStream then) {
        return connecting.thenCompose(
                connection ->
                        connection
                                .createStream(listener)
                                .thenCompose(stream -> then.begin(connection, stream))
                                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                                .whenComplete(
                                        (done, failure) -> {
                                            if (failure != null) {
                                                connection.close();
                                            }
                                        }));
    }
}
