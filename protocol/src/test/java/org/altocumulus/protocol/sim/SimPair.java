package org.altocumulus.protocol.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.session.Session;

/** A client and a server with a network between them. */
public final class SimPair {
    private static final long OPEN_LIMIT = TimeUnit.SECONDS.toNanos(100);

    private final VirtualTime time = new VirtualTime();
    private final SimNetwork network;
    private final SimEndpoint client;
    private final SimEndpoint server;

    /** A pair whose randomness follows from {@code seed}. */
    public SimPair(EndpointSetup client, EndpointSetup server, long seed) {
        this.network = new SimNetwork(time, seed);
        this.client = new SimEndpoint(network, address(10, 50000), client, seed + 1);
        this.server = new SimEndpoint(network, address(1, 1935), server, seed + 2);
    }

    /** A pair without HMAC and sequence numbers. */
    public static SimPair plain(long seed) {
        return new SimPair(EndpointSetup.CLIENT, EndpointSetup.SERVER, seed);
    }

    /** 192.0.2.{@code host}, an address that nobody has. */
    public static InetSocketAddress address(int host, int port) {
        return new InetSocketAddress("192.0.2." + host, port);
    }

    public VirtualTime time() {
        return time;
    }

    public SimNetwork network() {
        return network;
    }

    public SimEndpoint client() {
        return client;
    }

    public SimEndpoint server() {
        return server;
    }

    /** Another endpoint in the same network. */
    public SimEndpoint add(InetSocketAddress address, EndpointSetup setup) {
        return new SimEndpoint(network, address, setup, 31L * address.hashCode());
    }

    /** Opens a session, whatever the network is like, until both ends know that it is open. */
    public Session connect() {
        Opening opening = client.open(server.address());
        boolean open = time.runUntil(() -> opening.session() != null, OPEN_LIMIT);
        assertThat(open).as("open: " + opening.failure()).isTrue();
        return opening.session();
    }

    public Session clientSession() {
        return client.onlySession();
    }

    public Session serverSession() {
        return server.onlySession();
    }
}
