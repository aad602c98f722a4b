package org.altocumulus.edge.netconnection;

import java.time.Duration;
import org.altocumulus.edge.stream.StreamNames;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.PeerInfo;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.message.UserControl;
import org.altocumulus.protocol.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands on the NetConnection flow. What is answered with a status, and what some clients
 * cannot bear there, is in the profile of the clients: neither onStatus nor calls with arguments.
 */
final class ConnectionCommands {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionCommands.class);

    private final Connection connection;
    private final NetStreams streams;
    private boolean keepaliveSent;

    ConnectionCommands(Connection connection, NetStreams streams) {
        this.connection = connection;
        this.streams = streams;
    }

    void on(Command command) {
        LOG.debug("{}: {}", connection, StreamNames.shown(command.name()));
        boolean connect = command.name().equals("connect");
        if (connection.isConnected() == connect || connection.gate().isAsking()) {
            connection.count(Refused.COMMAND_OUT_OF_TURN);
            fail(command, connect ? "connects already" : "connect comes first");
            return;
        }
        switch (command.name()) {
            case "connect" -> connect(command);
            case "setPeerInfo" -> setPeerInfo(command);
            case "createStream" -> createStream(command);
            case "deleteStream" -> {
                streams.delete((long) command.argument(0).toNumber(0));
                acknowledge(command);
            }
            default -> onOther(command);
        }
    }

    /** Commands that encoders send and want no error for, and those that are not known. */
    void onOther(Command command) {
        switch (command.name()) {
            case "releaseStream" -> {
                StreamKey key =
                        StreamNames.key(connection.application(), command.argument(0).toText(""));
                if (key != null && connection.admitsCommand(key)) {
                    connection.loop().node().streams.release(key, connection.publisher());
                }
                acknowledge(command);
            }
            case "FCPublish",
                    "FCUnpublish",
                    "FCSubscribe",
                    "FCUnsubscribe",
                    "initStream",
                    "_checkbw" ->
                    acknowledge(command);
            case "getStreamLength" -> answer(command, AmfValue.of(0));
            case Command.RESULT, Command.ERROR -> connection.count(Refused.UNEXPECTED_MESSAGE);
            default -> {
                connection.count(Refused.UNKNOWN_COMMAND);
                fail(command, "no method " + StreamNames.shown(command.name()));
            }
        }
    }

    private void connect(Command command) {
        try {
            ConnectRequest request = ConnectRequest.of(command);
            if (connection.settings().allows(request.application())) {
                connection
                        .gate()
                        .ask(
                                connection.accessRequest(AccessRequest.Action.CONNECT, request, ""),
                                () -> accept(command, request),
                                reason -> reject(command, request.application(), reason));
                return;
            }
            reject(
                    command,
                    request.application(),
                    "no application " + StreamNames.shown(request.application()));
        } catch (WireException e) {
            reject(command, "", e.getMessage());
        }
    }

    private void accept(Command command, ConnectRequest request) {
        connection.accept(request);
        Status success = Status.of(StatusCode.CONNECT_SUCCESS, "Connection succeeded");
        AmfValue encoding = AmfValue.of(request.objectEncoding());
        send(success.with("objectEncoding", encoding).answer(command.transactionId()));
    }

    private void reject(Command command, String application, String reason) {
        connection.count(Refused.CONNECT_REJECTED);
        send(Status.of(StatusCode.CONNECT_REJECTED, reason).answer(command.transactionId()));
        connection.reject(application, reason);
    }

    private void setPeerInfo(Command command) {
        PeerInfo info = PeerInfo.of(command);
        if (info.skipped() > 0) {
            connection.count(Refused.PEER_ADDRESS, info.skipped());
            LOG.debug("{}: addresses left out: {}", connection, info.skippedEntries());
        }
        connection.session().reportAddresses(info.addresses());
        if (!keepaliveSent) {
            keepaliveSent = true;
            ApplicationSettings settings = connection.settings();
            connection
                    .control()
                    .send(
                            new UserControl.SetKeepalive(
                                            millis(settings.serverKeepalive()),
                                            millis(settings.peerKeepalive()))
                                    .encode(0));
        }
    }

    private static long millis(Duration period) {
        return Math.min(period.toMillis(), 0xffff_ffffL);
    }

    private void createStream(Command command) {
        NetStream stream = streams.create();
        if (stream == null) {
            connection.count(Refused.TOO_MANY_STREAMS);
            fail(command, "there are " + connection.settings().maxStreams() + " streams");
        } else {
            answer(command, AmfValue.of((double) stream.id()));
        }
    }

    /** A result without a value, to those who wait for one. */
    private void acknowledge(Command command) {
        if (command.transactionId() != 0) {
            answer(command);
        }
    }

    private void answer(Command command, AmfValue... values) {
        send(new Command(Command.RESULT, command.transactionId(), values));
    }

    /** Says to the client that its call was not carried out. */
    void fail(Command command, String reason) {
        send(Status.of(StatusCode.CALL_FAILED, reason).answer(command.transactionId()));
    }

    private void send(Command command) {
        connection.control().send(command);
    }
}
