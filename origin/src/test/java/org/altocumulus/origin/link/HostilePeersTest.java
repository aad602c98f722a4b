package org.altocumulus.origin.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkState;
import org.altocumulus.protocol.cluster.MutatedFrames;
import org.altocumulus.protocol.cluster.Seeds;
import org.junit.jupiter.api.Test;

/** Whatever some peers send, or do not read, others have their streams and reports all the same. */
class HostilePeersTest {
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int ROUNDS = 30;
    private static final int STREAMS = OriginUnderTest.FEW_STREAMS;

    /** An origin with a stream from one edge to another, and with peers that mean no good. */
    private static final class World {
        final OriginUnderTest origin;
        final Random random;
        final LinkConnection publisher;
        final LinkConnection publisherMedia;
        final LinkConnection player;
        final LinkConnection playerMedia;
        final List<LinkConnection> hostile = new ArrayList<>();
        long now;
        int sequence;

        World(long seed) {
            random = new Random(seed);
            origin = new OriginUnderTest(new Random(seed), null);
            publisher = connect("good-1", "role=control");
            publisherMedia = media("good-1", register(publisher, "10.0.0.1:1"));
            player = connect("good-2", "role=control");
            playerMedia = media("good-2", register(player, "10.0.0.1:2"));
            type(publisher, "PUBLISH app=good name=show publication=g-1 age=0\n", now);
            type(player, "WANT app=good name=show\n", now);
            type(publisherMedia, "START app=good name=show publication=g-1\n", now);
            assertThat(written(playerMedia, now)).contains("START app=good name=show");
            // Wants what all want, and never reads.
            LinkConnection slow = connect("bad-slow", "role=control");
            hostile.add(media("bad-slow", register(slow, "10.0.0.1:3")));
            type(slow, "WANT app=good name=show\n", now);
            hostile.add(slow);
        }

        LinkConnection connect(String node, String role) {
            LinkConnection connection = origin.links.accept(true, now);
            type(
                    connection,
                    "HELLO id=1 versions=1-2 node="
                            + node
                            + " instance=1 software=test nonce="
                            + "0".repeat(64)
                            + ' '
                            + role
                            + '\n',
                    now);
            written(connection, now);
            return connection;
        }

        LinkConnection media(String node, String session) {
            return connect(node, "role=media session=" + session);
        }

        String register(LinkConnection control, String address) {
            type(
                    control,
                    "REGISTER id=2 advertise="
                            + address
                            + " capacity=0 fingerprint="
                            + "0".repeat(64)
                            + '\n',
                    now);
            return written(control, now).replaceAll("(?s).*session=([0-9a-f]{32}).*", "$1");
        }

        void attack() {
            hostile.removeIf(connection -> connection.state() == LinkState.CLOSED);
            while (hostile.size() < 6) {
                String node = "bad-" + random.nextInt(3);
                if (random.nextInt(3) == 0) {
                    hostile.add(origin.links.accept(true, now));
                    continue;
                }
                LinkConnection control = connect(node, "role=control");
                hostile.add(control);
                String session = register(control, "10.0.0.2:" + (1 + random.nextInt(3)));
                if (random.nextBoolean() && session.length() == 32) {
                    hostile.add(media(node, session));
                }
            }
            for (LinkConnection connection : hostile) {
                for (int i = random.nextInt(8); i > 0; i--) {
                    byte[] bytes = MutatedFrames.next(random);
                    connection.receive(bytes, 0, bytes.length, now);
                }
                if (random.nextInt(4) == 0) {
                    written(connection, now);
                }
                if (random.nextInt(16) == 0) {
                    connection.disconnected(now);
                }
            }
            origin.answerProbes();
        }

        void work() {
            int clients = random.nextInt(1000);
            type(publisher, "LOAD id=9 seq=%d clients=%d\n".formatted(sequence + 1, clients), now);
            assertThat(written(publisher, now)).endsWith("OK id=9\n");
            assertThat(view("good-1").clients()).isEqualTo(clients);
            type(player, "WANT id=8 app=good name=show\n", now);
            assertThat(written(player, now)).endsWith("OK id=8 publication=g-1\n");

            byte[] payload = new byte[1 + random.nextInt(2000)];
            random.nextBytes(payload);
            String line =
                    "MEDIA app=good name=show seq=%d type=9 time=%d kind=%s bytes=%d\n"
                            .formatted(
                                    sequence,
                                    sequence * 40,
                                    sequence % 10 == 0 ? "key" : "inter",
                                    payload.length);
            sequence++;
            type(publisherMedia, line, now);
            publisherMedia.receive(payload, 0, payload.length, now);
            type(publisherMedia, "\n", now);
            assertThat(next(playerMedia)).isEqualTo(line);
            assertThat(playerMedia.poll(now)).isEqualTo(payload);
            type(playerMedia, "PONG\n", now);
        }

        /** The next line of media, heartbeats passed over; its body has to follow. */
        private String next(LinkConnection connection) {
            String line = "PING\n";
            while (line.equals("PING\n")) {
                byte[] bytes = connection.poll(now);
                assertThat(bytes).as("message " + sequence).isNotNull();
                line = new String(bytes, UTF_8);
            }
            return line;
        }

        EdgeView view(String node) {
            return origin.registry.view(now).stream()
                    .filter(edge -> edge.identity().node().equals(node))
                    .findFirst()
                    .orElseThrow();
        }

        void tick() {
            now += STEP;
            origin.links.tick(now);
            written(publisherMedia, now);
            byte[] newline = playerMedia.poll(now);
            assertThat(newline).as("after a body").isEqualTo(new byte[] {'\n'});
        }

        void checkBounds() {
            assertThat(origin.links.connections()).isLessThanOrEqualTo(hostile.size() + 4);
            assertThat(origin.directory.published().size()).isLessThanOrEqualTo(4 * STREAMS);
            for (LinkConnection connection : hostile) {
                long waiting = 0;
                for (byte[] next = connection.poll(now); next != null; ) {
                    waiting += next.length;
                    next = connection.poll(now);
                }
                assertThat(waiting).isLessThan(24 << 20);
            }
        }
    }

    @Test
    void aStreamAndReportsPassWhileOthersSendAnythingAndReadNothing() {
        Seeds.of(1, 100, 10_000)
                .forEach(
                        seed -> {
                            try {
                                World world = new World(seed);
                                for (int round = 0; round < ROUNDS; round++) {
                                    world.attack();
                                    world.work();
                                    world.tick();
                                }
                                world.checkBounds();
                            } catch (RuntimeException | Error e) {
                                fail("seed " + seed, e);
                            }
                        });
    }

    @Test
    void whoAsksForMoreAnswersThanItReadsLosesItsConnection() {
        World world = new World(1);
        LinkConnection greedy = world.connect("bad-greedy", "role=control");
        for (int i = 0; i < 1000 && greedy.state() == LinkState.OPEN; i++) {
            type(greedy, "PING id=1\n".repeat(1000), world.now);
            world.work();
            written(world.playerMedia, world.now);
        }
        assertThat(greedy.state()).isEqualTo(LinkState.CLOSED);
        assertThat(written(greedy, world.now)).isEmpty();
    }

    @Test
    void anEdgeHasNoMoreStreamsThanItMay() {
        World world = new World(1);
        LinkConnection greedy = world.connect("bad-greedy", "role=control");
        world.register(greedy, "10.0.0.2:9");
        for (int i = 0; i < 2 * STREAMS; i++) {
            type(greedy, "PUBLISH app=a name=s%d publication=%d age=0\n".formatted(i, i), 0);
            type(greedy, "WANT app=a name=w%d\n".formatted(i), 0);
        }
        assertThat(written(greedy, 0)).contains("ERROR reason=too-many");
        assertThat(world.origin.directory.published()).hasSize(STREAMS + 1);
        assertThat(world.origin.directory.wantedBy("bad-greedy")).hasSize(STREAMS);
        world.work();
    }
}
