package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.UserControl;
import org.altocumulus.protocol.session.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Flows of a publisher that wait for each other (RFC 7425 §5.2), and flows in order of arrival. */
class FlowSyncTest {
    private final World world = new World(1);
    private Client client;
    private ClientStream publisher;
    private ClientStream player;

    @BeforeEach
    void publishAndPlay() {
        client = world.connected(0);
        publisher = client.publish("s");
        player = world.connected(0).play("s");
    }

    @Test
    void aFlowWaitsAtThePointUntilTheOthersAreThere() {
        SendFlow one = client.openStream(publisher.id());
        SendFlow two = client.openStream(publisher.id());
        audio(one, 1);
        sync(one, 7, 2);
        audio(one, 3);
        world.settle();
        assertThat(timestamps()).containsExactly(1L);
        audio(two, 2);
        world.settle();
        assertThat(timestamps()).containsExactly(1L, 2L);
        sync(two, 7, 2);
        audio(two, 4);
        world.settle();
        assertThat(timestamps()).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void pointsFollowEachOther() {
        List<SendFlow> flows = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            flows.add(client.openStream(publisher.id()));
        }
        for (int flow = 0; flow < 3; flow++) {
            for (int point = 0; point < 4; point++) {
                audio(flows.get(flow), 10L * point + flow);
                sync(flows.get(flow), point, 3);
            }
            world.settle();
        }
        List<Long> tens = timestamps().stream().map(t -> t / 10).toList();
        assertThat(tens).hasSize(12).isSorted();
    }

    @Test
    void aFlowWhoseCompanionNeverComesGoesOnAfterAWhile() {
        SendFlow one = client.openStream(publisher.id());
        sync(one, 7, 2);
        audio(one, 3);
        world.run(Duration.ofMillis(2900));
        assertThat(timestamps()).isEmpty();
        world.run(Duration.ofSeconds(1));
        assertThat(timestamps()).containsExactly(3L);
    }

    @Test
    void senselessAndCountlessPointsDoNoHarm() {
        SendFlow one = client.openStream(publisher.id());
        for (long count : new long[] {0, 1, 65, 0xffff_ffffL}) {
            sync(one, count, count);
        }
        audio(one, 1);
        world.settle();
        assertThat(timestamps()).containsExactly(1L);
        assertThat(world.refused(Refused.MALFORMED_MESSAGE)).isEqualTo(3);
        for (int i = 0; i < 100; i++) {
            SendFlow flow = client.openStream(publisher.id());
            sync(flow, 1000 + i, 2);
            audio(flow, 100 + i);
        }
        world.settle();
        assertThat(timestamps()).hasSizeGreaterThan(80).hasSizeLessThan(100);
        world.run(Duration.ofSeconds(4));
        assertThat(timestamps()).hasSize(101);
        assertThat(client.session().state()).isEqualTo(Session.State.OPEN);
    }

    @Test
    void theEndOfAHeldFlowComesBehindWhatItHolds() {
        SendFlow one = client.openStream(publisher.id());
        sync(one, 7, 2);
        audio(one, 3);
        client.session().closeFlow(one);
        world.settle();
        assertThat(timestamps()).isEmpty();
        SendFlow two = client.openStream(publisher.id());
        sync(two, 7, 2);
        world.settle();
        assertThat(timestamps()).containsExactly(3L);
        world.settle();
        assertThat(one.state()).isEqualTo(SendFlow.State.COMPLETE);
    }

    @Test
    void aFlowInOrderOfArrivalCountsAndDoesNotWait() {
        SendFlow one = networkOrder();
        SendFlow two = client.openStream(publisher.id());
        sync(one, 7, 2);
        audio(one, 1);
        world.settle();
        assertThat(timestamps()).containsExactly(1L);
        sync(two, 7, 2);
        audio(two, 2);
        world.settle();
        assertThat(timestamps()).containsExactly(1L, 2L);
    }

    @Test
    void aFlowInOrderOfArrivalIsPassedOnInOrderAndDoesNotWaitLongForWhatIsMissing() {
        SendFlow flow = networkOrder();
        audio(flow, 1);
        world.settle();
        client.uplink().cut(true);
        audio(flow, 2);
        world.run(Duration.ofMillis(20));
        client.uplink().cut(false);
        for (int t = 3; t <= 6; t++) {
            audio(flow, t);
            world.run(Duration.ofMillis(20));
        }
        world.settle();
        assertThat(timestamps()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(world.refused(Refused.LATE_MESSAGE)).isZero();
    }

    private SendFlow networkOrder() {
        byte[] metadata = new FlowMetadata.Stream(publisher.id(), true).encode();
        return client.open(metadata, client.serverFlowId());
    }

    private void audio(SendFlow flow, long timestamp) {
        client.send(flow, RtmpMessage.of(MessageType.AUDIO, timestamp, new byte[] {0x2f, 1, 2}));
    }

    private void sync(SendFlow flow, long id, long count) {
        client.send(flow, new UserControl.FlowSync(id, count).encode(0));
    }

    private List<Long> timestamps() {
        return player.got(MessageType.AUDIO).stream()
                .map(hex -> Long.parseLong(hex.substring(2, 10), 16))
                .toList();
    }
}
