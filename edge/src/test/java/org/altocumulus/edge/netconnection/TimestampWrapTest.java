package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.amf.AmfValue;
import org.junit.jupiter.api.Test;

/** A stream whose timestamps pass 2^32 - 1 and go on at 0, after 49 days. */
class TimestampWrapTest {
    private static final long LAST = 0xffff_ffffL;
    private static final int BEFORE = 5_000;
    private static final long KEY_FRAME_BEFORE_WRAP = 120;
    private static final Duration STREAM = Duration.ofSeconds(20);

    private final World world = new World(2);
    private final List<Viewer> viewers = new ArrayList<>();

    @Test
    void playersOfAllTimesGetEverythingInOrder() {
        LiveCamera camera =
                new LiveCamera(world, world.connected(0).publish("s"), LAST - BEFORE + 1);
        join();
        world.settle();
        camera.start(STREAM);
        world.run(Duration.ofMillis(BEFORE - 700));
        // The frames that it gets at once, from the last key frame on, end before the last number.
        Viewer shortlyBefore = join();
        // And these end behind it. Until a client can play, 600 ms go by.
        Viewer shortlyAfter = join();
        world.run(STREAM);
        assertThat(viewers.get(0).audio()).isEqualTo(camera.audio());
        assertThat(viewers.get(0).video()).isEqualTo(camera.frames());
        for (Viewer viewer : viewers) {
            assertThat(viewer.lastVideo()).isBetween(14_900L, 15_000L);
        }
        long fromKeyFrame = camera.frames() - KEY_FRAME_BEFORE_WRAP;
        assertThat(shortlyBefore.video()).isEqualTo(fromKeyFrame);
        assertThat(shortlyAfter.video()).isEqualTo(fromKeyFrame);
        assertThat(world.refused(Refused.VIDEO_DROPPED)).isZero();
        assertThat(world.refused(Refused.AUDIO_DROPPED)).isZero();
    }

    private Viewer join() {
        Client client = world.connected(1);
        ClientStream player = new ClientStream(client, client.createStream());
        Viewer viewer = new Viewer(world, client);
        player.call("play", AmfValue.of("s"));
        viewers.add(viewer);
        return viewer;
    }
}
