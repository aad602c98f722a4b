package org.altocumulus.edge.netconnection;

import java.util.Set;
import org.altocumulus.edge.stream.StreamNames;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.StreamKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commands on the flows of a net stream. */
final class NetStreamCommands {
    private static final Logger LOG = LoggerFactory.getLogger(NetStreamCommands.class);
    private static final Set<String> RECORDING = Set.of("record", "append", "appendWithGap");
    private static final int START = 1;
    private static final int RESET = 3;

    /** The start of a client that names none: what is live, or else what is recorded. */
    private static final double LIVE_OR_RECORDED = -2;

    private final NetStream stream;
    private final Connection connection;

    NetStreamCommands(NetStream stream) {
        this.stream = stream;
        this.connection = stream.connection();
    }

    void on(Command command) {
        LOG.debug("{} stream {}: {}", connection, stream.id(), StreamNames.shown(command.name()));
        switch (command.name()) {
            case "play" -> play(command);
            case "publish" -> publish(command);
            case "closeStream" -> stream.stop();
            case "pause", "pauseRaw" -> {
                if (stream.player() != null) {
                    stream.player().pause(command.argument(0).toBoolean(false));
                }
            }
            case "seek" -> {
                if (stream.player() != null) {
                    stream.player().seek();
                }
            }
            case "receiveAudio" -> stream.receiveAudio(command.argument(0).toBoolean(true));
            case "receiveVideo" -> stream.receiveVideo(command.argument(0).toBoolean(true));
            case Command.ON_STATUS -> connection.count(Refused.UNEXPECTED_MESSAGE);
            default -> connection.commands().onOther(command);
        }
    }

    private void play(Command command) {
        if (isStop(command.argument(0))) {
            stream.stop();
            return;
        }
        String written = command.argument(0).toText("");
        StreamKey key = StreamNames.key(connection.application(), written);
        if (key == null) {
            stream.refusePlay("", "no name that a stream can have");
            return;
        }
        AmfValue reset = command.argument(RESET);
        stream.play(
                new PlayRequest(
                        key,
                        written,
                        reset.toBoolean(reset.toNumber(1) != 0),
                        command.argument(START).toNumber(LIVE_OR_RECORDED) >= 0));
    }

    private void publish(Command command) {
        if (isStop(command.argument(0))) {
            stream.stop();
            return;
        }
        String written = command.argument(0).toText("");
        StreamKey key = StreamNames.key(connection.application(), written);
        if (key == null) {
            stream.refusePublish("", "no name that a stream can have");
            return;
        }
        stream.publish(key, written, RECORDING.contains(command.argument(1).toText("")));
    }

    /** Players and publishers end with {@code play(false)} and {@code publish(false)}. */
    private static boolean isStop(AmfValue name) {
        return name.isAbsent() || !name.toBoolean(true);
    }
}
