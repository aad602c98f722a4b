package org.altocumulus.edge.netconnection;

import static org.altocumulus.edge.netconnection.World.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.altocumulus.edge.netconnection.AccessRequest.Action;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that have to wait until a policy lets them. */
class AccessTest {
    private static final String URL = "rtmfp://10.0.0.1/app/room?token=t";

    private AskedPolicy policy;
    private World world;

    private void ask(Action first, Action... others) {
        ask(1, first, others);
    }

    private void ask(int loops, Action first, Action... others) {
        policy = AskedPolicy.on(first, others);
        world = new World(loops, SETTINGS, ClusterPort.NONE, policy);
    }

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    @Test
    void thePolicyIsToldWhoAsksForWhat() {
        ask(Action.CONNECT, Action.PUBLISH);
        Client client = world.client(0);
        AmfObject properties =
                AmfObject.builder()
                        .put("app", "app")
                        .put("tcUrl", URL + "#fragment")
                        .put("fpad", false)
                        .put("pageUrl", "http://page/")
                        .build();
        client.send(
                client.openConnection(),
                new Command(
                        "connect",
                        0,
                        properties,
                        List.of(AmfValue.of("user"), AmfValue.of(7), AmfValue.of("secret"))));
        world.settle();
        AccessRequest asked = policy.requests().get(0);
        assertThat(asked.action()).isEqualTo(Action.CONNECT);
        assertThat(asked.client()).isEqualTo(new InetSocketAddress("10.1.0.1", 1025));
        assertThat(asked.peerId())
                .isEqualTo(client.serverSession().identity().far().fingerprint().toString())
                .matches("[0-9a-f]{64}");
        assertThat(asked.stream()).isEmpty();
        assertThat(asked.connect().application()).isEqualTo("app/room");
        assertThat(asked.connect().url()).isEqualTo(URL);
        assertThat(asked.connect().properties())
                .containsOnly(Map.entry("app", "app"), Map.entry("pageUrl", "http://page/"));
        assertThat(asked.connect().arguments()).containsExactly("user", "secret");

        policy.answer(0).accepted();
        world.settle();
        client.publish("s?key=k");
        AccessRequest publish = policy.requests().get(1);
        assertThat(publish.action()).isEqualTo(Action.PUBLISH);
        assertThat(publish.stream()).isEqualTo("s?key=k");
        assertThat(publish.connect()).isEqualTo(asked.connect());
    }

    @Test
    void textOfAConnectIsKeptUpToALimit() {
        ask(Action.CONNECT);
        Client client = world.client(0);
        AmfObject.Builder properties = AmfObject.builder().put("tcUrl", URL);
        properties.put("long", "x".repeat(ConnectRequest.MAX_TEXT));
        AmfValue[] arguments = new AmfValue[10_000];
        Arrays.fill(arguments, AmfValue.of(""));
        client.send(
                client.openConnection(),
                new Command("connect", 1, properties.build(), List.of(arguments)));
        world.settle();
        assertThat(policy.requests().get(0).connect().properties()).isEmpty();
        assertThat(policy.requests().get(0).connect().arguments()).hasSize(ConnectRequest.MAX_TEXT);
    }

    @Test
    void commandsBehindAConnectWaitForItsAnswerInTheirOrder() {
        ask(Action.CONNECT);
        Client client = world.client(0);
        client.connect(URL);
        double first = client.call("createStream");
        double second = client.call("createStream");
        world.run(Duration.ofSeconds(10));
        assertThat(client.received()).as("no word before the answer").isEmpty();
        assertThat(world.stats().connections()).isZero();

        policy.answer(0).accepted();
        world.settle();
        client.expectStream(1);
        client.expectStream(2);
        assertThat(Status.in(client.control().get(0)).orElseThrow().is(StatusCode.CONNECT_SUCCESS))
                .isTrue();
        assertThat(client.answer(first).argument(0).toNumber(0)).isEqualTo(1);
        assertThat(client.answer(second).argument(0).toNumber(0)).isEqualTo(2);
        assertThat(world.stats().connections()).isEqualTo(1);
        assertThat(world.refused(Refused.COMMAND_OUT_OF_TURN)).isZero();
    }

    @Test
    void aClientThatMayNotConnectIsTold() {
        ask(Action.CONNECT);
        Client client = world.client(0);
        client.connect(URL);
        client.call("createStream");
        world.settle();
        policy.answer(0).refused("no ticket");
        world.settle();
        assertThat(client.control()).hasSize(1);
        Status status = Status.in(client.answer(1)).orElseThrow();
        assertThat(status.is(StatusCode.CONNECT_REJECTED)).isTrue();
        assertThat(status.description()).isEqualTo("no ticket");
        assertThat(client.closeReason()).isEqualTo(CloseReason.FAR_CLOSED);
        assertThat(world.stats().connections()).isZero();
        assertThat(world.application().rejected()).isZero();
        assertThat(world.refused(Refused.CONNECT_REJECTED)).isEqualTo(1);
    }

    @Test
    void aRejectedClientThatTakesNoAnswerIsCountedApartAndGoesSoon() {
        ask(Action.CONNECT);
        Client client = world.client(0);
        client.connect(URL);
        world.settle();
        client.uplink().cut(true);
        policy.answer(0).refused("no ticket");
        world.run(Duration.ofSeconds(4));
        assertThat(world.application().rejected()).isEqualTo(1);
        assertThat(client.serverSession().state()).isEqualTo(Session.State.OPEN);
        world.run(Duration.ofSeconds(2));
        assertThat(world.application().rejected()).isZero();
        assertThat(client.serverSession().state()).isNotEqualTo(Session.State.OPEN);
    }

    @Test
    void aClientThatHasConnectedMayStay() {
        ask(Action.CONNECT);
        Client late = world.client(0);
        Client client = world.client(0);
        for (Client each : List.of(late, client)) {
            each.serverSession().endBy(world.now() + Duration.ofSeconds(30).toNanos());
            each.connect(URL);
        }
        world.settle();
        policy.answer(1).accepted();
        world.run(Duration.ofSeconds(31));
        assertThat(late.closeReason()).isEqualTo(CloseReason.FAR_CLOSED);
        assertThat(client.closeReason()).isNull();
        assertThat(world.stats().connections()).isEqualTo(1);
        policy.answer(0).accepted();
        world.settle();
        assertThat(world.stats().connections()).isEqualTo(1);
    }

    @Test
    void theFirstAnswerCounts() {
        ask(Action.CONNECT);
        Client client = world.client(0);
        client.connect(URL);
        world.settle();
        policy.answer(0).accepted();
        policy.answer(0).refused("no");
        policy.answer(0).accepted();
        world.settle();
        assertThat(client.control()).hasSize(1);
        assertThat(world.stats().connections()).isEqualTo(1);
    }

    @Test
    void anAnswerToAClientThatHasGoneChangesNothing() {
        ask(Action.CONNECT, Action.PLAY);
        Client client = world.client(0);
        client.connect(URL);
        world.settle();
        client.session().close(world.now());
        world.settle();
        policy.answer(0).accepted();
        world.settle();
        assertThat(world.stats()).isEqualTo(new ApplicationStats(0, 0, 0));

        Client player = connected();
        player.play("s");
        player.session().close(world.now());
        world.settle();
        policy.answer(2).accepted();
        world.settle();
        assertThat(world.stats()).isEqualTo(new ApplicationStats(0, 0, 0));
    }

    /** Of a policy that decides on connects. */
    private Client connected() {
        Client client = world.client(0);
        client.connect(URL);
        world.settle();
        policy.answer(policy.requests().size() - 1).accepted();
        world.settle();
        return client;
    }

    @Test
    void aClientThatEndsItsConnectionWhileThePolicyIsAskedLeavesAfterTheAnswer() {
        ask(Action.CONNECT);
        Client client = world.client(0);
        client.connect(URL);
        client.session().closeFlow(client.connectionFlow());
        world.settle();
        assertThat(client.closeReason()).isNull();
        policy.answer(0).accepted();
        world.settle();
        assertThat(client.closeReason()).isEqualTo(CloseReason.FAR_CLOSED);
        assertThat(world.stats().connections()).isZero();
    }

    @Test
    void aPublisherHearsOfSuccessAfterTheAnswerAndLosesNothing() {
        ask(3, Action.PUBLISH);
        Client viewer = world.connected(1);
        ClientStream watched = viewer.play("s");
        Client client = world.connected(0);
        ClientStream stream = client.publish("s");
        stream.data(0, "@setDataFrame", AmfValue.of("onMetaData"), AmfValue.of("m"));
        List<String> video =
                List.of(
                        ClientStream.hex(stream.video(0, "1701")),
                        ClientStream.hex(stream.video(40, "2702")));
        List<String> audio = List.of(ClientStream.hex(stream.audio(5, "af03")));
        world.run(Duration.ofSeconds(3));
        assertThat(stream.codes()).isEmpty();
        assertThat(world.application().published()).isEmpty();
        assertThat(watched.gotVideo()).isEmpty();

        policy.answer(0).accepted();
        world.settle();
        assertThat(stream.codes()).containsExactly("NetStream.Publish.Start");
        assertThat(world.application().published()).containsExactly(new StreamKey("app", "s"));
        assertThat(watched.gotVideo()).isEqualTo(video);
        assertThat(watched.gotAudio()).isEqualTo(audio);
        assertThat(watched.gotData()).hasSize(1);
        assertThat(world.refused(Refused.UNEXPECTED_MESSAGE)).isZero();
    }

    @Test
    void aPublisherThatMayNotIsToldNothingElse() {
        ask(Action.PUBLISH);
        Client client = world.connected(0);
        ClientStream stream = client.publish("s");
        stream.video(0, "1701");
        world.settle();
        policy.answer(0).refused("not your stream");
        world.settle();
        assertThat(stream.codes()).containsExactly("NetStream.Publish.BadName");
        assertThat(stream.statuses().get(0).isError()).isTrue();
        assertThat(stream.statuses().get(0).description()).isEqualTo("not your stream");
        assertThat(world.application().published()).isEmpty();
        assertThat(world.refused(Refused.PUBLISH_REFUSED)).isEqualTo(1);
        assertThat(client.closeReason()).isNull();
    }

    @Test
    void aNameIsFreeWhileThePolicyIsAsked() {
        ask(Action.PUBLISH);
        ClientStream slow = world.connected(0).publish("s");
        ClientStream quick = world.connected(0).publish("s");
        policy.answer(1).accepted();
        world.settle();
        policy.answer(0).accepted();
        world.settle();
        assertThat(quick.codes()).containsExactly("NetStream.Publish.Start");
        assertThat(slow.codes()).containsExactly("NetStream.Publish.BadName");
    }

    @Test
    void aPlayerThatMayNotIsToldAndIsNone() {
        ask(Action.PLAY);
        world.connected(0).publish("s").video(0, "1701");
        Client client = world.connected(0);
        ClientStream stream = client.play("s");
        assertThat(stream.codes()).isEmpty();
        assertThat(world.stats().players()).isZero();
        policy.answer(0).refused("members only");
        world.settle();
        assertThat(stream.codes()).containsExactly("NetStream.Play.Failed");
        assertThat(stream.statuses().get(0).description()).isEqualTo("members only");
        assertThat(stream.gotVideo()).isEmpty();
        assertThat(world.stats().players()).isZero();
        assertThat(world.refused(Refused.PLAY_REFUSED)).isEqualTo(1);
    }

    @Test
    void aPlayerThatMayPlaysAndWhatItAskedMeanwhileFollows() {
        ask(Action.PLAY);
        world.connected(0).publish("s").video(0, "1701");
        Client client = world.connected(0);
        ClientStream stream = client.play("s");
        stream.call("pause", AmfValue.of(true));
        world.settle();
        policy.answer(0).accepted();
        world.settle();
        assertThat(stream.codes())
                .containsExactly(
                        "NetStream.Play.Reset",
                        "NetStream.Play.Start",
                        "NetStream.Play.PublishNotify",
                        "NetStream.Pause.Notify");
        assertThat(stream.gotVideo()).hasSize(1);
    }

    @Test
    void otherStreamsGoOnWhileOneWaits() {
        ask(Action.PLAY);
        Client client = world.connected(0);
        client.play("waits");
        ClientStream published = client.publish("s");
        assertThat(published.codes()).containsExactly("NetStream.Publish.Start");
    }

    @Test
    void aStreamThatIsDeletedWhileItWaitsAnswersNoMore() {
        ask(Action.PLAY);
        Client client = world.connected(0);
        ClientStream stream = client.play("s");
        client.call("deleteStream", AmfValue.of((double) stream.id()));
        stream.call("pause", AmfValue.of(true));
        world.settle();
        policy.answer(0).accepted();
        world.settle();
        assertThat(stream.codes()).isEmpty();
        assertThat(world.stats().players()).isZero();
        assertThat(client.createStream()).isEqualTo(2);
    }

    @Test
    void eachOfSeveralRequestsOnOneStreamIsAskedInItsTurn() {
        ask(Action.PLAY);
        Client client = world.connected(0);
        ClientStream stream = client.play("a");
        stream.call("play", AmfValue.of("b"));
        stream.call("play", AmfValue.of("c"));
        world.settle();
        for (int i = 0; i < 3; i++) {
            assertThat(policy.requests()).hasSize(i + 1);
            policy.answer(i).refused("not " + policy.requests().get(i).stream());
            world.settle();
        }
        assertThat(stream.statuses().stream().map(Status::description))
                .containsExactly("not a", "not b", "not c");
    }

    @Test
    void whatWasGoingOnEndsBeforeThePolicyIsAsked() {
        ask(Action.PUBLISH);
        Client client = world.connected(0);
        ClientStream stream = client.publish("a");
        policy.answer(0).accepted();
        world.settle();
        stream.call("publish", AmfValue.of("b"), AmfValue.of("live"));
        world.settle();
        assertThat(world.application().published()).isEmpty();
        stream.video(0, "1701");
        policy.answer(1).refused("no");
        world.settle();
        assertThat(stream.codes())
                .containsExactly(
                        "NetStream.Publish.Start",
                        "NetStream.Unpublish.Success",
                        "NetStream.Publish.BadName");
    }

    @Test
    void whatWaitsIsBoundedByTheWindowsOfItsFlowsAndArrivesInTheEnd() {
        ask(Action.PUBLISH);
        ClientStream watched = world.connected(0).play("s");
        Client client = world.connected(0);
        ClientStream stream = client.publish("s");
        int sent = 100;
        for (int i = 0; i < sent; i++) {
            stream.video(i, "17" + "00".repeat(99_999));
        }
        world.run(Duration.ofSeconds(20));
        assertThat(client.session().queuedBytes())
                .as("not taken yet, and not lost")
                .isGreaterThan(1_000_000);
        policy.answer(0).accepted();
        world.run(Duration.ofSeconds(20));
        assertThat(client.session().queuedBytes()).isZero();
        assertThat(stream.codes()).containsExactly("NetStream.Publish.Start");
        assertThat(watched.gotVideo()).isNotEmpty();
    }
}
