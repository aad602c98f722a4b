package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientException;
import org.altocumulus.edge.ops.Plural;

/**
 * Sessions that are there and do nothing but answer, and are asked at the end whether they live.
 */
public final class HoldLoad implements LoadMode {
    private static final int OPENING_AT_ONCE = 64;
    private static final double SLOWEST_PROBES = 500;
    private static final double PROBE_SECONDS = 5;
    private static final long PROBE_LIMIT = SECONDS.toNanos(20);

    private final LoadClients clients;
    private final LoadClock clock;
    private final int sessions;
    private final double openRate;
    private final Duration setUp;
    private final Causes failures = new Causes();
    private final Causes losses = new Causes();
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder answered = new LongAdder();
    private final List<ClientConnection> connections;
    private volatile boolean finished;

    /**
     * @param clients closed with this
     * @param openRate how many are opened in a second, at most
     * @param setUp how long opening them may take
     */
    public HoldLoad(
            LoadClients clients, LoadClock clock, int sessions, double openRate, Duration setUp) {
        this.clients = clients;
        this.clock = clock;
        this.sessions = sessions;
        this.openRate = openRate;
        this.setUp = setUp;
        this.connections = new ArrayList<>();
    }

    @Override
    public String name() {
        return "hold";
    }

    @Override
    public String work() {
        return "sessionSecond";
    }

    @Override
    public void prepare(Watch watch) throws IOException, InterruptedException {
        Pump opening =
                new Pump(
                        clients.timers(),
                        clock,
                        new Schedule(clock.nanos(), openRate),
                        OPENING_AT_ONCE,
                        sessions,
                        this::open);
        opening.start();
        watch.until(clock.nanos() + setUp.toNanos(), opening::isDone);
        opening.stop();
        if (open.get() == 0) {
            throw new ClientException("no session could be opened: " + failures.most());
        }
    }

    private CompletableFuture<ClientConnection> open(long index, long intended) {
        return clients.connect(index)
                .whenComplete(
                        (connection, failure) -> {
                            if (connection == null) {
                                failures.count(failure);
                                return;
                            }
                            open.incrementAndGet();
                            synchronized (connections) {
                                connections.add(connection);
                            }
                            var unused =
                                    connection
                                            .closed()
                                            .thenAccept(reason -> lost(String.valueOf(reason)));
                        });
    }

    private void lost(String why) {
        if (!finished) {
            open.decrementAndGet();
            losses.count(why);
        }
    }

    @Override
    public void begin(long start, Window window) {
        // The sessions are there.
    }

    /** Asks all sessions whether they live. */
    @Override
    public void finish(Watch watch) throws InterruptedException {
        List<ClientConnection> asked;
        synchronized (connections) {
            asked = List.copyOf(connections);
        }
        double perSecond = Math.max(SLOWEST_PROBES, asked.size() / PROBE_SECONDS);
        Pump probes =
                new Pump(
                        clients.timers(),
                        clock,
                        new Schedule(clock.nanos(), perSecond),
                        asked.size(),
                        asked.size(),
                        (index, intended) -> probe(asked.get((int) index)));
        probes.start();
        watch.settle(PROBE_LIMIT, probes::isDone);
        finished = true;
    }

    private CompletableFuture<Boolean> probe(ClientConnection connection) {
        return new Probe(connection)
                .ask()
                .whenComplete(
                        (alive, failure) -> {
                            if (Boolean.TRUE.equals(alive)) {
                                answered.increment();
                            }
                        });
    }

    @Override
    public String progress() {
        return "%d of %s open, %d failed, %d lost, %d answered"
                .formatted(
                        open.get(),
                        Plural.of(sessions, "session"),
                        failures.total(),
                        losses.total(),
                        answered.sum());
    }

    @Override
    public long report(ObjectNode to, double seconds, Usage usage) {
        int opened;
        synchronized (connections) {
            opened = connections.size();
        }
        to.put("sessions", sessions).put("openRate", openRate);
        to.put("opened", opened).put("failed", failures.total());
        failures.write(to.putObject("failures"));
        to.put("lost", losses.total());
        losses.write(to.putObject("losses"));
        to.put("lived", answered.sum());
        if (opened > 0) {
            costs(to, opened, usage);
        }
        return Math.round(opened * seconds);
    }

    private static void costs(ObjectNode to, int opened, Usage usage) {
        long opening = usage.serverCpuMicros(Usage.Moment.BEFORE, Usage.Moment.START);
        if (opening >= 0) {
            to.put("serverCpuMicrosPerOpening", Rounded.of((double) opening / opened));
        }
        long before = usage.serverKilobytes(Usage.Moment.BEFORE);
        long after = usage.serverKilobytes(Usage.Moment.END);
        if (before >= 0 && after >= 0) {
            to.put("serverKilobytesPerSession", Rounded.of((double) (after - before) / opened));
        }
    }

    @Override
    public boolean hasWorked() {
        return answered.sum() > 0;
    }

    @Override
    public void close() {
        clients.close();
    }
}
