package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;

class HostileMessagesTest {
    private static final int ROUNDS_OF_ONE_CLIENT = 50;

    @Test
    void damagedMessagesEndNoSessionAndDisturbNobody() throws WireException {
        List<byte[]> corpus = corpus();
        World world = new World(2);
        ClientStream publisher = world.connected(0).publish("steady");
        ClientStream player = world.connected(1).play("steady");
        publisher.video(0, Media.KEY);
        world.settle();
        List<Long> seeds = Mutations.seeds().boxed().toList();
        for (int i = 0; i < seeds.size(); i += ROUNDS_OF_ONE_CLIENT) {
            attack(world, corpus, seeds.subList(i, Math.min(seeds.size(), i + 50)));
        }
        publisher.video(1, Media.INTER);
        world.settle();
        assertThat(player.gotVideo()).hasSize(2);
        assertThat(world.stats()).isEqualTo(new ApplicationStats(2, 1, 1));
    }

    private static void attack(World world, List<byte[]> corpus, List<Long> seeds) {
        Client client = world.connected(0);
        List<SendFlow> flows = new ArrayList<>();
        flows.add(client.connectionFlow());
        for (int i = 0; i < 3; i++) {
            long stream = client.createStream();
            flows.add(client.openStream(stream));
        }
        for (long seed : seeds) {
            RandomGenerator random = Mutations.random(seed);
            byte[] message = corpus.get(random.nextInt(corpus.size()));
            SendFlow flow = flows.get(random.nextInt(flows.size()));
            client.session().send(flow, Mutations.mutate(message, random));
            try {
                world.settle();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(client.session().state()).as("seeds %s", seeds).isEqualTo(Session.State.OPEN);
        client.session().close(world.now());
        world.settle();
    }

    /** All that recorded clients sent, and what they did not. */
    private static List<byte[]> corpus() throws WireException {
        List<byte[]> corpus = new ArrayList<>();
        Replay replay = new Replay(new World(1));
        replay.run(Vectors.recording("librtmfp-connect"), "player", "publisher");
        corpus.addAll(replay.client("player").sent());
        corpus.addAll(replay.client("publisher").sent());
        for (String name : List.of("pause", "seek", "receiveVideo", "deleteStream", "publish")) {
            AmfValue[] arguments = {AmfValue.of("s"), AmfValue.of(true), AmfValue.of(2)};
            corpus.add(new Command(name, 1, arguments).encode(0).encoded());
        }
        for (int type = 0; type < 24; type++) {
            corpus.add(RtmpMessage.of(type, 0, new byte[] {2, 0, 1, 'x', 5}).encoded());
        }
        corpus.add(RtmpMessage.of(MessageType.VIDEO, 0, new byte[] {0x17, 1, 0, 0, 0}).encoded());
        return corpus;
    }
}
