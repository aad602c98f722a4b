package org.altocumulus.integration;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.ReconnectSettings;
import org.altocumulus.cli.client.ReconnectingStream;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;

/** A player that comes back when its server is gone, and where it was. */
final class ReturningPlayer implements ReconnectingStream.Listener, AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ENOUGH = 2;

    private final AtomicLong keyFrames = new AtomicLong();
    private final List<InetSocketAddress> servers = new CopyOnWriteArrayList<>();
    private final List<String> losses = new CopyOnWriteArrayList<>();

    /** How long each loss lasted, in nanoseconds: from noticing it until there is media again. */
    private final List<Long> pauses = new CopyOnWriteArrayList<>();

    private volatile long lostAt;
    private final List<String> faults;
    private final StreamUrl target;
    private final ReconnectingStream stream;

    /**
     * Begins to play.
     *
     * @param faults takes the reason if it gives up
     */
    ReturningPlayer(ClientEndpoint endpoint, StreamUrl target, List<String> faults) {
        this.target = target;
        this.faults = faults;
        this.stream =
                new ReconnectingStream(endpoint, target, ReconnectSettings.DEFAULT, RANDOM, this);
        stream.start();
    }

    /** Waits until each has received something new. */
    static void awaitPlaying(List<ReturningPlayer> players) throws Exception {
        players.forEach(player -> player.keyFrames.set(0));
        Await.until(
                "all play",
                () -> players.stream().allMatch(player -> player.keyFrames.get() >= ENOUGH),
                () -> players);
    }

    /** The servers that took it, in their order. */
    List<InetSocketAddress> servers() {
        return servers;
    }

    /** How often that server took it. */
    long times(InetSocketAddress server) {
        return servers.stream().filter(server::equals).count();
    }

    /** Where it is, or was last. */
    InetSocketAddress server() {
        return servers.get(servers.size() - 1);
    }

    /** The longest that one of them was without media after it had noticed a loss, in seconds. */
    static double longestPause(List<ReturningPlayer> players) {
        long longest =
                players.stream()
                        .flatMap(player -> player.pauses.stream())
                        .mapToLong(Long::longValue)
                        .max()
                        .orElse(0);
        return longest / 1e9;
    }

    @Override
    public void onReady(ClientStream ready, InetSocketAddress server) {
        servers.add(server);
        keyFrames.set(0);
        ready.play(target.stream());
    }

    @Override
    public void onMedia(RtmpMessage message) {
        if (MediaKind.of(message).isKeyFrame()) {
            long since = lostAt;
            if (since != 0) {
                pauses.add(System.nanoTime() - since);
                lostAt = 0;
            }
            keyFrames.incrementAndGet();
        }
    }

    @Override
    public void onLost(String why) {
        losses.add(why);
        lostAt = lostAt == 0 ? System.nanoTime() : lostAt;
    }

    @Override
    public void onGaveUp(String why) {
        faults.add(why);
    }

    @Override
    public void close() {
        stream.close();
    }

    @Override
    public String toString() {
        return keyFrames + " key frames, at " + servers + " after " + losses;
    }
}
