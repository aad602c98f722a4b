package org.altocumulus.edge.netconnection;

import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;

/** A net stream of a client: its flows, as real clients use them, and what came on it. */
final class ClientStream {
    private final Client client;
    private final long id;
    private final SendFlow commands;
    private SendFlow data;
    private SendFlow audio;
    private SendFlow video;

    ClientStream(Client client, long id) {
        this.client = client;
        this.id = id;
        this.commands = client.openStream(id);
    }

    long id() {
        return id;
    }

    boolean belongsTo(Client other) {
        return client == other;
    }

    SendFlow commandFlow() {
        return commands;
    }

    void call(String name, AmfValue... arguments) {
        client.send(commands, new Command(name, 0, arguments));
    }

    void data(long timestamp, String handler, AmfValue... arguments) {
        send(new DataMessage(handler, List.of(arguments)).encode(timestamp));
    }

    RtmpMessage audio(long timestamp, String payload) {
        return send(MessageType.AUDIO, timestamp, payload);
    }

    RtmpMessage video(long timestamp, String payload) {
        return send(MessageType.VIDEO, timestamp, payload);
    }

    private RtmpMessage send(int type, long timestamp, String payload) {
        return send(RtmpMessage.of(type, timestamp, HexFormat.of().parseHex(payload)));
    }

    /** Sends on the flow that this client has for such messages. */
    RtmpMessage send(RtmpMessage message) {
        client.send(flow(message.type()), message);
        return message;
    }

    /** Ends all flows of the stream behind what was sent on them. */
    void closeFlows() {
        for (SendFlow flow : new SendFlow[] {commands, data, audio, video}) {
            if (flow != null) {
                client.session().closeFlow(flow);
            }
        }
    }

    private SendFlow flow(int type) {
        switch (type) {
            case MessageType.AUDIO -> {
                audio = Objects.requireNonNullElseGet(audio, () -> client.openStream(id));
                return audio;
            }
            case MessageType.VIDEO -> {
                video = Objects.requireNonNullElseGet(video, () -> client.openStream(id));
                return video;
            }
            default -> {
                data = Objects.requireNonNullElseGet(data, () -> client.openStream(id));
                return data;
            }
        }
    }

    /** The codes of all status objects that came, in their order. */
    List<String> codes() {
        return statuses().stream().map(Status::code).toList();
    }

    List<Status> statuses() {
        return client.commands(id).stream()
                .filter(command -> command.name().equals(Command.ON_STATUS))
                .map(command -> Status.in(command).orElseThrow())
                .toList();
    }

    /** Messages of a type that came, as they were encoded. */
    List<String> got(int type) {
        return client.messages(id, type).stream().map(ClientStream::hex).toList();
    }

    List<String> gotAudio() {
        return got(MessageType.AUDIO);
    }

    List<String> gotVideo() {
        return got(MessageType.VIDEO);
    }

    /** Data without what the server itself says about the stream. */
    List<String> gotData() {
        String sampleAccess = hex(DataMessage.sampleAccess(true, true).encode(0));
        return got(MessageType.DATA_AMF0).stream().filter(d -> !d.equals(sampleAccess)).toList();
    }

    static String hex(RtmpMessage message) {
        return HexFormat.of().formatHex(message.encoded());
    }

    static List<String> hex(List<RtmpMessage> messages) {
        return messages.stream().map(ClientStream::hex).toList();
    }
}
