package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntroductionTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final PeerId PEER = new PeerId(1, 2, 3, 4);
    private static final InetSocketAddress HERE = HostPort.parseNumeric("192.0.2.1:5");
    private static final InetSocketAddress THERE = HostPort.parseNumeric("[2001:db8::7]:6");

    private final RecordingHandler handler = new RecordingHandler();
    private final RecordingListener listener = new RecordingListener();
    private final EdgeLinks link =
            new EdgeLinks(
                    edgeSettings("edge-1", "8c1f", 1935),
                    security(null, 1),
                    new Random(2),
                    1,
                    listener,
                    listener,
                    0);
    private final List<List<InetSocketAddress>> answers = new ArrayList<>();
    private LinkConnection control;
    private OriginLinkSession origin;

    @BeforeEach
    void join() {
        link.start(0);
        control = link.connected(0, LinkRole.CONTROL, true, 0);
        origin = OriginLinkSession.accepted(originSettings(), security(null, 3), true, handler, 0);
        exchange(control, origin, 0);
    }

    private void ask(long now) {
        link.introduce(LinkPair.introduction(PEER), (addresses, at) -> answers.add(addresses), now);
    }

    @Test
    void anEdgeAsksTheOriginAndIsAnsweredLater() {
        ask(0);
        exchange(control, origin, 0);
        assertThat(handler.calls).last().isEqualTo("introduce " + PEER + " to /192.0.2.9:9");
        assertThat(answers).isEmpty();
        handler.introductions.get(0).answered(List.of(THERE, HERE), 0);
        exchange(control, origin, 0);
        assertThat(answers).containsExactly(List.of(THERE, HERE));
    }

    @Test
    void thatThereIsNoSuchPeerIsNoErrorOfTheConnection() {
        for (int i = 0; i < 500; i++) {
            ask(0);
        }
        exchange(control, origin, 0);
        handler.introductions.forEach(answer -> answer.answered(List.of(), 0));
        List<String> said = exchange(control, origin, 0);
        assertThat(said).hasSize(500).allMatch(line -> line.contains("reason=no-peer"));
        assertThat(answers).hasSize(500).allMatch(List::isEmpty);
        assertThat(control.state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void theOriginAsksTheEdgeThatHasThePeer() {
        listener.addresses = List.of(HERE, THERE);
        origin.introduce(LinkPair.introduction(PEER), (addresses, at) -> answers.add(addresses), 0);
        exchange(control, origin, 0);
        assertThat(listener.calls).last().isEqualTo("introduced " + PEER + " to /192.0.2.9:9");
        assertThat(answers).containsExactly(List.of(HERE, THERE));

        listener.addresses = List.of();
        origin.introduce(LinkPair.introduction(PEER), (addresses, at) -> answers.add(addresses), 0);
        exchange(control, origin, 0);
        assertThat(answers).last().isEqualTo(List.of());
        assertThat(handler.calls).noneMatch(call -> call.startsWith("failed"));
    }

    @Test
    void whatIsNotAnsweredIsGivenUpAfterTwoSeconds() {
        ask(0);
        ask(SECOND);
        written(control, SECOND);
        assertThat(link.delay(2 * SECOND - 1)).isLessThanOrEqualTo(1);
        link.tick(2 * SECOND);
        assertThat(answers).containsExactly(List.of());
        type(control, "OK id=7 addresses=192.0.2.1:5\n", 2 * SECOND);
        link.tick(3 * SECOND);
        assertThat(answers).containsExactly(List.of(), List.of());
    }

    @Test
    void anEndOfTheConnectionAnswersAll() {
        ask(0);
        origin.introduce(LinkPair.introduction(PEER), (addresses, at) -> answers.add(addresses), 0);
        control.disconnected(0);
        origin.disconnected(0);
        assertThat(answers).containsExactly(List.of(), List.of());
        ask(0);
        origin.introduce(LinkPair.introduction(PEER), (addresses, at) -> answers.add(addresses), 0);
        assertThat(answers).hasSize(4);
    }

    @Test
    void aFloodIsAnsweredAtOnceWithoutBeingAsked() {
        for (int i = 0; i < 10_000; i++) {
            origin.introduce(
                    LinkPair.introduction(PEER), (addresses, at) -> answers.add(addresses), 0);
        }
        assertThat(answers).hasSize(10_000 - Introduction.MAX_PENDING);
        assertThat(written(origin, 0).lines()).hasSize(Introduction.MAX_PENDING);
        assertThat(origin.state()).isEqualTo(LinkState.OPEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OK id=%d",
                "OK id=%d addresses=",
                "OK id=%d addresses=name.example:5",
                "OK id=%d addresses=192.0.2.1:0",
                "OK id=%d addresses=0.0.0.0:1",
                "OK id=%d addresses=1.1.1.1:1,1.1.1.1:1,1.1.1.1:1,1.1.1.1:1,1.1.1.1:1,1.1.1.1:1,"
                        + "1.1.1.1:1,1.1.1.1:1,1.1.1.1:1,1.1.1.1:1,1.1.1.1:1,1.1.1.1:1,1.1.1.1:1,"
                        + "1.1.1.1:1,1.1.1.1:1,1.1.1.1:1,1.1.1.1:1"
            })
    void anAnswerThatCannotBeReadIsRefusedAndCountsAsNone(String answer) {
        ask(0);
        String id = written(control, 0).replaceAll("INTRODUCE id=([0-9]+) (?s).*", "$1");
        type(control, answer.replace("%d", id) + '\n', 0);
        assertThat(answers).containsExactly(List.of());
        assertThat(written(control, 0)).contains("reason=bad-value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "peer=%s from=192.0.2.1:5 tag=00",
                "id=4 from=192.0.2.1:5 tag=00",
                "id=4 peer=00 from=192.0.2.1:5 tag=00",
                "id=4 peer=%s from=somewhere:5 tag=00",
                "id=4 peer=%s from=192.0.2.1 tag=00",
                "id=4 peer=%s from=192.0.2.1:5 tag=0",
                "id=4 peer=%s from=192.0.2.1:5 tag=zz",
                "id=4 peer=%s from=192.0.2.1:5",
                "id=4 peer=%s from=192.0.2.1:5 behind= tag=00",
                "id=4 peer=%s from=192.0.2.1:5 behind=1.2.3.4:5 tag=00",
                "id=4 peer=%s from=192.0.2.1:5 behind=nat.example tag=00"
            })
    void aRequestThatCannotBeReadIsRefused(String request) {
        String frame = "INTRODUCE " + request.replace("%s", PEER.toString()) + '\n';
        for (LinkConnection each : List.of(origin, control)) {
            type(each, frame, 0);
            assertThat(written(each, 0)).contains("reason=bad-value");
        }
        assertThat(handler.introductions).isEmpty();
        assertThat(listener.calls).noneMatch(call -> call.startsWith("introduced"));
    }

    @Test
    void aTagIsAsLongAsItsLimit() {
        String frame = "INTRODUCE id=4 peer=" + PEER + " from=192.0.2.1:5 tag=";
        type(origin, frame + "ab".repeat(Introduction.MAX_TAG) + "\n", 0);
        assertThat(handler.introductions).hasSize(1);
        type(origin, frame + "ab".repeat(Introduction.MAX_TAG + 1) + "\n", 0);
        assertThat(handler.introductions).hasSize(1);
        assertThat(written(origin, 0)).contains("reason=bad-value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PEERS id=5",
                "PEERS id=5 peers=",
                "PEERS id=5 peers=%s",
                "PEERS id=5 peers=%s:",
                "PEERS id=5 peers=%s:-1",
                "PEERS id=5 peers=%s:1234567890123",
                "PEERS id=5 peers=%s:1,",
                "PEERS id=5 peers=%s:1,%s:x",
                "PEERS id=5 peers=xx%s:1",
                "GONE id=5",
                "GONE id=5 peers=",
                "GONE id=5 peers=%s:1",
                "GONE id=5 peers=%s,zz",
                "GONE id=5 peers=%s,,%s"
            })
    void peersThatCannotBeReadAreRefusedWhole(String frame) {
        type(origin, frame.replace("%s", PEER.toString()) + '\n', 0);
        assertThat(written(origin, 0)).startsWith("ERROR id=5 reason=bad-value");
        assertThat(handler.ages).isEmpty();
    }

    @Test
    void aFrameHasNoMoreThanFortyFivePeers() {
        String list = (PEER + ":999999999999,").repeat(PeerFrames.MAX_PEERS - 1);
        type(origin, "PEERS id=5 peers=" + list + PEER + ":1\n", 0);
        assertThat(written(origin, 0)).isEqualTo("OK id=5\n");
        type(origin, "PEERS id=6 peers=" + list + PEER + ":1," + PEER + ":1\n", 0);
        assertThat(written(origin, 0)).startsWith("ERROR id=6");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EVICT", "EVICT peer=12", "EVICT peer=", "PEERS id=1 peers=x", "GONE"})
    void whatAnEdgeCannotReadOrIsNotForItIsRefused(String frame) {
        type(control, frame + '\n', 0);
        assertThat(written(control, 0)).startsWith("ERROR");
    }

    @Test
    void anIdIsWhatItsBytesAre() throws Exception {
        byte[] bytes = new byte[PeerId.LENGTH];
        new Random(3).nextBytes(bytes);
        PeerId id = PeerId.of(bytes);
        assertThat(id.bytes()).isEqualTo(bytes);
        assertThat(PeerId.read("peer", id.toString())).isEqualTo(id);
        assertThat(PeerId.read("peer", id.toString().toUpperCase(java.util.Locale.ROOT)))
                .isEqualTo(id);
    }
}
