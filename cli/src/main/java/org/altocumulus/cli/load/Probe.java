package org.altocumulus.cli.load;

import java.util.concurrent.CompletableFuture;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.edge.node.NodeLoop;

/** Asks the server of a connection for a sign of life, a few times, as packets get lost. */
final class Probe {
    private static final long[] WAITS_MILLIS = {50, 250, 1000, 2000, 4000};

    private final ClientConnection connection;
    private final NodeLoop loop;
    private final CompletableFuture<Boolean> alive = new CompletableFuture<>();
    private long askedAt;
    private int tries;

    Probe(ClientConnection connection) {
        this.connection = connection;
        this.loop = connection.loop();
    }

    /** Whether the server has answered, once that is known. */
    CompletableFuture<Boolean> ask() {
        loop.execute(
                () -> {
                    askedAt = loop.now();
                    next();
                });
        return alive;
    }

    private void next() {
        if (connection.closed().isDone() || tries == WAITS_MILLIS.length) {
            alive.complete(false);
            return;
        }
        connection.ping();
        loop.executeAfter(WAITS_MILLIS[tries++], this::check);
    }

    private void check() {
        if (connection.heardAt() >= askedAt && !connection.closed().isDone()) {
            alive.complete(true);
        } else {
            next();
        }
    }
}
