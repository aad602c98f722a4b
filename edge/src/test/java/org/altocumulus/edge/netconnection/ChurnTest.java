package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.vectors.Mutations;
import org.junit.jupiter.api.Test;

class ChurnTest {
    private static final int STEPS = 120;
    private static final int SHARE_OF_ALL_ROUNDS = 100;

    @Test
    void countsReturnToZeroWhateverClientsDo() {
        Mutations.seeds()
                .limit(Mutations.ROUNDS / SHARE_OF_ALL_ROUNDS)
                .forEach(
                        seed -> {
                            try {
                                churn(new Random(seed));
                            } catch (RuntimeException | AssertionError e) {
                                throw new AssertionError("seed " + seed, e);
                            }
                        });
    }

    @Test
    void steadySessionOutlivesManyShortOnes() {
        World world = new World(2);
        ClientStream steady = world.connected(0).publish("steady");
        ClientStream viewer = world.connected(1).play("steady");
        for (int i = 0; i < 300; i++) {
            Client client = world.connected(i % 2);
            client.play("steady");
            client.publish("short");
            client.session().close(world.now());
            world.settle();
            assertThat(world.stats()).isEqualTo(new ApplicationStats(2, 1, 1));
        }
        steady.video(0, Media.KEY);
        world.settle();
        assertThat(viewer.gotVideo()).hasSize(1);
        world.requireThatStrictClientsLive();
    }

    private static void churn(Random random) {
        RecordingCluster cluster = new RecordingCluster(true);
        World world = new World(1 + random.nextInt(3), World.SETTINGS, cluster);
        List<Client> clients = new ArrayList<>();
        List<ClientStream> streams = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            act(world, random, clients, streams);
            if (random.nextInt(4) == 0) {
                world.run(Duration.ofMillis(random.nextInt(50)));
            }
        }
        world.settle();
        requireSoundCalls(cluster.calls());
        assertThat(world.stats().streams()).isEqualTo(world.application().published().size());
        world.requireThatStrictClientsLive();
        clients.forEach(client -> client.session().close(world.now()));
        world.run(Duration.ofMinutes(3));
        assertThat(world.stats()).isEqualTo(new ApplicationStats(0, 0, 0));
        assertThat(world.application().wanted()).isEmpty();
        requireSoundCalls(cluster.calls());
        assertThat(open(cluster.calls())).isEmpty();
    }

    private static void act(
            World world, Random random, List<Client> clients, List<ClientStream> streams) {
        int what = random.nextInt(12);
        String name = "s" + random.nextInt(3);
        if (what == 0 || clients.isEmpty()) {
            clients.add(world.connected(random.nextInt(world.loopCount())));
            return;
        }
        Client client = clients.get(random.nextInt(clients.size()));
        boolean open = client.closeReason() == null;
        if (what == 1 && open) {
            if (random.nextBoolean()) {
                client.session().close(world.now());
            } else {
                client.vanish();
                clients.remove(client);
                streams.removeIf(stream -> stream.belongsTo(client));
            }
        } else if (what == 2 && open && client.createdStreams() < 6) {
            streams.add(new ClientStream(client, client.createStream()));
        } else if (!streams.isEmpty()) {
            ClientStream stream = streams.get(random.nextInt(streams.size()));
            switch (what) {
                case 3, 4 -> stream.call("publish", AmfValue.of(name));
                case 5, 6 -> stream.call("play", AmfValue.of(name));
                case 7 -> stream.call("closeStream");
                case 8 -> stream.call("pause", AmfValue.of(random.nextBoolean()));
                case 9 -> stream.audio(0, Media.AAC);
                default -> stream.video(0, random.nextBoolean() ? Media.KEY : Media.INTER);
            }
        }
    }

    /** Each stream is published and unpublished, wanted and unwanted by turns. */
    private static void requireSoundCalls(List<String> calls) {
        Set<String> open = new HashSet<>();
        for (String call : calls) {
            if (call.startsWith("un")) {
                assertThat(open.remove(call.substring(2))).as(call).isTrue();
            } else {
                assertThat(open.add(call)).as(call).isTrue();
            }
        }
    }

    private static Set<String> open(List<String> calls) {
        Set<String> open = new HashSet<>();
        for (String call : calls) {
            if (call.startsWith("un")) {
                open.remove(call.substring(2));
            } else {
                open.add(call);
            }
        }
        return open;
    }
}
