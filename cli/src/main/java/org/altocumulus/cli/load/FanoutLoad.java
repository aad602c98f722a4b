package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.altocumulus.cli.client.ClientException;
import org.altocumulus.edge.ops.Plural;

/**
 * Streams that are published and played. Every message says when it was meant to be sent, and is
 * counted when it comes to a player.
 */
public final class FanoutLoad implements LoadMode {
    private static final int OPENING_AT_ONCE = 32;
    private static final long QUIET = SECONDS.toNanos(1);
    private static final long DRAIN_LIMIT = SECONDS.toNanos(10);

    private final LoadClients publisherClients;
    private final LoadClients playerClients;
    private final LoadClock clock;
    private final FanoutSettings settings;
    private final FanoutCounts counts = new FanoutCounts();
    private final Causes failures = new Causes();
    private final List<LoadPublisher> publishers = new ArrayList<>();
    private final List<LoadPlayer> players = new ArrayList<>();
    private boolean complete;
    private double drainedAt;

    /**
     * @param publisherClients closed with this
     * @param playerClients closed with this; may be the same
     */
    public FanoutLoad(
            LoadClients publisherClients,
            LoadClients playerClients,
            LoadClock clock,
            FanoutSettings settings) {
        this.publisherClients = publisherClients;
        this.playerClients = playerClients;
        this.clock = clock;
        this.settings = settings;
    }

    @Override
    public String name() {
        return "fanout";
    }

    @Override
    public String work() {
        return "message";
    }

    @Override
    public void prepare(Watch watch) throws IOException, InterruptedException {
        long limit = clock.nanos() + settings.setUp().toNanos();
        for (int i = 0; i < settings.publishers(); i++) {
            publishers.add(
                    new LoadPublisher(
                            counts, clock, settings.programme().source(i, settings.publishers())));
        }
        boolean inTime = open(watch, limit, settings.publishers(), this::publish);
        if (failures.total() > 0 || !inTime) {
            throw new ClientException("no publisher: " + failures.most());
        }
        open(watch, limit, settings.players(), this::play);
        synchronized (this) {
            complete = true;
            if (players.isEmpty()) {
                throw new ClientException("no player: " + failures.most());
            }
        }
    }

    private boolean open(Watch watch, long limit, int number, Pump.Task task)
            throws InterruptedException {
        Pump opening =
                new Pump(
                        playerClients.timers(),
                        clock,
                        new Schedule(clock.nanos(), settings.openRate()),
                        OPENING_AT_ONCE,
                        number,
                        task);
        opening.start();
        boolean inTime = watch.until(limit, opening::isDone);
        opening.stop();
        return inTime;
    }

    private CompletableFuture<?> publish(long index, long intended) {
        LoadPublisher publisher = publishers.get((int) index);
        String name = settings.streamName((int) index);
        return OnStream.open(
                        publisherClients.connect(index),
                        publisher,
                        publisherClients.timeout(),
                        (connection, stream) -> publisher.publish(connection, stream, name))
                .whenComplete(
                        (done, failure) -> {
                            if (failure != null) {
                                failures.count(failure);
                            }
                        });
    }

    private CompletableFuture<?> play(long index, long intended) {
        int of = (int) (index % settings.publishers());
        LoadPlayer player = new LoadPlayer(counts, clock);
        return OnStream.open(
                        playerClients.connect(index),
                        player,
                        playerClients.timeout(),
                        (connection, stream) -> {
                            stream.play(settings.streamName(of));
                            return player.started();
                        })
                .whenComplete((done, failure) -> playing(player, of, failure));
    }

    private synchronized void playing(LoadPlayer player, int of, Throwable failure) {
        if (failure == null && complete) {
            // It plays on, and what it gets is not counted.
            player.end();
            failures.count("too late");
        } else if (failure == null) {
            players.add(player);
            publishers.get(of).addPlayer();
        } else {
            player.end();
            failures.count(failure);
        }
    }

    @Override
    public synchronized void begin(long start, Window window) {
        players.forEach(player -> player.window(window));
        publishers.forEach(publisher -> publisher.begin(start, window.end(), window));
    }

    /** Waits until all has come, or nothing more comes. */
    @Override
    public void finish(Watch watch) throws InterruptedException {
        publishers.forEach(LoadPublisher::end);
        long began = clock.nanos();
        long before = -1;
        while (isMissing() && counts.all.sum() != before && clock.nanos() - began < DRAIN_LIMIT) {
            before = counts.all.sum();
            watch.settle(QUIET, () -> !isMissing());
        }
        drainedAt = (clock.nanos() - began) / (double) SECONDS.toNanos(1);
        synchronized (this) {
            players.forEach(LoadPlayer::end);
        }
    }

    private boolean isMissing() {
        return counts.delivered.sum() < counts.expected.sum();
    }

    @Override
    public String progress() {
        int playing;
        synchronized (this) {
            playing = players.size();
        }
        return "%s, %s, %d sent, %d delivered of %d, %d failed, %d lost"
                .formatted(
                        Plural.of(publishers.size(), "publisher"),
                        Plural.of(playing, "player"),
                        counts.sent.sum(),
                        counts.delivered.sum(),
                        counts.expected.sum(),
                        failures.total(),
                        counts.lost.total());
    }

    @Override
    public synchronized long report(ObjectNode to, double seconds, Usage usage) {
        settings.write(to);
        long delivered = counts.delivered.sum();
        to.put("playing", players.size()).put("failed", failures.total());
        failures.write(to.putObject("failures"));
        to.put("ended", counts.lost.total());
        counts.lost.write(to.putObject("ends"));
        to.put("sent", counts.sent.sum())
                .put("unsent", counts.unsent.sum())
                .put("expected", counts.expected.sum())
                .put("delivered", delivered)
                .put("lost", Math.max(0, counts.expected.sum() - delivered))
                .put("outOfOrder", counts.outOfOrder.sum())
                .put("perSecond", Rounded.of(delivered / Math.max(seconds, 1e-9)))
                .put("bitsPerSecond", Math.round(counts.bytes.sum() * 8 / Math.max(seconds, 1e-9)))
                .put("drainSeconds", Rounded.of(drainedAt));
        counts.latency.write(to.putObject("latency"));
        return delivered;
    }

    @Override
    public boolean hasWorked() {
        return counts.delivered.sum() > 0;
    }

    @Override
    public void close() {
        publisherClients.close();
        if (playerClients != publisherClients) {
            playerClients.close();
        }
    }
}
