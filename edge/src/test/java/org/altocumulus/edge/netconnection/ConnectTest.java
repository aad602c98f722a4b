package org.altocumulus.edge.netconnection;

import static org.altocumulus.edge.netconnection.World.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.protocol.amf.AmfConstant;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.message.UserControl;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectTest {
    private World world = new World(1);

    @AfterEach
    void strictClientsLive() {
        world.requireThatStrictClientsLive();
    }

    @Test
    void connectIsAnsweredWithTheEncodingThatWasAskedFor() {
        Client client = world.connected(0);
        Command answer = client.answer(1);
        assertThat(answer.name()).isEqualTo(Command.RESULT);
        Status status = Status.in(answer).orElseThrow();
        assertThat(status.is(StatusCode.CONNECT_SUCCESS)).isTrue();
        assertThat(status.level()).isEqualTo("status");
        assertThat(status.details().get("objectEncoding").toNumber(-1)).isEqualTo(3);
        assertThat(world.stats().connections()).isEqualTo(1);
    }

    @Test
    void commandsWithTransactionIdZeroAreAnswered() {
        Client client = world.client(0);
        AmfValue properties = AmfObject.builder().put("tcUrl", "rtmfp://h/app").build();
        client.send(client.openConnection(), new Command("connect", 0, properties, List.of()));
        world.settle();
        client.send(client.connectionFlow(), new Command("createStream", 0));
        world.settle();
        assertThat(client.control()).hasSize(2);
        assertThat(client.control().get(1).argument(0).toNumber(0)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "rtmfp://host/app, live, app",
        "rtmfp://HOST:1935/app/, live, app",
        "rtmfp://[::1]/app/room?x=1, live, app/room",
        "rtmfp://host/app#stream, live, app",
        "rtmfp://edge/?rtmfp://origin/app, live, app",
        "rtmfp://edge:1935?RTMFP://origin:1935/app/room?x=1#s, live, app/room",
        "rtmfp://outer/?rtmfp://inner/?rtmfp://origin/app, live, app",
        "rtmfp://edge/own?rtmfp://origin/app, live, own",
        "rtmfp://host/?token=rtmfp://origin/app, live, ''",
        "rtmfp://edge/?rtmp://origin/app, live, app",
        "rtmp://host/app, live, app",
        "RTMPS://host./app/room/?key=a/b=, live, app/room",
        "http://host//app//, live, app",
        "rtmfp://host/my%20app/caf%C3%A9, live, my app/caf\u00e9",
        "'', ?rtmfp://origin/app, app",
        "app, live, app",
        "/app/room/2, live, app/room/2",
        "'', live, live",
        "'', live/room, live/room",
        "rtmfp://host/, live, ''",
        "rtmfp://host/0123456789abcdef0123456789abcdef-suffix, live,"
                + " 0123456789abcdef0123456789abcdef-suffix",
    })
    void applicationIsThatOfTheUrl(String tcUrl, String app, String application) {
        Client client = world.client(0);
        client.connect(AmfObject.builder().put("app", app).put("tcUrl", tcUrl).build());
        world.settle();
        client.publish("s");
        assertThat(world.application().published())
                .containsExactly(new StreamKey(application, "s"));
    }

    @ParameterizedTest
    @CsvSource({
        "rtmfp://edge/?rtmfp://origin:port/app, port",
    })
    void aUrlThroughAnEdgeToWhatIsNotHereIsRejectedWithTheReason(String tcUrl, String reason) {
        Client client = world.client(0);
        client.connect(tcUrl);
        world.settle();
        Status status = Status.in(client.answer(1)).orElseThrow();
        assertThat(status.is(StatusCode.CONNECT_REJECTED)).isTrue();
        assertThat(status.description()).contains(reason);
    }

    @Test
    void strictModeRejectsByNameAndClosesAfterTheAnswer() {
        world = strictWorld("live");
        Client client = world.client(0);
        client.connect("rtmfp://host/other");
        world.settle();
        Command answer = client.answer(1);
        assertThat(answer.name()).isEqualTo(Command.ERROR);
        Status status = Status.in(answer).orElseThrow();
        assertThat(status.is(StatusCode.CONNECT_REJECTED)).isTrue();
        assertThat(status.description()).contains("other");
        assertThat(client.closeReason()).isEqualTo(CloseReason.FAR_CLOSED);
        assertThat(world.stats().connections()).isZero();
        assertThat(world.refused(Refused.CONNECT_REJECTED)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtmfp://host/live", "rtmfp://host/live/room", "rtmfp://host/a/b"})
    void strictModeTakesWhatIsListed(String url) {
        world = strictWorld("live", "a/b");
        Client client = world.client(0);
        client.connect(url);
        world.settle();
        assertThat(client.answer(1).name()).isEqualTo(Command.RESULT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "://host/app",
                "rtmfp://u:p@host/app",
                "rtmfp://ho st/app",
                "rtmfp://h/a\u0007b"
            })
    void urlThatIsNoneIsRejected(String url) {
        Client client = world.client(0);
        client.connect(url);
        world.settle();
        Status status = Status.in(client.answer(1)).orElseThrow();
        assertThat(status.is(StatusCode.CONNECT_REJECTED)).isTrue();
        assertThat(client.session().state()).isNotEqualTo(Session.State.OPEN);
    }

    @Test
    void secondConnectIsRefusedAndTheFirstGoesOn() {
        Client client = world.connected(0);
        client.connect("rtmfp://host/other");
        world.settle();
        assertThat(client.answer(2).name()).isEqualTo(Command.ERROR);
        client.publish("s");
        assertThat(world.application().published()).containsExactly(new StreamKey("app", "s"));
        assertThat(world.stats().connections()).isEqualTo(1);
    }

    @Test
    void commandsBeforeConnectAreRefused() {
        Client client = world.client(0);
        client.openConnection();
        double id = client.call("createStream");
        world.settle();
        assertThat(client.answer(id).name()).isEqualTo(Command.ERROR);
        assertThat(world.refused(Refused.COMMAND_OUT_OF_TURN)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 65, 66, 180, 86_400})
    void keepalivePeriodsAreSentOnceWithAllTheirBits(long seconds) throws WireException {
        world = new World(1, keepalive(seconds), ClusterPort.NONE);
        Client client = world.connected(0);
        client.call("setPeerInfo");
        client.call("setPeerInfo");
        world.settle();
        List<RtmpMessage> events = client.messages(0, MessageType.USER_CONTROL);
        assertThat(events).hasSize(1);
        assertThat(UserControl.parse(events.get(0)))
                .isEqualTo(new UserControl.SetKeepalive(1000 * seconds, 2000 * seconds));
        assertThat(events.get(0).payload().remaining()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 64})
    void firstSevenPeerAddressesAreKept(int count) {
        Client client = world.connected(0);
        AmfValue[] addresses =
                IntStream.rangeClosed(1, count)
                        .mapToObj(i -> AmfValue.of("192.168.1." + i + ":1935"))
                        .toArray(AmfValue[]::new);
        client.call("setPeerInfo", addresses);
        world.settle();
        assertThat(client.serverConnection().session().reportedAddresses())
                .hasSize(Math.min(7, count));
        assertThat(world.refused(Refused.PEER_ADDRESS)).isZero();
        assertThat(client.messages(0, MessageType.USER_CONTROL)).hasSize(1);
    }

    @Test
    void addressesThatNoPeerCouldUseAreSkippedAndCounted() {
        Client client = world.connected(0);
        String garbled = new String(new byte[] {(byte) 0xff, 0x01}, StandardCharsets.ISO_8859_1);
        client.call(
                "setPeerInfo",
                AmfValue.of(""),
                AmfValue.of(garbled),
                AmfValue.of("192.168.1.2"),
                AmfValue.of("[fe80::1%eth0]:1935"),
                AmfConstant.NULL,
                AmfValue.of("192.168.1.2:1935"));
        world.settle();
        assertThat(client.serverConnection().session().reportedAddresses()).hasSize(1);
        assertThat(world.refused(Refused.PEER_ADDRESS)).isEqualTo(5);
        assertThat(client.session().state()).isEqualTo(Session.State.OPEN);
    }

    @Test
    void unknownMethodAfterSetPeerInfoFailsAndTheSessionLives() {
        Client client = world.connected(0);
        client.call("setPeerInfo", AmfValue.of("10.0.0.7:1234"), AmfValue.of("10.0.0.8:1234"));
        double id = client.call("FCSomething", AmfValue.of("s"));
        world.settle();
        Command answer = client.answer(id);
        assertThat(answer.name()).isEqualTo(Command.ERROR);
        assertThat(Status.in(answer).orElseThrow().code()).isEqualTo("NetConnection.Call.Failed");
        assertThat(client.createStream()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "releaseStream",
                "FCPublish",
                "FCUnpublish",
                "FCSubscribe",
                "getStreamLength",
                "_checkbw",
                "initStream"
            })
    void whatEncodersSendIsAnsweredWithoutHarm(String name) {
        Client client = world.connected(0);
        double id = client.call(name, AmfValue.of("s"));
        client.send(client.connectionFlow(), new Command(name, 0, AmfValue.of("s")));
        world.settle();
        assertThat(client.answer(id).name()).isEqualTo(Command.RESULT);
        assertThat(world.refused(Refused.UNKNOWN_COMMAND)).isZero();
    }

    @Test
    void streamsAreLimitedAndComeFreeAgain() {
        Client client = world.connected(0);
        for (int i = 1; i <= SETTINGS.maxStreams(); i++) {
            assertThat(client.createStream()).isEqualTo(i);
        }
        double tooMany = client.call("createStream");
        world.settle();
        assertThat(client.answer(tooMany).name()).isEqualTo(Command.ERROR);
        assertThat(world.refused(Refused.TOO_MANY_STREAMS)).isEqualTo(1);
        client.call("deleteStream", AmfValue.of(3));
        assertThat(client.createStream()).isEqualTo(SETTINGS.maxStreams() + 1);
    }

    @Test
    void commandsThatCannotBeReadAreCountedAndTheSessionLives() {
        Client client = world.connected(0);
        byte[] nonsense = {0x02, 0x00, 0x7f, 'x'};
        byte[] badArgument = {2, 0, 1, 'f', 0, 0x40, 0x1c, 0, 0, 0, 0, 0, 0, 0x7e};
        client.send(client.connectionFlow(), RtmpMessage.of(20, 0, nonsense));
        client.send(client.connectionFlow(), RtmpMessage.of(20, 0, new byte[0]));
        client.send(client.connectionFlow(), RtmpMessage.of(20, 0, badArgument));
        client.session().send(client.connectionFlow(), new byte[] {20, 0});
        world.settle();
        assertThat(world.refused(Refused.MALFORMED_MESSAGE)).isEqualTo(4);
        assertThat(client.answer(7).name()).isEqualTo(Command.ERROR);
        assertThat(client.createStream()).isEqualTo(1);
    }

    @Test
    void otherMessagesOnTheConnectionAreCounted() {
        Client client = world.connected(0);
        client.send(client.connectionFlow(), new UserControl.SetBufferLength(1, 0).encode(0));
        client.send(client.connectionFlow(), new UserControl.Other(99, new byte[3]).encode(0));
        client.send(client.connectionFlow(), RtmpMessage.of(MessageType.AGGREGATE, 0, new byte[9]));
        client.send(client.connectionFlow(), RtmpMessage.of(MessageType.AUDIO, 0, new byte[9]));
        client.send(client.connectionFlow(), RtmpMessage.of(99, 0, new byte[9]));
        world.settle();
        assertThat(world.refused(Refused.UNKNOWN_CONTROL_EVENT)).isEqualTo(1);
        assertThat(world.refused(Refused.AGGREGATE_MESSAGE)).isEqualTo(1);
        assertThat(world.refused(Refused.UNEXPECTED_MESSAGE)).isEqualTo(2);
        assertThat(client.createStream()).isEqualTo(1);
    }

    @Test
    void clientThatNeverReadsAnswersLosesTheSession() {
        Client client = world.connected(0);
        client.downlink().limit(4000, 4000);
        for (int i = 0; i < 60_000; i++) {
            client.call("x");
        }
        world.run(Duration.ofSeconds(60));
        assertThat(world.stats().connections()).isZero();
        assertThat(world.refused(Refused.CONTROL_OVERFLOW)).isPositive();
    }

    private static World strictWorld(String... applications) {
        ApplicationSettings strict =
                new ApplicationSettings(
                        Set.of(applications),
                        SETTINGS.streams(),
                        SETTINGS.serverKeepalive(),
                        SETTINGS.peerKeepalive(),
                        SETTINGS.maxStreams());
        return new World(1, strict, ClusterPort.NONE);
    }

    private static ApplicationSettings keepalive(long seconds) {
        return new ApplicationSettings(
                Set.of(),
                SETTINGS.streams(),
                Duration.ofSeconds(seconds),
                Duration.ofSeconds(2 * seconds),
                8);
    }
}
