package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.session.Session;

/** Senders on one side of a narrow link and receivers on the other. */
public final class SharedPath {
    private static final long OPEN_LIMIT = SECONDS.toNanos(100);
    private static final int FIRST_HOST = 20;

    private final VirtualTime time = new VirtualTime();
    private final SimNetwork network;
    private final Bottleneck bottleneck;
    private final long seed;
    private final List<TrafficSource> sources = new ArrayList<>();
    private PathProfile profile;
    private int hosts;

    public SharedPath(PathProfile profile, long seed) {
        this.network = new SimNetwork(time, seed);
        this.bottleneck = new Bottleneck(profile.bytesPerSecond(), profile.queueBytes());
        this.profile = profile;
        this.seed = seed;
    }

    public VirtualTime time() {
        return time;
    }

    public SimNetwork network() {
        return network;
    }

    public Bottleneck bottleneck() {
        return bottleneck;
    }

    /** Adds a host of either side, whose sessions are controlled in that way. */
    public SimEndpoint add(CongestionAlgorithm algorithm) {
        int host = FIRST_HOST + hosts++;
        var endpoint =
                new SimEndpoint(
                        network,
                        SimPair.address(host, 1935),
                        EndpointSetup.SERVER,
                        31 * seed + host);
        endpoint.congestion(algorithm::create);
        endpoint.recorder().onFlow(log -> sources.forEach(source -> source.offer(endpoint, log)));
        return endpoint;
    }

    /** Opens a session from one host to another, the way of whose data leads through the link. */
    public Session connect(SimEndpoint from, SimEndpoint to) {
        apply(from, to);
        Opening opening = from.open(to.address());
        boolean open = time.runUntil(() -> opening.session() != null, OPEN_LIMIT);
        assertThat(open).as("open: " + opening.failure()).isTrue();
        return opening.session();
    }

    void offerFlowsTo(TrafficSource source) {
        sources.add(source);
    }

    /** Changes the delay and the loss between two hosts; the narrow link stays. */
    public void change(PathProfile newProfile, SimEndpoint from, SimEndpoint to) {
        profile = newProfile;
        apply(from, to);
    }

    private void apply(SimEndpoint from, SimEndpoint to) {
        network.link(from.address(), to.address(), profile.link());
        network.link(to.address(), from.address(), profile.link());
        network.through(bottleneck, from.address(), to.address());
    }
}
