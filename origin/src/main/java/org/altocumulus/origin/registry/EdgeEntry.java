package org.altocumulus.origin.registry;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
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
    private final EdgeCandidate candidate;

    /** What clients of IPv4 and of IPv6 are told, or null. */
    private final InetSocketAddress[] told = new InetSocketAddress[2];

    private long heard;
    private long reported;
    private long redirects;
    private boolean synced;
    private boolean draining;
    private EdgeState gone;

    EdgeEntry(
            NodeIdentity identity, Registration registration, RegistrySettings settings, long now) {
        this.identity = identity;
        this.registration = registration;
        this.settings = settings;
        this.candidate = new EdgeCandidate(identity.node(), registration);
        this.heard = now;
        this.reported = now;
        chooseAddresses();
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
        if (report.sequence() > candidate.report().sequence()) {
            candidate.report(report);
            reported = now;
        }
    }

    void probed(InetSocketAddress address, boolean answered) {
        if (answered) {
            reachable.add(address);
        } else {
            reachable.remove(address);
        }
        chooseAddresses();
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
        candidate.listed(edges);
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
        return candidate;
    }

    /** The address that a client of that family is told, or null if there is none for it. */
    InetSocketAddress address(boolean inet6) {
        return told[inet6 ? 1 : 0];
    }

    /** Of each family, the first, or else one of the other if the settings say so. */
    private void chooseAddresses() {
        List<InetSocketAddress> usable =
                settings.requireProbe() ? reachable() : registration.advertised();
        InetSocketAddress any = settings.crossFamily() && !usable.isEmpty() ? usable.get(0) : null;
        Arrays.fill(told, any);
        for (int i = usable.size() - 1; i >= 0; i--) {
            InetSocketAddress address = usable.get(i);
            told[address.getAddress() instanceof Inet6Address ? 1 : 0] = address;
        }
    }

    EdgeView view(long now) {
        return new EdgeView(
                identity,
                state(now),
                candidate.report().clients(),
                (double) candidate.addedShares() / EdgeCandidate.SHARES_PER_CLIENT,
                redirects,
                registration.capacity(),
                registration.advertised(),
                reachable(),
                now - heard,
                now - reported,
                candidate.report().cpu(),
                candidate.report().out(),
                registration.weight());
    }

    private List<InetSocketAddress> reachable() {
        return registration.advertised().stream().filter(reachable::contains).toList();
    }
}
