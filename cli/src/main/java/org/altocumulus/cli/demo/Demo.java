package org.altocumulus.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientException;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.FlvSource;
import org.altocumulus.cli.client.LivePublisher;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.protocol.wire.HostPort;

/**
 * Runs a cluster, a publisher and four players, two of which come late. Used once, from one thread;
 * {@link #stop} may be called from another.
 */
public final class Demo {
    private static final String TEST_PATTERN = "test-pattern.flv";
    private static final int PLAYERS = 4;
    private static final int EARLY_PLAYERS = 2;
    private static final long CONNECT_SECONDS = 20;
    private static final long TABLE_MILLIS = 1000;
    private static final long LATE_MILLIS = 1500;
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final PrintWriter out;
    private final boolean terminal;
    private final SentLog log = new SentLog();
    private final LivePublisher publisher = new LivePublisher(log::onSent);
    private final List<DemoPlayer> players = new ArrayList<>();
    private volatile boolean stopped;

    /**
     * A demo that has not begun.
     *
     * @param terminal whether the table can be drawn in place
     */
    public Demo(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Makes {@link #run} end soon. */
    public void stop() {
        stopped = true;
        publisher.stop();
    }

    /**
     * Runs until the time is over or {@link #stop} is called.
     *
     * @param duration how long to publish, or null for ever
     * @return what players did not receive, a line for each; empty if all received everything
     * @throws IOException if the cluster or a client cannot start
     */
    public List<String> run(Duration duration)
            throws IOException, SettingsException, InterruptedException {
        try (DemoCluster cluster = DemoCluster.start();
                ClientEndpoint clients = ClientEndpoint.open(1)) {
            StreamUrl url =
                    StreamUrl.parse("rtmfp://" + HostPort.format(cluster.address()) + "/demo/test");
            out.println("play it: altocumulus play " + url.connection() + '/' + url.stream());
            out.println("state:   http://" + HostPort.format(cluster.admin()) + "/state");
            addPlayers(clients, url, EARLY_PLAYERS);
            Thread publishing = publish(clients, url);
            long start = System.nanoTime();
            DemoTable table = new DemoTable(out, terminal, cluster, players);
            while (!stopped && publishing.isAlive() && !isOver(start, duration)) {
                Thread.sleep(TABLE_MILLIS);
                if (players.size() < PLAYERS && millisSince(start) >= LATE_MILLIS) {
                    addPlayers(clients, url, PLAYERS);
                }
                table.draw(millisSince(start) / 1000);
            }
            boolean interrupted = stopped;
            publisher.stop();
            publishing.join();
            awaitPlayers();
            table.draw(millisSince(start) / 1000);
            return interrupted ? List.of() : faults();
        }
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static boolean isOver(long start, Duration duration) {
        return duration != null && millisSince(start) >= duration.toMillis();
    }

    private void addPlayers(ClientEndpoint clients, StreamUrl url, int upTo)
            throws IOException, InterruptedException {
        while (players.size() < upTo && !stopped) {
            DemoPlayer player = new DemoPlayer("player-" + (players.size() + 1), log);
            ClientConnection connection = await(clients.connect(url.connection(), url.server()));
            player.connected(connection);
            await(connection.createStream(player)).play(url.stream());
            players.add(player);
        }
    }

    private Thread publish(ClientEndpoint clients, StreamUrl url)
            throws IOException, InterruptedException {
        ClientConnection connection = await(clients.connect(url.connection(), url.server()));
        ClientStream stream = await(connection.createStream(publisher));
        Thread thread =
                new Thread(
                        () -> {
                            try (FlvSource source = new FlvSource(Demo::testPattern, true)) {
                                publisher.run(stream, url.stream(), source);
                            } catch (IOException e) {
                                out.println("the publisher failed: " + e.getMessage());
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "publisher");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static InputStream testPattern() throws IOException {
        InputStream pattern = Demo.class.getResourceAsStream(TEST_PATTERN);
        if (pattern == null) {
            throw new IOException(TEST_PATTERN + " is missing in this build");
        }
        return pattern;
    }

    private static <T> T await(CompletableFuture<T> future)
            throws IOException, InterruptedException {
        try {
            return future.get(CONNECT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new ClientException(e.getCause().getMessage());
        } catch (TimeoutException e) {
            throw new ClientException("no answer within " + CONNECT_SECONDS + " s");
        }
    }

    /** What is on its way at the end of publishing has to arrive yet. */
    private void awaitPlayers() throws InterruptedException {
        long deadline = System.nanoTime() + DRAIN.toNanos();
        while (!faults().isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.sleep(50);
        }
    }

    private List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (log.video().isEmpty() || players.size() < PLAYERS) {
            faults.add("published " + log.video().size() + " frames to " + players.size());
        }
        for (DemoPlayer player : players) {
            String fault = player.fault();
            if (fault != null) {
                faults.add(player.name() + ": " + fault);
            }
        }
        return faults;
    }
}
