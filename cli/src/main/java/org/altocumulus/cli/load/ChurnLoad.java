package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientException;

/**
 * Players that come at a steady rate, stay for a while and leave. What counts is how long a viewer
 * waits for a picture: from the time at which a player was meant to come to its first key frame.
 */
public final class ChurnLoad implements LoadMode {
    private static final long LONGEST = TimeUnit.DAYS.toNanos(365);

    private final LoadClients clients;
    private final LoadClock clock;
    private final Settings settings;
    private final FanoutCounts counts = new FanoutCounts();
    private final Tally tally = new Tally();
    private final Latency toStart = new Latency();
    private final Latency toKeyFrame = new Latency();
    private LoadPublisher publisher;
    private volatile Pump pump;

    /**
     * Who comes and goes.
     *
     * @param stream what is played
     * @param programme is published for it; null if somebody else publishes
     * @param players how many there may be at a time
     * @param perSecond how many come in a second
     * @param stay how long each stays after its first key frame
     */
    public record Settings(
            String stream,
            FanoutSettings.Even programme,
            int players,
            double perSecond,
            Duration stay) {}

    /**
     * @param clients closed with this
     */
    public ChurnLoad(LoadClients clients, LoadClock clock, Settings settings) {
        this.clients = clients;
        this.clock = clock;
        this.settings = settings;
    }

    @Override
    public String name() {
        return "churn";
    }

    @Override
    public String work() {
        return "join";
    }

    @Override
    public void prepare(Watch watch) throws IOException, InterruptedException {
        FanoutSettings.Even even = settings.programme();
        if (even == null) {
            return;
        }
        publisher = new LoadPublisher(counts, clock, even.programme().source(0, 1));
        CompletableFuture<Void> publishing =
                OnStream.open(
                        clients.connect(0),
                        publisher,
                        clients.timeout(),
                        (connection, stream) ->
                                publisher.publish(connection, stream, settings.stream()));
        watch.until(clock.nanos() + 2 * clients.timeout().toNanos(), publishing::isDone);
        if (!publishing.isDone() || publishing.isCompletedExceptionally()) {
            publishing.exceptionally(
                    failure -> {
                        tally.failures().count(failure);
                        return null;
                    });
            throw new ClientException("no publisher: " + tally.failures().most());
        }
    }

    @Override
    public void begin(long start, Window measured) {
        tally.window(measured);
        if (publisher != null) {
            publisher.begin(start, start + LONGEST, measured);
        }
        pump =
                new Pump(
                        clients.timers(),
                        clock,
                        new Schedule(start, settings.perSecond()),
                        settings.players(),
                        Long.MAX_VALUE,
                        this::join);
        pump.start();
    }

    /** Ends when the player has left. */
    private CompletableFuture<Void> join(long index, long intended) {
        boolean measured = tally.begins(intended);
        Viewer viewer = new Viewer();
        CompletableFuture<Void> left = new CompletableFuture<>();
        var unused =
                OnStream.open(
                                clients.connect(index),
                                viewer,
                                clients.timeout(),
                                (connection, stream) -> {
                                    var started =
                                            viewer.started()
                                                    .thenRun(
                                                            () ->
                                                                    record(
                                                                            toStart, intended,
                                                                            measured));
                                    stream.play(settings.stream());
                                    return started.thenCompose(playing -> viewer.keyFrame())
                                            .thenRun(() -> stay(connection, left));
                                })
                        .whenComplete((done, failure) -> joined(intended, measured, failure, left));
        return left;
    }

    private void record(Latency latency, long intended, boolean measured) {
        if (measured) {
            latency.record(clock.nanos() - intended);
        }
    }

    private void joined(
            long intended, boolean measured, Throwable failure, CompletableFuture<Void> left) {
        if (failure != null) {
            tally.failed(measured, failure);
            left.completeExceptionally(failure);
            return;
        }
        tally.succeeded(measured, clock.nanos());
        record(toKeyFrame, intended, measured);
    }

    private void stay(ClientConnection connection, CompletableFuture<Void> left) {
        connection
                .loop()
                .executeAfterNanos(
                        settings.stay().toNanos(),
                        () -> {
                            connection.close();
                            left.complete(null);
                        });
    }

    @Override
    public void finish(Watch watch) throws InterruptedException {
        pump.stop();
        watch.settle(
                clients.timeout().plus(settings.stay()).toNanos(),
                () ->
                        tally.all() + tally.failures().total() >= pump.started()
                                || pump.inFlight() == 0);
        if (publisher != null) {
            publisher.end();
        }
    }

    @Override
    public String progress() {
        Pump running = pump;
        return "%d joined, %d there, %d failed"
                .formatted(
                        tally.all(),
                        running == null ? 0 : running.inFlight(),
                        tally.failures().total());
    }

    @Override
    public long report(ObjectNode to, double seconds, Usage usage) {
        to.put("players", settings.players())
                .put("rate", settings.perSecond())
                .put("staySeconds", NANOSECONDS.toMillis(settings.stay().toNanos()) / 1000.0);
        tally.write(to, seconds);
        toStart.write(to.putObject("timeToStart"));
        toKeyFrame.write(to.putObject("timeToKeyFrame"));
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
