package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.altocumulus.edge.stream.Media;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.message.GroupJoin;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FlowRulesTest {
    private final World world = new World(2);

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    @Test
    void flowOfAnUnknownStreamIsRefusedAndNothingElse() {
        Client client = world.connected(0);
        SendFlow flow = client.openStream(5);
        client.send(flow, new Command("play", 0));
        world.settle();
        assertThat(client.rejectedFlows()).containsExactly(flow);
        assertThat(world.refused(Refused.FLOW_OF_UNKNOWN_STREAM)).isEqualTo(1);
        assertThat(client.createStream()).isEqualTo(1);
    }

    @Test
    void flowWithoutReturnAssociationIsRefused() {
        Client client = world.connected(0);
        long stream = client.createStream();
        SendFlow flow =
                client.open(new FlowMetadata.Stream(stream, false).encode(), FlowOptions.NO_FLOW);
        client.send(flow, new Command("play", 0));
        world.settle();
        assertThat(client.rejectedFlows()).containsExactly(flow);
        assertThat(world.refused(Refused.FLOW_WITHOUT_ASSOCIATION)).isEqualTo(1);
    }

    @Test
    void flowAssociatedWithAFlowOfAStreamIsRefused() {
        Client client = world.connected(0);
        client.play("s");
        long streamFlow =
                client.received().stream()
                        .filter(message -> message.streamId() == 1)
                        .findFirst()
                        .orElseThrow()
                        .flow()
                        .id();
        SendFlow flow = client.open(new FlowMetadata.Stream(1, false).encode(), streamFlow);
        client.send(flow, new Command("play", 0));
        world.settle();
        assertThat(client.rejectedFlows()).containsExactly(flow);
        assertThat(world.refused(Refused.FLOW_WITHOUT_ASSOCIATION)).isEqualTo(1);
    }

    @Test
    void groupJoinIsRefusedAndTheSessionLives() {
        Client client = world.connected(0);
        SendFlow flow = client.open(new FlowMetadata.Group().encode(), client.serverFlowId());
        client.session().send(flow, new GroupJoin(new byte[32]).encode());
        world.settle();
        assertThat(client.rejectedFlows()).containsExactly(flow);
        assertThat(world.refused(Refused.GROUP_FLOW)).isEqualTo(1);
        assertThat(client.createStream()).isEqualTo(1);
    }

    @Test
    void flowOfNoKnownKindIsRefused() {
        Client client = world.connected(0);
        for (byte[] metadata : List.of(new byte[] {'X', 'Y', 4, 0}, new byte[] {'T', 'C'})) {
            SendFlow flow = client.open(metadata, client.serverFlowId());
            client.session().send(flow, new byte[] {1, 2, 3});
        }
        world.settle();
        assertThat(client.rejectedFlows()).hasSize(2);
        assertThat(world.refused(Refused.FLOW_OF_UNKNOWN_KIND)).isEqualTo(2);
    }

    @Test
    void streamFlowBeforeTheConnectionIsRefused() {
        Client client = world.client(0);
        SendFlow flow =
                client.open(new FlowMetadata.Stream(1, false).encode(), FlowOptions.NO_FLOW);
        client.send(flow, new Command("publish", 0));
        world.settle();
        assertThat(client.rejectedFlows()).containsExactly(flow);
        client.connect("rtmfp://host/app");
        world.settle();
        assertThat(client.answer(1).name()).isEqualTo(Command.RESULT);
    }

    @Test
    void secondFlowOfTheConnectionServesAsTheFirst() {
        Client client = world.connected(0);
        SendFlow second =
                client.open(new FlowMetadata.Stream(0, false).encode(), client.serverFlowId());
        client.send(second, new Command("createStream", 9));
        world.settle();
        assertThat(client.answer(9).name()).isEqualTo(Command.RESULT);
    }

    @Test
    void messagesOfADeletedStreamRejectTheirFlow() {
        Client client = world.connected(0);
        ClientStream stream = client.publish("s");
        client.call("deleteStream", AmfValue.of((double) stream.id()));
        world.settle();
        assertThat(world.stats().streams()).isZero();
        stream.call("publish");
        world.settle();
        assertThat(client.rejectedFlows()).containsExactly(stream.commandFlow());
    }

    @Test
    void clientThatRejectsTheConnectionFlowLosesTheSession() {
        Client client = world.client(0);
        client.refuse(message -> message.streamId() == 0);
        client.connect("rtmfp://host/app");
        world.settle();
        assertThat(client.serverSession().state()).isNotEqualTo(Session.State.OPEN);
        assertThat(world.stats().connections()).isZero();
        assertThat(world.refused(Refused.FLOW_REJECTED_BY_CLIENT)).isEqualTo(1);
    }

    @Test
    void clientThatRejectsVideoGetsNoMoreOfItAndAllElse() {
        ClientStream publisher = world.connected(0).publish("s");
        Client client = world.connected(1);
        client.refuse(message -> message.message().type() == MessageType.VIDEO);
        ClientStream player = client.play("s");
        publisher.video(0, Media.KEY);
        world.settle();
        for (int i = 1; i <= 5; i++) {
            publisher.video(i, Media.KEY);
            publisher.audio(i, Media.AAC);
            world.settle();
        }
        publisher.data(6, "cue");
        world.settle();
        assertThat(player.gotVideo()).hasSize(1);
        assertThat(player.gotAudio()).hasSize(5);
        assertThat(player.gotData()).hasSize(1);
        assertThat(client.session().state()).isEqualTo(Session.State.OPEN);
        assertThat(world.refused(Refused.FLOW_REJECTED_BY_CLIENT)).isEqualTo(1);
        client.refuse(message -> false);
        player.call("play", AmfValue.of("s"));
        world.settle();
        assertThat(player.gotVideo()).hasSize(2);
    }

    @Test
    void clientThatClosesAllFlowsOfAStreamCanUseItAgain() {
        ClientStream publisher = world.connected(0).publish("s");
        Client client = world.connected(1);
        ClientStream player = client.play("s");
        publisher.video(0, Media.KEY);
        publisher.audio(0, Media.AAC);
        world.settle();
        client.refuse(message -> message.streamId() == player.id());
        publisher.video(1, Media.KEY);
        publisher.audio(1, Media.AAC);
        publisher.data(1, "cue");
        world.settle();
        client.refuse(message -> false);
        player.call("closeStream");
        player.call("play", AmfValue.of("s"));
        world.settle();
        int videos = player.gotVideo().size();
        publisher.video(2, Media.KEY);
        world.settle();
        assertThat(player.gotVideo()).hasSize(videos + 1);
        assertThat(player.codes()).endsWith("NetStream.Play.PublishNotify");
    }

    @Test
    void rejectedCommandFlowOfAStreamIsNotOpenedAgainUnasked() {
        ClientStream publisher = world.connected(0).publish("s");
        Client client = world.connected(1);
        client.refuse(message -> message.message().type() == MessageType.DATA_AMF0);
        ClientStream player = client.play("s");
        for (int i = 0; i < 5; i++) {
            publisher.data(i, "cue");
            publisher.audio(i, Media.AAC);
            world.settle();
        }
        assertThat(player.gotAudio()).hasSize(5);
        assertThat(player.gotData()).isEmpty();
        assertThat(world.refused(Refused.FLOW_REJECTED_BY_CLIENT)).isEqualTo(1);
    }

    @Test
    void endOfTheConnectionFlowEndsTheSession() {
        Client client = world.connected(0);
        client.session().closeFlow(client.connectionFlow());
        world.settle();
        assertThat(client.closeReason()).isEqualTo(CloseReason.FAR_CLOSED);
        assertThat(world.stats().connections()).isZero();
    }

    @Test
    void endOfAFlowOfAStreamEndsNothingElse() {
        Client client = world.connected(0);
        ClientStream stream = client.publish("s");
        client.session().closeFlow(stream.commandFlow());
        world.settle();
        assertThat(world.stats().streams()).isEqualTo(1);
    }

    @Test
    void whatComesAfterARejectedConnectIsIgnored() {
        Client client = world.client(0);
        client.connect(AmfObject.builder().put("tcUrl", "rtmfp://user:secret@host/app").build());
        double id = client.call("createStream");
        world.settle();
        assertThat(client.control()).hasSize(1);
        assertThat(client.control().get(0).transactionId()).isNotEqualTo(id);
    }

    @Test
    void emptyMessagesAndShortOnesAreCounted() {
        Client client = world.connected(0);
        client.session().send(client.connectionFlow(), new byte[0]);
        client.send(
                client.connectionFlow(), RtmpMessage.of(MessageType.USER_CONTROL, 0, new byte[1]));
        world.settle();
        assertThat(world.refused(Refused.MALFORMED_MESSAGE)).isEqualTo(2);
        assertThat(client.createStream()).isEqualTo(1);
    }

    @Test
    void theEndOfTheConnectionDoesNotWaitForAFlowThatWasRejected() {
        Client client = world.connected(0);
        SendFlow flow = client.openStream(client.createStream());
        client.session().send(flow, new byte[3 << 20]);
        world.run(Duration.ofSeconds(30));
        assertThat(client.rejectedFlows()).containsExactly(flow);
        client.session().closeFlow(client.connectionFlow());
        world.settle();
        assertThat(client.closeReason()).isEqualTo(CloseReason.FAR_CLOSED);
    }

    @Test
    void aClientThatNeverTakesTheEndsOfFlowsLosesItsSession() {
        world.connected(1).publish("s").audio(0, Media.AAC_HEADER);
        Client client = world.connected(0);
        long control = client.serverFlowId();
        client.edit(
                chunk -> chunk instanceof RangeAck ack && ack.flowId() != control ? null : chunk);
        for (int i = 0; i < 100 && client.closeReason() == null; i++) {
            playAndDelete(client, i + 1);
            assertThat(client.serverSession().unfinishedFlows()).isLessThan(60);
        }
        assertThat(client.closeReason()).isEqualTo(CloseReason.FAR_CLOSED);
        assertThat(world.refused(Refused.CONTROL_OVERFLOW)).isPositive();
    }

    @Test
    void aClientThatTakesThemMayPlayAndStopAsOftenAsItLikes() {
        world.connected(1).publish("s").audio(0, Media.AAC_HEADER);
        Client client = world.connected(0);
        for (int i = 0; i < 100; i++) {
            playAndDelete(client, i + 1);
        }
        assertThat(client.closeReason()).isNull();
        assertThat(client.serverSession().unfinishedFlows()).isLessThan(10);
    }

    /** Streams have the numbers 1, 2, 3 …; a hostile client does not wait for the answer. */
    private void playAndDelete(Client client, long stream) {
        client.call("createStream");
        client.expectStream(stream);
        world.run(Duration.ofMillis(100));
        SendFlow flow = client.openStream(stream);
        client.send(flow, new Command("play", 0, AmfValue.of("s")));
        world.run(Duration.ofMillis(100));
        client.session().closeFlow(flow);
        client.call("deleteStream", AmfValue.of((double) stream));
        world.run(Duration.ofMillis(100));
    }
}
