package org.altocumulus.origin.registry;

import static org.altocumulus.origin.registry.EdgeCandidate.SHARES_PER_CLIENT;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.altocumulus.protocol.cluster.LoadReport;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Registration;

/** One registered edge. */
final class EdgeEntry {
    private final NodeIdentity identity;
    private final Registration registration;
    private final RegistrySettings settings;
    private final Set<InetSocketAddress> reachable = new HashSet<>();

    private long heard;
    private long reported;
    private long sequence;
    private int clients;
    private long addedShares;
    private long redirects;
    private boolean synced;
    private boolean draining;
    private EdgeState gone;

    EdgeEntry(
            NodeIdentity identity, Registration registration, RegistrySettings settings, long now) {
        this.identity = identity;
        this.registration = registration;
        this.settings = settings;
        this.heard = now;
        this.reported = now;
    }

    NodeIdentity identity() {
        return identity;
    }

    Registration registration() {
        return registration;
    }

    void heard(long now) {
        heard = now;
    }

    /** A report that is not newer than the last is passed over. */
    void report(LoadReport report, long now) {
        if (report.sequence() > sequence) {
            sequence = report.sequence();
            clients = report.clients();
            addedShares = 0;
            reported = now;
        }
    }

    void probed(InetSocketAddress address, boolean answered) {
        if (answered) {
            reachable.add(address);
        } else {
            reachable.remove(address);
        }
    }

    void synced() {
        synced = true;
    }

    void draining() {
        draining = true;
    }

    /** Its connection ended: {@code LOST}, or {@code LEFT} if it said goodbye. */
    void gone(EdgeState how) {
        gone = how;
    }

    boolean isGone() {
        return gone != null;
    }

    /** A newcomer was told this edge and, in all, {@code edges} of them. */
    void listed(int edges) {
        addedShares += SHARES_PER_CLIENT / edges;
        redirects++;
    }

    EdgeState state(long now) {
        if (gone != null) {
            return gone;
        }
        if (draining) {
            return EdgeState.DRAINING;
        }
        if (!synced || (settings.requireProbe() && reachable.isEmpty())) {
            return EdgeState.UNSYNCED;
        }
        boolean silent = now - heard >= settings.suspect() || now - reported >= settings.suspect();
        return silent ? EdgeState.SUSPECT : EdgeState.READY;
    }

    /** Whether its process was heard so lately that another cannot take its name. */
    boolean isInUse(long now) {
        return gone == null && now - heard < settings.inUse();
    }

    EdgeCandidate candidate() {
        long shares = clients * SHARES_PER_CLIENT + addedShares;
        return new EdgeCandidate(identity.node(), shares, registration.capacity());
    }

    /**
     * The address for a client of that family: of the same if there is one. Empty only for an edge
     * that is not ready.
     */
    Optional<InetSocketAddress> address(boolean inet6) {
        List<InetSocketAddress> usable =
                settings.requireProbe() ? reachable() : registration.advertised();
        return usable.stream()
                .filter(address -> address.getAddress() instanceof Inet6Address == inet6)
                .findFirst()
                .or(() -> settings.crossFamily() ? usable.stream().findFirst() : Optional.empty());
    }

    EdgeView view(long now) {
        return new EdgeView(
                identity,
                state(now),
                clients,
                (double) addedShares / SHARES_PER_CLIENT,
                redirects,
                registration.capacity(),
                registration.advertised(),
                reachable(),
                now - heard,
                now - reported);
    }

    private List<InetSocketAddress> reachable() {
        return registration.advertised().stream().filter(reachable::contains).toList();
    }
}
