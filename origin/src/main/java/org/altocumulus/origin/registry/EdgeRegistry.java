package org.altocumulus.origin.registry;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.LoadReport;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.cluster.Registration;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.HostPort;

/**
 * The edges that have registered, those that were lost or left lately among them. An edge is named
 * by its node id; what is told of one that is not registered is passed over.
 *
 * <p>Thread-safe: the links change it, and the loops ask it about every hello.
 */
public final class EdgeRegistry {
    private static final int MAX_GONE = 64;

    private final RegistrySettings settings;
    private final EdgeChoice choice;
    private final long started;
    private final Map<String, EdgeEntry> edges = new LinkedHashMap<>();

    private final ReadyEdges ready = new ReadyEdges();

    private boolean hadReadyEdge;

    /** An empty registry of an origin that starts now. */
    public EdgeRegistry(RegistrySettings settings, EdgeChoice choice, long now) {
        this.settings = settings;
        this.choice = choice;
        this.started = now;
    }

    /**
     * Whether an edge may register: not under the name of another process that is alive, and not
     * with an address of another edge, or the two would hide each other.
     *
     * @throws LinkRefusal with what is in the way
     */
    public synchronized void admit(NodeIdentity identity, Registration registration, long now)
            throws LinkRefusal {
        EdgeEntry same = edges.get(identity.node());
        if (same != null
                && same.isInUse(now)
                && !same.identity().instance().equals(identity.instance())) {
            throw new LinkRefusal(
                    Reason.NODE_IN_USE,
                    "node " + identity.node() + " is another process, which is alive");
        }
        for (EdgeEntry other : edges.values()) {
            if (other == same || other.isGone()) {
                continue;
            }
            for (InetSocketAddress address : registration.advertised()) {
                if (other.registration().advertised().contains(address)) {
                    throw new LinkRefusal(
                            Reason.ADDRESS_IN_USE,
                            HostPort.format(address)
                                    + " is advertised by node "
                                    + other.identity().node());
                }
            }
        }
    }

    /**
     * Takes in an edge, in place of what was known of its node, and of nodes that are gone and had
     * one of its addresses: an edge that was started again can have another name.
     *
     * @throws LinkRefusal as {@link #admit}
     */
    public synchronized void register(NodeIdentity identity, Registration registration, long now)
            throws LinkRefusal {
        admit(identity, registration, now);
        edges.remove(identity.node());
        edges.values().removeIf(edge -> edge.isGone() && edge.sharesAddress(registration));
        edges.put(identity.node(), new EdgeEntry(identity, registration, settings, now));
        ready.changed();
        tellChoice();
    }

    /** Something arrived from the edge. */
    public synchronized void heard(String node, long now) {
        EdgeEntry edge = edges.get(node);
        if (edge != null) {
            if (edge.state(now) != EdgeState.READY) {
                ready.changed();
            }
            edge.heard(now);
        }
    }

    /** The edge reported its load. */
    public synchronized void report(String node, LoadReport report, long now) {
        with(node, edge -> edge.report(report, now));
    }

    /** An advertised address was probed by UDP. */
    public synchronized void probed(
            String node, InetSocketAddress address, boolean answered, long now) {
        with(node, edge -> edge.probed(address, answered));
        noteReady(now);
    }

    /** The edge has announced all that it has. */
    public synchronized void synced(String node, long now) {
        with(node, EdgeEntry::synced);
        noteReady(now);
    }

    /** The edge takes no newcomers any more. */
    public synchronized void draining(String node) {
        with(node, EdgeEntry::draining);
    }

    /** The edge's connection ended. */
    public synchronized void lost(String node) {
        gone(node, EdgeState.LOST);
    }

    /** The edge said goodbye. */
    public synchronized void left(String node) {
        gone(node, EdgeState.LEFT);
    }

    private void gone(String node, EdgeState how) {
        with(node, edge -> edge.gone(how));
        List<String> gone = new ArrayList<>();
        edges.forEach(
                (name, edge) -> {
                    if (edge.isGone()) {
                        gone.add(name);
                    }
                });
        gone.subList(0, Math.max(0, gone.size() - MAX_GONE)).forEach(edges::remove);
        tellChoice();
    }

    private void tellChoice() {
        choice.edges(
                edges.values().stream()
                        .filter(edge -> !edge.isGone())
                        .map(EdgeEntry::candidate)
                        .toList());
    }

    /** Whether any edge is ready, be it full. */
    public synchronized boolean hasReadyEdge(long now) {
        ready.update(edges.values(), now);
        return ready.any();
    }

    /** Whether the origin, just started, still waits for its first edge and serves nobody. */
    public synchronized boolean isInGrace(long now) {
        return !hadReadyEdge && now - started < settings.grace();
    }

    /**
     * Chooses the edges that a newcomer is told. A client is expected there from now on, unless the
     * hello is repeated.
     *
     * @param inet6 whether the newcomer has an IPv6 address; it gets addresses of its own family,
     *     and others only if the settings say so
     * @param addresses gets one of each edge, best first
     * @return the name of the best; null, and no address, if no edge has room
     */
    public synchronized String choose(
            Newcomer newcomer, boolean inet6, long now, List<Address> addresses) {
        ready.update(edges.values(), now);
        List<EdgeCandidate> chosen = choice.choose(newcomer, ready.of(inet6));
        int count = chosen.size();
        for (int i = 0; i < count; i++) {
            EdgeCandidate edge = chosen.get(i);
            addresses.add(edge.address(inet6));
            if (!newcomer.repeated()) {
                edge.listed(count);
            }
        }
        return count == 0 ? null : chosen.get(0).node();
    }

    /** The edge whose certificate has that fingerprint, ready or not; its address for a client. */
    public synchronized Optional<Address> withFingerprint(byte[] fingerprint, boolean inet6) {
        return edges.values().stream()
                .filter(edge -> !edge.isGone())
                .filter(edge -> Arrays.equals(edge.registration().fingerprint(), fingerprint))
                .findFirst()
                .map(edge -> edge.candidate().address(inet6));
    }

    /** The fingerprint of an edge's certificate, if the edge is registered. */
    public synchronized Optional<byte[]> fingerprint(String node) {
        return Optional.ofNullable(edges.get(node)).map(edge -> edge.registration().fingerprint());
    }

    /** All edges, in the order of their registration, as they are now. */
    public synchronized List<EdgeView> view(long now) {
        return edges.values().stream().map(edge -> edge.view(now)).toList();
    }

    private void noteReady(long now) {
        hadReadyEdge |= hasReadyEdge(now);
    }

    private void with(String node, Consumer<EdgeEntry> change) {
        EdgeEntry edge = edges.get(node);
        if (edge != null) {
            change.accept(edge);
            ready.changed();
        }
    }
}
