package org.altocumulus.edge.ops;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Section {@code node}: sockets, threads and admission of the media node.
 *
 * @param id name of the edge at the origin; empty if it is to be made at start
 * @param bind UDP addresses to listen on, at least one; the port may be 0
 * @param advertise UDP addresses that clients are told; empty if they follow from those bound
 * @param eventLoops 1 to 256
 * @param nativeTransport whether to use epoll where it exists
 * @param gatherTime how long a busy loop lets datagrams gather before it takes them
 * @param receiveBuffer bytes of a socket's receive buffer
 * @param sendBuffer bytes of a socket's send buffer
 * @param keyExchange how keys are agreed on
 * @param maxSessions open sessions at which newcomers are sent elsewhere or get no answer
 * @param halfOpen how many sessions may be half-open beside those
 * @param bandwidth bits per second that it can send to clients, 0 if that is not known
 * @param weight how much it can carry beside other edges, in hundredths
 * @param drainTime how long an edge that stops waits for its clients to leave by themselves
 * @param stopTime how long a stop waits for clients to confirm
 */
public record NodeSettings(
        String id,
        List<InetSocketAddress> bind,
        List<InetSocketAddress> advertise,
        int eventLoops,
        boolean nativeTransport,
        Duration gatherTime,
        int receiveBuffer,
        int sendBuffer,
        KeyExchangeSettings keyExchange,
        int maxSessions,
        HalfOpenSettings halfOpen,
        long bandwidth,
        int weight,
        Duration drainTime,
        Duration stopTime) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{0,64}");
    private static final long BITS_OF_MEGABIT = 1_000_000;
    private static final int MIN_BUFFER = 64 << 10;
    private static final int MAX_BUFFER = 256 << 20;

    /** Copies the lists. */
    public NodeSettings {
        bind = List.copyOf(bind);
        advertise = List.copyOf(advertise);
    }

    /**
     * Reads the section.
     *
     * @param cores for the counts of threads that are 0 in the settings
     */
    static NodeSettings read(SettingsReader reader, int cores) throws SettingsException {
        AddressReader addresses = new AddressReader(reader);
        int loops = reader.integer("node.event-loops", 0, 256);
        return new NodeSettings(
                reader.text("node.id", ID, "up to 64 letters, digits, '.', '_' or '-'"),
                addresses.listenAll("node.bind"),
                addresses.advertised("node.advertise"),
                loops == 0 ? Math.min(cores, 256) : loops,
                reader.flag("node.native-transport"),
                reader.duration("node.gather-time", Duration.ZERO, Duration.ofMillis(10)),
                reader.size("node.receive-buffer", MIN_BUFFER, MAX_BUFFER),
                reader.size("node.send-buffer", MIN_BUFFER, MAX_BUFFER),
                KeyExchangeSettings.read(reader, cores),
                reader.integer("node.max-sessions", 1, 1_000_000),
                HalfOpenSettings.read(reader),
                reader.integer("node.bandwidth", 0, 10_000_000) * BITS_OF_MEGABIT,
                (int) Math.round(100 * reader.decimal("node.weight", 0.01, 100)),
                reader.duration("node.drain-time", Duration.ZERO, Duration.ofHours(24)),
                reader.duration("node.stop-time", Duration.ZERO, Duration.ofSeconds(60)));
    }
}
