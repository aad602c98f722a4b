package org.altocumulus.chaos;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.ReconnectSettings;
import org.altocumulus.cli.client.ReconnectingStream;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.protocol.wire.HostPort;

/**
 * A client that begins at a node of its own and, when it has lost that, goes wherever the origin
 * sends it, as applications do.
 */
abstract class Guest implements ReconnectingStream.Listener, AutoCloseable {
    private static final ReconnectSettings SETTINGS =
            new ReconnectSettings(
                    Duration.ofMillis(300),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(10));

    private static final long FIRST_PAUSE_MILLIS = 500;

    private final ClientEndpoint endpoint;
    private final Diary diary;
    private final String name;
    private final InetSocketAddress home;
    private final InetSocketAddress origin;
    private final String stream;
    private ReconnectingStream current;
    private boolean closed;
    private boolean away;
    private int losses;
    private volatile InetSocketAddress server;
    private volatile String lastLoss = "";

    /**
     * @param name in the diary
     * @param home where it begins
     * @param origin where it asks when it has lost that
     * @param stream the name of a stream
     */
    Guest(
            ClientEndpoint endpoint,
            Diary diary,
            String name,
            InetSocketAddress home,
            InetSocketAddress origin,
            String stream) {
        this.endpoint = endpoint;
        this.diary = diary;
        this.name = name;
        this.home = home;
        this.origin = origin;
        this.stream = stream;
    }

    /** Connects to its node, from wherever it is. */
    final void goHome() {
        synchronized (this) {
            away = false;
        }
        open(home);
    }

    private void open(InetSocketAddress to) {
        StreamUrl target = StreamUrl.parse("rtmfp://" + HostPort.format(to) + "/live/" + stream);
        ReconnectingStream opened =
                new ReconnectingStream(
                        endpoint, target, SETTINGS, ThreadLocalRandom.current(), this);
        ReconnectingStream before;
        synchronized (this) {
            if (closed) {
                return;
            }
            before = current;
            current = opened;
            server = null;
        }
        if (before != null) {
            before.close();
        }
        opened.start();
    }

    /** Something worth remembering. */
    final void note(String what) {
        diary.note(name + ' ' + what);
    }

    /** Its name. */
    final String name() {
        return name;
    }

    /** The name of the stream. */
    final String stream() {
        return stream;
    }

    /** Where it is; null while it is nowhere. */
    final InetSocketAddress server() {
        return server;
    }

    /** Whether it is where it began. */
    final boolean isHome() {
        return home.equals(server);
    }

    /** How often it has lost its connection. */
    final synchronized int losses() {
        return losses;
    }

    /** Why it lost its connection last; empty if it never did. */
    final String lastLoss() {
        return lastLoss;
    }

    /** It has a stream: publish or play. */
    abstract void begin(ClientStream created);

    /** It has none any more. */
    abstract void ended();

    /** Asks for another connection, since this one is of no use. */
    final void retry(String why) {
        ReconnectingStream opened;
        synchronized (this) {
            opened = current;
        }
        if (opened != null) {
            opened.retry(why);
        }
    }

    @Override
    public final void onReady(ClientStream created, InetSocketAddress at) {
        server = at;
        diary.note(name + " is at " + at);
        begin(created);
    }

    @Override
    public final void onLost(String why) {
        boolean leaves;
        synchronized (this) {
            server = null;
            losses++;
            lastLoss = why;
            leaves = !away;
            away = true;
        }
        diary.note(name + " lost its connection: " + why);
        ended();
        if (leaves) {
            // Not all in the same moment, as people do not either.
            long pause = ThreadLocalRandom.current().nextLong(FIRST_PAUSE_MILLIS);
            CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS)
                    .execute(() -> open(origin));
        }
    }

    @Override
    public void close() {
        ReconnectingStream opened;
        synchronized (this) {
            closed = true;
            opened = current;
            server = null;
        }
        if (opened != null) {
            opened.close();
        }
    }
}
