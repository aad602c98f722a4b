package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.Session;
import org.junit.jupiter.api.Test;

/** One camera of 1 Mbit/s and eighty players, behind links that all lose 1 %. */
class EightyPlayersTest {
    private static final boolean LONG = Boolean.getBoolean("altocumulus.test.long");
    private static final Duration DURATION = Duration.ofSeconds(LONG ? 600 : 12);
    private static final int PLAYERS = 80;
    private static final int LOOPS = 2;
    private static final long BACKLOG = 2L * World.SETTINGS.streams().queue().bytes();

    private final World world = new World(LOOPS);
    private final List<Viewer> viewers = new ArrayList<>();

    @Test
    void noFlowIsGivenUpAndEverybodyHearsEverything() {
        Client publisher = world.connected(0);
        LiveCamera camera = new LiveCamera(world, publisher.publish("camera"), 0);
        for (int i = 0; i < PLAYERS; i++) {
            Client client = world.connected(i % LOOPS);
            client.play("camera");
            viewers.add(new Viewer(world, client));
            lossy(client, i);
        }
        lossy(publisher, PLAYERS);
        camera.start(DURATION);
        for (int i = 0; i < 2 * DURATION.toSeconds(); i++) {
            world.run(Duration.ofMillis(500));
            viewers.forEach(v -> requireAlive(v.client()));
        }
        world.run(Duration.ofSeconds(6));
        requireAlive(publisher);
        for (Viewer viewer : viewers) {
            requireAlive(viewer.client());
            assertThat(viewer.audio()).isGreaterThanOrEqualTo(camera.audio() * 999 / 1000);
            assertThat(viewer.video()).isGreaterThanOrEqualTo(camera.frames() * 9 / 10);
            assertThat(viewer.lastVideo()).isGreaterThan(DURATION.toMillis() - 1_000);
            assertThat(viewer.client().serverSession().queuedBytes()).isZero();
        }
        assertThat(world.stats().connections()).isEqualTo(PLAYERS + 1);
        requireNothingRefused();
    }

    private static void lossy(Client client, int number) {
        client.uplink().lose(0.01, number);
        client.downlink().lose(0.01, 1_000L + number);
    }

    private static void requireAlive(Client client) {
        assertThat(client.closeReason()).isNull();
        assertThat(client.rejectedFlows()).isEmpty();
        assertThat(client.session().state()).isEqualTo(Session.State.OPEN);
        assertThat(client.serverSession().state()).isEqualTo(Session.State.OPEN);
        assertThat(client.serverSession().queuedBytes()).isLessThan(BACKLOG);
    }

    private void requireNothingRefused() {
        for (Refused what : Refused.values()) {
            boolean mayHappen = what == Refused.VIDEO_DROPPED || what == Refused.AUDIO_DROPPED;
            assertThat(mayHappen ? 0 : world.refused(what)).as(what.name()).isZero();
        }
        for (Discard why : Discard.values()) {
            assertThat(world.discarded(why)).as(why.name()).isZero();
        }
    }
}
