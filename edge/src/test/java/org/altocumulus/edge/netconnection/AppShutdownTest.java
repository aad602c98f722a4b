package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.stream.Media;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AppShutdownTest {
    private static final String SHUTDOWN = "NetConnection.Connect.AppShutdown";

    private final World world = new World(2);

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    private static long told(ClientStream stream) {
        return stream.codes().stream().filter(SHUTDOWN::equals).count();
    }

    @Test
    void playersAndPublishersAreToldOnceOnTheirStreamsAndGoOn() {
        ClientStream publisher = world.connected(0).publish("s");
        ClientStream player = world.connected(1).play("s");
        Client without = world.connected(1);
        world.application().tellShutdown(10);
        world.application().tellShutdown(10);
        world.settle();
        assertThat(told(publisher)).isOne();
        assertThat(told(player)).isOne();
        // The answer to connect, and nothing else: an onStatus there ends sessions of some clients.
        assertThat(without.control()).hasSize(1);
        publisher.video(0, Media.KEY);
        world.settle();
        assertThat(player.gotVideo()).hasSize(1);
        assertThat(world.stats().connections()).isEqualTo(3);
    }

    @Test
    void soManyOfEachLoopAreToldAtATimeAndThoseThatLeftAreNotCounted() {
        List<ClientStream> streams = new ArrayList<>();
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Client client = world.connected(i % 2);
            clients.add(client);
            streams.add(client.play("s" + i));
        }
        clients.get(0).session().close(world.now());
        world.settle();
        world.application().tellShutdown(2);
        world.settle();
        assertThat(streams)
                .extracting(AppShutdownTest::told)
                .containsExactly(0L, 1L, 1L, 1L, 1L, 0L, 0L, 0L);
        world.application().tellShutdown(Integer.MAX_VALUE);
        world.settle();
        assertThat(streams)
                .extracting(AppShutdownTest::told)
                .containsExactly(0L, 1L, 1L, 1L, 1L, 1L, 1L, 1L);
    }
}
