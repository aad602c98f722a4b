package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedClientsTest {
    private static final String CONNECT_RESULT =
            "14000000000200075f726573756c74000000000000000000050300056c6576656c02000673746174757300"
                    + "04636f646502001d4e6574436f6e6e656374696f6e2e436f6e6e6563742e5375636365737300"
                    + "0b6465736372697074696f6e020014436f6e6e656374696f6e20737563636565646564000e6f"
                    + "626a656374456e636f64696e67004008000000000000000009";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void librtmfpPublishesAndPlays(int loops) throws WireException {
        World world = new World(loops);
        Replay replay = new Replay(world);
        replay.run(Vectors.recording("librtmfp-connect"), "player", "publisher");
        world.requireThatStrictClientsLive();

        for (String name : List.of("player", "publisher")) {
            List<RtmpMessage> answers = replay.client(name).messages(0, 20);
            assertThat(ClientStream.hex(answers.get(0))).isEqualTo(CONNECT_RESULT);
            assertThat(ClientStream.hex(answers.get(1)))
                    .isEqualTo(
                            "14000000000200075f726573756c7400000000000000000005003ff0000000000000");
            assertThat(replay.client(name).messages(0, MessageType.USER_CONTROL))
                    .extracting(ClientStream::hex)
                    .containsExactly("0400000000002900003a9800002710");
            assertThat(replay.client(name).rejectedFlows()).isEmpty();
        }
        assertThat(codes(replay.client("publisher"), 1))
                .containsExactly("NetStream.Publish.Start", "NetStream.Unpublish.Success");
        Client player = replay.client("player");
        assertThat(codes(player, 1))
                .containsExactly(
                        "NetStream.Play.Reset",
                        "NetStream.Play.Start",
                        "NetStream.Play.PublishNotify",
                        "NetStream.Play.UnpublishNotify");
        assertThat(hex(player, MessageType.AUDIO))
                .isEqualTo(hex(replay.sent("publisher", MessageType.AUDIO)))
                .isNotEmpty();
        // The recording leaves out its key frame, so of the video only the header passes.
        assertThat(hex(player, MessageType.VIDEO))
                .isEqualTo(hex(replay.sent("publisher", MessageType.VIDEO)).subList(0, 1));
        assertThat(player.messages(1, MessageType.DATA_AMF0)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rtmfp-session-1",
                "rtmfp-session-2",
                "rtmfp-session-3-short-secret",
                "rtmfp-session-4-short-server-public"
            })
    void rtmfpCppIsAnswered(String name) throws WireException {
        World world = new World(2);
        Replay replay = new Replay(world);
        replay.run(Vectors.recording(name), "client");
        world.requireThatStrictClientsLive();
        Client client = replay.client("client");
        Command connected = client.control().get(0);
        assertThat(connected.name()).isEqualTo(Command.RESULT);
        assertThat(Status.in(connected).orElseThrow().code())
                .isEqualTo("NetConnection.Connect.Success");
        assertThat(client.rejectedFlows()).isEmpty();
        assertThat(world.refused(Refused.UNKNOWN_COMMAND)).isZero();
        assertThat(world.refused(Refused.MALFORMED_MESSAGE)).isZero();
    }

    @Test
    void rtmfpCppPublishesAndPlaysInOneSession() throws WireException {
        World world = new World(2);
        Replay replay = new Replay(world);
        replay.run(Vectors.recording("rtmfp-session-1"), "client");
        Client client = replay.client("client");
        assertThat(codes(client, 1))
                .containsExactly("NetStream.Publish.Start", "NetStream.Unpublish.Success");
        assertThat(codes(client, 2))
                .containsExactly(
                        "NetStream.Play.Reset",
                        "NetStream.Play.Start",
                        "NetStream.Play.PublishNotify",
                        "NetStream.Play.UnpublishNotify");
        for (int type : new int[] {MessageType.AUDIO, MessageType.VIDEO}) {
            assertThat(hex(client, type)).isEqualTo(hex(replay.sent("client", type))).isNotEmpty();
        }
        assertThat(world.stats()).isEqualTo(new ApplicationStats(1, 0, 0));
        assertThat(client.session().state()).isEqualTo(Session.State.OPEN);
    }

    private static List<String> codes(Client client, long streamId) {
        return client.commands(streamId).stream()
                .map(command -> Status.in(command).orElseThrow().code())
                .toList();
    }

    private static List<String> hex(Client client, int type) {
        return client.received().stream()
                .filter(received -> received.message().type() == type)
                .map(received -> ClientStream.hex(received.message()))
                .toList();
    }

    private static List<String> hex(List<byte[]> messages) {
        return messages.stream().map(HexFormat.of()::formatHex).toList();
    }
}
