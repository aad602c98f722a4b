package org.altocumulus.cli.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.altocumulus.cli.client.ClientConnection;

/** Sessions that are opened, connected to the application and closed, again and again. */
public final class HandshakeLoad implements LoadMode {
    private final LoadClients clients;
    private final LoadClock clock;
    private final int concurrency;
    private final double perSecond;
    private final Latency latency = new Latency();
    private final Causes failures = new Causes();
    private final LongAdder attempted = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder inTime = new LongAdder();
    private final LongAdder all = new LongAdder();
    private volatile Window window;
    private volatile Pump pump;

    /**
     * @param clients closed with this
     * @param concurrency openings at a time, at most
     * @param perSecond how many are begun in a second; 0 for the next as soon as one is open
     */
    public HandshakeLoad(LoadClients clients, LoadClock clock, int concurrency, double perSecond) {
        this.clients = clients;
        this.clock = clock;
        this.concurrency = concurrency;
        this.perSecond = perSecond;
    }

    @Override
    public String name() {
        return "handshake";
    }

    @Override
    public String work() {
        return "handshake";
    }

    @Override
    public void begin(long start, Window measured) {
        window = measured;
        Schedule schedule = perSecond > 0 ? new Schedule(start, perSecond) : null;
        pump =
                new Pump(
                        clients.timers(),
                        clock,
                        schedule,
                        concurrency,
                        Long.MAX_VALUE,
                        this::attempt);
        pump.start();
    }

    private CompletableFuture<ClientConnection> attempt(long index, long intended) {
        boolean measured = window.contains(intended);
        if (measured) {
            attempted.increment();
        }
        return clients.connect(index)
                .whenComplete(
                        (connection, failure) -> {
                            if (connection != null) {
                                connection.close();
                                opened(intended, measured);
                            } else if (measured) {
                                failures.count(failure);
                            }
                        });
    }

    private void opened(long intended, boolean measured) {
        long now = clock.nanos();
        all.increment();
        if (window.contains(now)) {
            inTime.increment();
        }
        if (measured) {
            completed.increment();
            latency.record(now - intended);
        }
    }

    @Override
    public void finish(Watch watch) throws InterruptedException {
        pump.stop();
        watch.settle(clients.timeout().toNanos(), () -> pump.inFlight() == 0);
    }

    @Override
    public String progress() {
        Pump running = pump;
        return "%d open, %d opening, %d failed"
                .formatted(all.sum(), running == null ? 0 : running.inFlight(), failures.total());
    }

    @Override
    public long report(ObjectNode to, double seconds, Usage usage) {
        to.put("concurrency", concurrency);
        if (perSecond > 0) {
            to.put("rate", perSecond);
        }
        to.put("started", attempted.sum())
                .put("completed", completed.sum())
                .put("failed", failures.total());
        failures.write(to.putObject("failures"));
        to.put("completedInTime", inTime.sum());
        to.put("perSecond", Rounded.of(inTime.sum() / Math.max(seconds, 1e-9)));
        latency.write(to.putObject("latency"));
        return inTime.sum();
    }

    @Override
    public boolean hasWorked() {
        return all.sum() > 0;
    }

    @Override
    public void close() {
        clients.close();
    }
}
