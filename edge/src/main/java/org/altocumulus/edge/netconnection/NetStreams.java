package org.altocumulus.edge.netconnection;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.StatusCode;

/** The net streams of a connection. */
final class NetStreams {
    private final Connection connection;

    /** Made for the first: most clients have none or one. */
    private Map<Long, NetStream> streams = Map.of();

    private long lastId;

    /** Made for the first command. */
    private CommandBudget budget;

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

    /** Whether the client may have one more command that concerns other threads. */
    boolean admitsCommand(long now) {
        budget = budget == null ? new CommandBudget(connection.settings().maxStreams()) : budget;
        return budget.admits(now);
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
