package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.stream.StreamLoop;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

/** Clients that play, publish and release streams as fast as they can. */
class CommandLimitTest {
    private static final int MANY = 3000;
    private static final StreamKey KEY = new StreamKey("app", "s");

    private final RecordingCluster cluster = new RecordingCluster(true);
    private final World world = new World(2, World.SETTINGS, cluster);

    @Test
    void aClientThatPlaysAndStopsThousandsOfTimesIsRefusedSomeAndServedAgainLater() {
        ClientStream stream = world.connected(0).play("s0");
        for (int i = 1; i < MANY; i++) {
            stream.call("play", AmfValue.of("s" + i));
            stream.call("closeStream");
        }
        world.run(Duration.ofSeconds(5));
        long refused = world.refused(Refused.COMMANDS_LIMITED);
        assertThat(refused).isBetween(MANY - NetStreams.COMMAND_BURST - 500L, MANY - 1000L);
        assertThat(cluster.calls().stream().filter(call -> call.startsWith("want ")))
                .hasSize((int) (MANY - refused));
        assertThat(stream.codes()).contains("NetStream.Play.Failed");

        world.run(Duration.ofSeconds(30));
        stream.call("play", AmfValue.of("again"));
        world.settle();
        assertThat(world.refused(Refused.COMMANDS_LIMITED)).isEqualTo(refused);
        assertThat(cluster.calls()).endsWith("want app/again");
    }

    @Test
    void aClientThatPublishesAndUnpublishesThousandsOfTimesIsRefusedSome() {
        ClientStream stream = world.connected(0).publish("s0");
        for (int i = 1; i < MANY; i++) {
            stream.call("publish", AmfValue.of("s" + i), AmfValue.of("live"));
        }
        world.run(Duration.ofSeconds(5));
        long refused = world.refused(Refused.COMMANDS_LIMITED);
        assertThat(refused).isBetween(MANY - NetStreams.COMMAND_BURST - 500L, MANY - 1000L);
        assertThat(world.refused(Refused.PUBLISH_REFUSED)).isEqualTo(refused);
        assertThat(world.application().published()).isEmpty();
    }

    @Test
    void commandsForALoopThatDoesNotKeepUpAreRefusedWithAStatus() {
        Client client = world.connected(0);
        int index = Math.floorMod(KEY.hashCode(), 2);
        StreamLoop home = client.serverConnection().loop().node().streams.loop(index);
        List<Runnable> waiting = new ArrayList<>();
        for (int i = 0; i < StreamLoop.MAX_COMMANDS; i++) {
            assertThat(home.hasRoomForCommands()).isTrue();
            waiting.add(home.command(() -> {}));
        }
        assertThat(home.hasRoomForCommands()).isFalse();
        Client other = world.connected(1 - index);
        assertThat(other.play(KEY.name()).codes()).containsExactly("NetStream.Play.Failed");
        assertThat(other.publish(KEY.name()).codes()).containsExactly("NetStream.Publish.BadName");
        assertThat(world.refused(Refused.COMMANDS_LIMITED)).isEqualTo(2);
        assertThat(cluster.calls()).isEmpty();

        waiting.remove(0).run();
        assertThat(other.play(KEY.name()).codes()).contains("NetStream.Play.Start");
    }

    @Test
    void releasesBeyondTheLimitAreIgnored() {
        Client client = world.connected(0);
        for (int i = 0; i < MANY; i++) {
            client.call("releaseStream", AmfValue.of("s" + i));
        }
        world.run(Duration.ofSeconds(5));
        assertThat(world.refused(Refused.COMMANDS_LIMITED)).isPositive();
        assertThat(client.play("s").codes()).contains("NetStream.Play.Start");
    }
}
