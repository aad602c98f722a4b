package org.altocumulus.edge.netconnection;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.edge.loop.LoopPoll;
import org.altocumulus.edge.stream.LocalStreams;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.HostPort;

/**
 * What the clients of a node do, for operators. Each loop is asked for its own and does little for
 * it; one that does not answer in time is left out. Any thread but the loops.
 */
public final class Inspection {
    /** How long loops are waited for, in each of the two steps that a question has at most. */
    static final long STEP_MILLIS = 500;

    private static final String AGENT = "flashVer";
    private static final int MAX_AGENT = 128;

    private final Node node;
    private final long stepMillis;

    Inspection(Node node, long stepMillis) {
        this.node = node;
        this.stepMillis = stepMillis;
    }

    private record Found(String peerId, Connection connection) {}

    /**
     * Clients in the order of their peer ids; one with several sessions is told once for each.
     *
     * @param after a peer id that they come after; empty for the first
     * @param skip if not 0, those of that very peer id are told too, but for so many of them
     * @param limit most that are told
     */
    public ClientPage clients(String after, int skip, int limit) {
        LoopPoll.Answers<List<Connection>> all =
                LoopPoll.ask(node.loops(), ClientLoop::connections, stepMillis);
        List<Found> found = new ArrayList<>();
        for (List<Connection> connections : all.values()) {
            for (Connection connection : connections) {
                String peerId = connection.peerId();
                int order = peerId.compareTo(after);
                if (order > 0 || (order == 0 && skip > 0)) {
                    found.add(new Found(peerId, connection));
                }
            }
        }
        found.sort(
                Comparator.comparing(Found::peerId)
                        .thenComparing(one -> one.connection.acceptedAt()));
        int same = (int) found.stream().filter(one -> one.peerId.equals(after)).count();
        found.subList(0, Math.min(skip, same)).clear();
        List<Found> page = found.subList(0, Math.min(limit, found.size()));
        Map<ClientLoop, List<Connection>> byLoop = new LinkedHashMap<>();
        page.forEach(
                one ->
                        byLoop.computeIfAbsent(one.connection.loop(), loop -> new ArrayList<>())
                                .add(one.connection));
        LoopPoll.Answers<List<ClientPage.Client>> shown =
                LoopPoll.ask(
                        List.copyOf(byLoop.keySet()),
                        loop -> show(byLoop.get(loop), loop.now()),
                        stepMillis);
        List<ClientPage.Client> clients = new ArrayList<>();
        shown.values().forEach(clients::addAll);
        clients.sort(Comparator.comparing(ClientPage.Client::peerId));
        return new ClientPage(
                all.sum(List::size),
                clients,
                found.size() > page.size() ? next(page, after, skip) : null,
                all.silent() + shown.silent());
    }

    /** The last peer id of a page, and how many of it have been told. */
    private static String next(List<Found> page, String after, int skip) {
        String last = page.get(page.size() - 1).peerId;
        long told = page.stream().filter(one -> one.peerId.equals(last)).count();
        return last + '.' + (last.equals(after) ? told + skip : told);
    }

    /** On the loop of those connections. */
    private static List<ClientPage.Client> show(List<Connection> connections, long now) {
        return connections.stream()
                .filter(Connection::isConnected)
                .map(connection -> show(connection, now))
                .toList();
    }

    private static ClientPage.Client show(Connection connection, long now) {
        List<String> publishes = new ArrayList<>();
        List<String> plays = new ArrayList<>();
        connection
                .streams()
                .forEach(
                        stream -> {
                            add(publishes, stream.publishedKey());
                            add(plays, stream.player() == null ? null : stream.player().key());
                        });
        String agent = connection.request().properties().getOrDefault(AGENT, "");
        return new ClientPage.Client(
                connection.peerId(),
                HostPort.format(connection.session().address()),
                agent.length() > MAX_AGENT ? agent.substring(0, MAX_AGENT) : agent,
                connection.application(),
                NANOSECONDS.toMillis(now - connection.acceptedAt()),
                publishes,
                plays);
    }

    private static void add(List<String> names, StreamKey key) {
        if (key != null && names.size() < ClientPage.Client.MOST_STREAMS) {
            names.add(key.name());
        }
    }

    /** Streams that may need an operator. */
    public LocalStreams streams() {
        return node.streams.inspect(stepMillis);
    }
}
