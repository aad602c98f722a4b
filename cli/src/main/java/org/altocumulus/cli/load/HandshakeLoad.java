package org.altocumulus.cli.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletableFuture;
import org.altocumulus.cli.client.ClientConnection;

/** Sessions that are opened, connected to the application and closed, again and again. */
public final class HandshakeLoad implements LoadMode {
    private final LoadClients clients;
    private final LoadClock clock;
    private final int concurrency;
    private final double perSecond;
    private final Latency latency = new Latency();
    private final Tally tally = new Tally();
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
        tally.window(measured);
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
        boolean measured = tally.begins(intended);
        return clients.connect(index)
                .whenComplete(
                        (connection, failure) -> {
                            if (connection != null) {
                                connection.close();
                                opened(intended, measured);
                            } else {
                                tally.failed(measured, failure);
                            }
                        });
    }

    private void opened(long intended, boolean measured) {
        long now = clock.nanos();
        tally.succeeded(measured, now);
        if (measured) {
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
                .formatted(
                        tally.all(),
                        running == null ? 0 : running.inFlight(),
                        tally.failures().total());
    }

    @Override
    public long report(ObjectNode to, double seconds, Usage usage) {
        to.put("concurrency", concurrency);
        if (perSecond > 0) {
            to.put("rate", perSecond);
        }
        tally.write(to, seconds);
        to.put("completedInTime", tally.inTime());
        latency.write(to.putObject("latency"));
        return tally.inTime();
    }

    @Override
    public boolean hasWorked() {
        return tally.all() > 0;
    }

    @Override
    public void close() {
        clients.close();
    }
}
