package org.altocumulus.cli.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientOptions;
import org.altocumulus.protocol.wire.HostPort;

/** The clients of a measurement, which connect to some servers in turn. Any thread. */
public final class LoadClients implements AutoCloseable {
    private final ClientEndpoint endpoint;
    private final Duration timeout;
    private final List<Target> targets;

    /**
     * Where clients connect to.
     *
     * @param url of the application
     * @param addresses of the server
     */
    private record Target(String url, List<InetSocketAddress> addresses) {}

    /**
     * A place to connect to.
     *
     * @param url of an application
     * @param server where it is
     */
    public record Place(String url, HostPort server) {}

    private LoadClients(ClientEndpoint endpoint, Duration timeout, List<Target> targets) {
        this.endpoint = endpoint;
        this.timeout = timeout;
        this.targets = targets;
    }

    /**
     * Starts the loops of the clients.
     *
     * @param places at least one
     * @param timeout what opening a connection may take
     * @throws IOException if a host is not known
     */
    public static LoadClients open(ClientOptions options, List<Place> places, Duration timeout)
            throws IOException {
        List<Target> targets = new ArrayList<>();
        for (Place place : places) {
            targets.add(new Target(place.url(), ClientEndpoint.resolve(place.server())));
        }
        return new LoadClients(ClientEndpoint.open(options), timeout, targets);
    }

    /** Timers of one of the loops. */
    Timers timers() {
        return endpoint.loops().get(0)::executeAfterNanos;
    }

    /** What opening a connection may take. */
    Duration timeout() {
        return timeout;
    }

    /** Connects client number {@code index} to the place that is its turn. */
    CompletableFuture<ClientConnection> connect(long index) {
        Target target = targets.get((int) (index % targets.size()));
        return endpoint.connect(target.url(), target.addresses())
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
