package org.altocumulus.origin.registry;

import java.net.InetSocketAddress;
import java.util.Collections;
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

    private long heard;
    private long reported;
    private boolean hasReported;
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

    /** Whether it advertises an address that {@code other} does. */
    boolean sharesAddress(Registration other) {
        return !Collections.disjoint(registration.advertised(), other.advertised());
    }

    void heard(long now) {
        heard = now;
    }

    /** A report that is not newer than the last is passed over. */
    void report(LoadReport report, long now) {
        if (report.sequence() > candidate.report().sequence()) {
            candidate.report(report);
            reported = now;
            hasReported = true;
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
        return untilSuspect(now) <= 0 ? EdgeState.SUSPECT : EdgeState.READY;
    }

    /** Nanoseconds after which it is suspect if nothing more comes of it; 0 or less if it is. */
    long untilSuspect(long now) {
        return settings.suspect() - Math.max(now - heard, now - reported);
    }

    /** Whether its process was heard so lately that another cannot take its name. */
    boolean isInUse(long now) {
        return gone == null && now - heard < settings.inUse();
    }

    EdgeCandidate candidate() {
        return candidate;
    }

    private void chooseAddresses() {
        candidate.tell(
                settings.requireProbe() ? reachable() : registration.advertised(),
                settings.crossFamily());
    }

    EdgeView view(long now) {
        return new EdgeView(
                identity,
                state(now),
                candidate.report().clients(),
                (double) candidate.addedShares() / EdgeCandidate.SHARES_PER_CLIENT,
                candidate.redirects(),
                registration.capacity(),
                registration.advertised(),
                reachable(),
                now - heard,
                now - reported,
                candidate.report().cpu(),
                candidate.report().out(),
                hasReported,
                registration.weight());
    }

    private List<InetSocketAddress> reachable() {
        return registration.advertised().stream().filter(reachable::contains).toList();
    }
}
