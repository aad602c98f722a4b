package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.StreamListener;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The origin is killed under players on three edges and comes back empty some time later, or is
 * stopped for that time with its connections open. Nobody loses a frame, and who begins to publish
 * and to play meanwhile finds each other.
 */
@Tag("long")
@Timeout(400)
class OriginLossProcessTest {
    private static final boolean LONG = Boolean.getBoolean("altocumulus.test.long");
    private static final int PLAYERS = LONG ? 500 : 30;
    private static final long OUTAGE_SECONDS = LONG ? 60 : 6;
    private static final int EDGES = 3;
    private static final String UDP = "bound: UDP (127[^ ]+) .*";
    private static final String LINK = "link: TCP (.*)";
    private static final String ANY = "127.0.0.1:0";
    private static final long FRAME_MILLIS = 40;
    private static final int FRAMES_PER_KEY = 25;
    private static final int FRAME_BYTES = 1000;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void playersNoticeNothingWhereverTheStreamIsPublished(boolean killed) throws Exception {
        TestProcess origin = origin(ANY, ANY);
        List<TestProcess> edges = new ArrayList<>();
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        try (ClientEndpoint endpoint = ClientEndpoint.open(1)) {
            String udp = origin.await(UDP).group(1);
            String link = origin.await(LINK).group(1);
            for (int i = 0; i < EDGES; i++) {
                edges.add(edge(link, i));
            }
            List<Publisher> publishers = new CopyOnWriteArrayList<>();
            for (int i = 0; i < EDGES; i++) {
                publishers.add(new Publisher(connect(endpoint, edges.get(i)), "s" + i));
            }
            var unused =
                    clock.scheduleAtFixedRate(
                            () -> publishers.forEach(Publisher::sendFrame),
                            0,
                            FRAME_MILLIS,
                            TimeUnit.MILLISECONDS);
            List<Player> all = new ArrayList<>();
            for (int i = 0; i < PLAYERS; i++) {
                ClientConnection connection = connect(endpoint, edges.get(i % EDGES));
                boolean here = i / EDGES % 2 == 0;
                Publisher played = publishers.get((here ? i : i + 1) % EDGES);
                all.add(new Player(connection, played));
            }
            awaitNewFrames(all);

            if (killed) {
                origin.kill();
                origin.exitCode();
            } else {
                origin.freeze();
            }
            long away = System.nanoTime();
            List<Player> newcomers = new ArrayList<>();
            List<Double> waits = new ArrayList<>();
            for (int i = 0; i < EDGES; i++) {
                ClientConnection publishing = connect(endpoint, edges.get(i));
                ClientConnection playing = connect(endpoint, edges.get((i + 1) % EDGES));
                long begun = System.nanoTime();
                Publisher publisher = new Publisher(publishing, "new" + i);
                publishers.add(publisher);
                Player player = new Player(playing, publisher);
                Await.until("a new player plays", () -> player.last.get() > 0, () -> player);
                waits.add((System.nanoTime() - begun) / 1e9);
                newcomers.add(player);
            }
            all.addAll(newcomers);
            awaitNewFrames(all);
            TimeUnit.NANOSECONDS.sleep(
                    TimeUnit.SECONDS.toNanos(OUTAGE_SECONDS) - (System.nanoTime() - away));
            awaitNewFrames(all);
            if (killed) {
                origin = origin(udp, link);
                origin.await("ready");
            } else {
                origin.thaw();
            }
            awaitNewFrames(all);
            // All is told again within ten seconds, and the searches end after ten more.
            TimeUnit.SECONDS.sleep(LONG ? 25 : 3);
            awaitNewFrames(all);
            clock.shutdown();
            assertThat(clock.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
            for (Player player : all) {
                player.awaitLast();
            }
            System.out.printf(
                    "%d players, origin %s for %d s: new players had to wait %s s%n",
                    PLAYERS, killed ? "killed" : "stopped", OUTAGE_SECONDS, waits);
            assertThat(all).allMatch(player -> player.missing.get() == 0);
            assertThat(all).allMatch(player -> player.ends.get() == 0);
            if (LONG) {
                assertThat(waits).allMatch(seconds -> seconds < 2);
            }
        } finally {
            clock.shutdownNow();
            origin.close();
            edges.forEach(TestProcess::close);
        }
    }

    private static TestProcess origin(String udp, String link) throws Exception {
        return TestProcess.start("origin", "--bind", udp, "--link", link, "--admin", ANY);
    }

    private static TestProcess edge(String link, int index) throws Exception {
        TestProcess edge =
                TestProcess.start(
                        "edge",
                        "--bind",
                        ANY,
                        "--origin",
                        link,
                        "--set",
                        "node.id=edge-" + index,
                        "--set",
                        "media.deadline.inter-frame=60s",
                        "--set",
                        "media.deadline.key-frame=60s");
        edge.await(".* origin origin can reach this node at UDP .*");
        return edge;
    }

    private static ClientConnection connect(ClientEndpoint endpoint, TestProcess edge)
            throws Exception {
        String server = edge.await(UDP).group(1);
        return Await.result(
                endpoint.connect("rtmfp://" + server + "/live", HostPort.parse(server)));
    }

    /** Waits until each has what is published from now on. */
    private static void awaitNewFrames(List<Player> players) throws Exception {
        List<Long> newest = players.stream().map(player -> player.played.sent.get()).toList();
        Await.until(
                "new frames at all",
                () -> {
                    for (int i = 0; i < players.size(); i++) {
                        if (players.get(i).last.get() <= newest.get(i)) {
                            return false;
                        }
                    }
                    return true;
                },
                () -> players);
    }

    /** Sends frames that are numbered from 1. */
    private static final class Publisher implements StreamListener {
        final String name;
        final AtomicLong sent = new AtomicLong();
        private final ClientStream stream;

        Publisher(ClientConnection connection, String name) throws Exception {
            this.name = name;
            stream = Await.result(connection.createStream(this));
            stream.deadlines(new MediaDeadlines(PATIENCE, PATIENCE, PATIENCE));
            stream.publish(name);
        }

        void sendFrame() {
            long number = sent.incrementAndGet();
            boolean key = number % FRAMES_PER_KEY == 1;
            ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
            frame.put(HexFormat.of().parseHex(key ? "1701000000" : "2701000000"));
            frame.putLong(number);
            stream.send(RtmpMessage.of(MessageType.VIDEO, number * FRAME_MILLIS, frame.array()));
        }

        @Override
        public void onMedia(RtmpMessage message) {}
    }

    /** Counts the frames that it lacks. */
    private static final class Player implements StreamListener {
        private static final int NUMBER = 5;

        final Publisher played;
        final AtomicLong last = new AtomicLong();
        final AtomicLong missing = new AtomicLong();
        final AtomicLong ends = new AtomicLong();

        Player(ClientConnection connection, Publisher played) throws Exception {
            this.played = played;
            Await.result(connection.createStream(this)).play(played.name);
        }

        void awaitLast() throws Exception {
            Await.until("the last frame", () -> last.get() == played.sent.get(), () -> last.get());
        }

        @Override
        public void onMedia(RtmpMessage message) {
            if (MediaKind.of(message).isVideo()) {
                byte[] frame = message.encoded();
                int payload = frame.length - message.payloadLength();
                long number = ByteBuffer.wrap(frame).getLong(payload + NUMBER);
                long before = last.getAndSet(number);
                missing.addAndGet(before == 0 ? 0 : number - before - 1);
            }
        }

        @Override
        public void onStatus(Status status) {
            if (status.is(StatusCode.PLAY_UNPUBLISH_NOTIFY)) {
                ends.incrementAndGet();
            }
        }

        @Override
        public String toString() {
            return played.name + " to " + last + " of " + played.sent + ", lacks " + missing;
        }
    }
}
