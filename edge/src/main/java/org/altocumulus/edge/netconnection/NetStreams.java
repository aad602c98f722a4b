package org.altocumulus.edge.netconnection;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.altocumulus.edge.loop.TokenBucket;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.StatusCode;

/** The net streams of a connection. */
final class NetStreams {
    /** Commands at once that concern other threads; twice the net streams if those are more. */
    static final int COMMAND_BURST = 1000;

    /** Of these 50 a second. */
    private static final long COMMAND_INTERVAL = MILLISECONDS.toNanos(20);

    private final Connection connection;

    /** Made for the first: most clients have none or one. */
    private Map<Long, NetStream> streams = Map.of();

    private long lastId;

    /** Made for the first command that concerns other threads. */
    private TokenBucket commands;

    NetStreams(Connection connection) {
        this.connection = connection;
    }

    /** Makes a stream, or returns null if there are as many as there may be. */
    NetStream create() {
        if (streams.size() >= connection.settings().maxStreams()) {
            return null;
        }
        NetStream stream = new NetStream(connection, ++lastId);
        if (streams.isEmpty()) {
            streams = new HashMap<>();
        }
        streams.put(stream.id(), stream);
        return stream;
    }

    /** Whether the client may play, publish or release once more, which concerns other threads. */
    boolean admitsCommand(long now) {
        if (commands == null) {
            int burst = Math.max(COMMAND_BURST, 2 * connection.settings().maxStreams());
            commands = new TokenBucket(COMMAND_INTERVAL, burst);
        }
        return commands.admits(now);
    }

    /** The stream of that id, or null. */
    NetStream get(long id) {
        return streams.get(id);
    }

    /** Ends the stream of that id, if there is one. */
    void delete(long id) {
        NetStream stream = streams.get(id);
        if (stream != null) {
            streams.remove(id);
            stream.delete();
        }
    }

    void forEach(Consumer<NetStream> action) {
        streams.values().forEach(action);
    }

    void deleteAll() {
        streams.values().forEach(NetStream::delete);
        streams = Map.of();
    }

    /** Says the same on each stream. */
    void tellAll(StatusCode code, String description) {
        streams.values().forEach(stream -> stream.status(code, description));
    }

    void pump(long now) {
        for (NetStream stream : streams.values()) {
            stream.pump(now);
        }
    }

    /** The client rejected a flow; without effect if it is of no stream that is still there. */
    void onRejected(SendFlow flow) {
        for (NetStream stream : streams.values()) {
            if (stream.onRejected(flow)) {
                return;
            }
        }
    }
}
