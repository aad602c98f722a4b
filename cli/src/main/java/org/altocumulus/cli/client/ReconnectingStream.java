package org.altocumulus.cli.client;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;

/**
 * A stream that is created again, on another connection, whenever its own has ended or its server
 * says that it stops: as Flash applications do on {@code NetConnection.Connect.Closed}. Each
 * attempt begins at the server that was named first, the origin of a cluster, which knows where to
 * send it. May be used from any thread.
 */
public final class ReconnectingStream implements AutoCloseable {
    private final ClientEndpoint endpoint;
    private final StreamUrl target;
    private final ReconnectSettings settings;
    private final RandomGenerator random;
    private final Listener listener;
    private long connectedAt = System.nanoTime();
    private int failures;
    private Attempt current;
    private boolean closed;

    /** Learns what happens; on the loop of a connection, or on a thread for timeouts. */
    public interface Listener extends StreamListener {
        /** There is a stream: begin to play or to publish on it. */
        void onReady(ClientStream stream, InetSocketAddress server);

        /** The stream is gone, or could not be created; there will be another attempt. */
        default void onLost(String why) {}

        /** There will be no other attempt. */
        default void onGaveUp(String why) {}
    }

    /**
     * A stream that is not there yet.
     *
     * @param random for the pauses; need not be strong, but safe for threads
     */
    public ReconnectingStream(
            ClientEndpoint endpoint,
            StreamUrl target,
            ReconnectSettings settings,
            RandomGenerator random,
            Listener listener) {
        this.endpoint = endpoint;
        this.target = target;
        this.settings = settings;
        this.random = random;
        this.listener = listener;
    }

    /** Connects for the first time. */
    public void start() {
        attempt();
    }

    /** Ends the connection there is and tries again after a pause. */
    public void retry(String why) {
        Attempt attempt;
        synchronized (this) {
            attempt = current;
        }
        if (attempt != null) {
            attempt.over(why);
        }
    }

    /** Ends the connection for good. */
    @Override
    public void close() {
        Attempt attempt;
        synchronized (this) {
            closed = true;
            attempt = current;
            current = null;
        }
        if (attempt != null) {
            attempt.end();
        }
    }

    private void attempt() {
        Attempt attempt = new Attempt();
        synchronized (this) {
            if (closed) {
                return;
            }
            current = attempt;
        }
        attempt.connect();
    }

    /** An attempt has come to its end. */
    private void failed(Attempt attempt, String why) {
        long pause;
        synchronized (this) {
            if (closed || attempt != current) {
                return;
            }
            current = null;
            long now = System.nanoTime();
            if (attempt.readyAt != 0) {
                failures = now - attempt.readyAt > settings.most().toNanos() ? 0 : failures;
                connectedAt = now;
            }
            closed = now - connectedAt > settings.limit().toNanos();
            pause = closed ? 0 : pause(failures++);
        }
        if (pause == 0) {
            listener.onGaveUp(why);
            return;
        }
        listener.onLost(why);
        CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS).execute(this::attempt);
    }

    private long pause(int after) {
        long longest = settings.first().toNanos() << Math.min(after, 16);
        return 1 + random.nextLong(Math.min(longest, settings.most().toNanos()));
    }

    /** One connection, from its beginning to its end. */
    private final class Attempt implements StreamListener {
        private ClientConnection connection;
        private boolean over;
        private volatile long readyAt;

        void connect() {
            var unused =
                    endpoint.connect(target.connection(), target.server())
                            .orTimeout(settings.attempt().toMillis(), TimeUnit.MILLISECONDS)
                            .thenCompose(this::create)
                            .orTimeout(2 * settings.attempt().toMillis(), TimeUnit.MILLISECONDS)
                            .whenComplete(this::onCreated);
        }

        private CompletableFuture<ClientStream> create(ClientConnection made) {
            boolean unwanted;
            synchronized (this) {
                connection = made;
                unwanted = over;
            }
            if (unwanted) {
                made.close();
            }
            return made.createStream(this);
        }

        private void onCreated(ClientStream stream, Throwable failure) {
            if (failure != null) {
                Throwable cause =
                        failure instanceof CompletionException ? failure.getCause() : failure;
                over(cause instanceof TimeoutException ? "no answer in time" : cause.getMessage());
                return;
            }
            InetSocketAddress server;
            synchronized (this) {
                if (over) {
                    return;
                }
                readyAt = System.nanoTime();
                server = connection.server();
            }
            listener.onReady(stream, server);
        }

        /** Nothing comes of it any more. */
        void over(String why) {
            if (end()) {
                failed(this, why);
            }
        }

        /** Ends the connection; returns whether nobody did before. */
        boolean end() {
            ClientConnection ending;
            synchronized (this) {
                if (over) {
                    return false;
                }
                over = true;
                ending = connection;
            }
            if (ending != null) {
                ending.close();
            }
            return true;
        }

        private synchronized boolean isOver() {
            return over;
        }

        @Override
        public void onStatus(Status status) {
            if (isOver()) {
                return;
            }
            listener.onStatus(status);
            if (status.is(StatusCode.CONNECT_APP_SHUTDOWN)) {
                over("the server stops");
            }
        }

        @Override
        public void onMedia(RtmpMessage message) {
            if (!isOver()) {
                listener.onMedia(message);
            }
        }

        @Override
        public void onGap() {
            listener.onGap();
        }

        @Override
        public void onRefused(String what, long code) {
            if (!isOver()) {
                listener.onRefused(what, code);
            }
        }

        @Override
        public void onClosed() {
            over("the connection ended");
        }
    }
}
