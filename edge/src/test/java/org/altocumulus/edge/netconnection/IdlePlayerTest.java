package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.chunk.BitmapAck;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Players of a live stream of 1 Mbit/s that take nothing for ten minutes. */
class IdlePlayerTest {
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
    private static final Duration STREAM = TEN_MINUTES.plusSeconds(40);

    /** What a flow may hold beyond the queue: a frame, and what keeps it busy. */
    private static final long FLOW_BYTES = 100_000;

    private final World world = new World(2);
    private LiveCamera camera;
    private Client client;
    private ClientStream player;
    private Viewer viewer;

    @BeforeEach
    void play() {
        camera = new LiveCamera(world, world.connected(0).publish("s"), 0);
        client = world.connected(1);
        player = client.play("s");
        viewer = new Viewer(world, client);
        viewer.measureAge(camera, World.SETTINGS.streams().queue().time().plusSeconds(1));
        camera.start(STREAM);
        world.run(Duration.ofSeconds(10));
        assertThat(viewer.video()).isPositive();
    }

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    @Test
    void nothingIsKeptForAPausedPlayerAndItGoesOnAtAKeyFrame() {
        player.call("pause", AmfValue.of(true), AmfValue.of(0));
        world.run(Duration.ofSeconds(1));
        viewer.reset();
        for (int i = 0; i < TEN_MINUTES.toSeconds(); i++) {
            world.run(Duration.ofSeconds(1));
            assertThat(client.serverSession().queuedBytes()).isZero();
        }
        assertThat(viewer.bytes()).isZero();
        player.call("pause", AmfValue.of(false), AmfValue.of(0));
        world.run(Duration.ofSeconds(4));
        assertThat(MediaKind.of(viewer.firstVideo())).isNotEqualTo(MediaKind.INTER_FRAME);
        assertThat(viewer.video()).isPositive();
        assertThat(viewer.oldBytes()).isZero();
    }

    @Test
    void aPlayerWhoseWindowIsClosedIsKeptWithAFewSecondsOfTheStream() {
        client.edit(IdlePlayerTest::withClosedWindow);
        world.run(Duration.ofSeconds(1));
        long most = 0;
        for (int i = 0; i < TEN_MINUTES.toSeconds(); i++) {
            world.run(Duration.ofSeconds(1));
            most = Math.max(most, client.serverSession().queuedBytes());
        }
        assertThat(most).isBetween(1L, FLOW_BYTES);
        assertThat(client.serverSession().state()).isEqualTo(Session.State.OPEN);
        assertThat(world.refused(Refused.VIDEO_DROPPED)).isGreaterThan(17_000);
        viewer.reset();
        client.edit(chunk -> chunk);
        world.run(Duration.ofSeconds(4));
        assertThat(viewer.bytes())
                .isLessThan(World.SETTINGS.streams().queue().bytes() + FLOW_BYTES);
        assertThat(viewer.oldBytes()).isLessThan(FLOW_BYTES);
        world.run(Duration.ofSeconds(66));
        assertThat(viewer.lastVideo()).isGreaterThan(STREAM.toMillis() - 1_000);
    }

    @Test
    void aPlayerThatAcknowledgesNothingIsGoneWithinAMinuteAndSoIsWhatItHeld() {
        client.edit(chunk -> isAcknowledgement(chunk) ? null : chunk);
        Session session = client.serverSession();
        long most = 0;
        for (int i = 0; i < 75; i++) {
            world.run(Duration.ofSeconds(1));
            most = Math.max(most, session.queuedBytes());
        }
        assertThat(most).isLessThan(FLOW_BYTES);
        assertThat(session.state()).isEqualTo(Session.State.CLOSED);
        assertThat(session.queuedBytes()).isZero();
        assertThat(world.stats().connections()).isEqualTo(1);
        world.run(Duration.ofSeconds(60));
        assertThat(client.closeReason()).as("it is told").isEqualTo(CloseReason.FAR_CLOSED);
    }

    private static boolean isAcknowledgement(Chunk chunk) {
        return chunk instanceof RangeAck || chunk instanceof BitmapAck;
    }

    private static Chunk withClosedWindow(Chunk chunk) {
        return chunk instanceof RangeAck ack
                ? new RangeAck(ack.flowId(), 0, ack.cumulativeAck(), ack.ranges())
                : chunk;
    }
}
