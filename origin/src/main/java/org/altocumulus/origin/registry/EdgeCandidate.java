package org.altocumulus.origin.registry;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.cluster.LoadReport;
import org.altocumulus.protocol.cluster.Registration;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;

/**
 * An edge that may get newcomers, with what they are told of it and what it carries: by its last
 * report, and by what was sent there since. Guarded by the lock of its registry.
 */
public final class EdgeCandidate {
    /**
     * What one client counts: divisible by all of one to six, so that a client that was sent to so
     * many edges counts exactly.
     */
    public static final long SHARES_PER_CLIENT = 60;

    private static final long ALL = 16;

    /** Fewer redirects than this say nothing about how many of them become clients. */
    private static final long LEARNT_FROM = 20 * SHARES_PER_CLIENT;

    private final String node;
    private final int capacity;
    private final int weight;
    private final long bandwidth;

    /** What clients of IPv4 and of IPv6 are told, or null. */
    private final Address[] told = new Address[2];

    private LoadReport report = new LoadReport(0, 0);
    private long reportedShares;
    private long addedShares;

    /** Reported and expected together; kept, as each choice asks every edge for it. */
    private long shares;

    /** Which part of the redirects is expected to become clients, in {@link #ALL}ths. */
    private long arriving = ALL;

    private long redirects;

    /** Of {@link LeastLoaded}: when it was last told first, as the number of the choice. */
    long lastFirst;

    /** Of {@link LeastLoaded}: its load in the choice that is being made. */
    long load;

    /** Of {@link Weighted}: its load without the clients that are only expected. */
    double reportedLoad;

    /** Of {@link Ranking}: its place in the list that was ranked. */
    int place;

    /** Of {@link BoundedHash}: the choice for which it was last ready, or passed over. */
    long readyFor;

    /**
     * An edge without clients.
     *
     * @param node its name
     * @param capacity most clients that it takes, 0 for no limit
     * @param weight how much it can carry beside others, in hundredths
     * @param bandwidth bits per second that it can send, 0 if that is not known
     */
    public EdgeCandidate(String node, int capacity, int weight, long bandwidth) {
        this.node = node;
        this.capacity = capacity;
        this.weight = weight;
        this.bandwidth = bandwidth;
    }

    EdgeCandidate(String node, Registration registration) {
        this(node, registration.capacity(), registration.weight(), registration.bandwidth());
    }

    /** Its name. */
    public String node() {
        return node;
    }

    /** Most clients that it takes, 0 for no limit. */
    public int capacity() {
        return capacity;
    }

    /** How much it can carry beside others, in hundredths: 100 is usual. */
    public int weight() {
        return weight;
    }

    /**
     * Chooses what clients are told: of each family the first address.
     *
     * @param usable those that may be told, best first
     * @param crossFamily whether clients get one of the other family if there is none of theirs
     */
    void tell(List<InetSocketAddress> usable, boolean crossFamily) {
        Arrays.fill(told, crossFamily && !usable.isEmpty() ? local(usable.get(0)) : null);
        for (int i = usable.size() - 1; i >= 0; i--) {
            InetSocketAddress address = usable.get(i);
            told[address.getAddress() instanceof Inet6Address ? 1 : 0] = local(address);
        }
    }

    /** As Cumulus wrote them; other origins mean other things to clients. */
    private static Address local(InetSocketAddress address) {
        return new Address(AddressOrigin.LOCAL, address);
    }

    /** The address that a client of that family is told, or null if there is none for it. */
    Address address(boolean inet6) {
        return told[inet6 ? 1 : 0];
    }

    /** A newer report takes the place of the last, and of what was added since. */
    void report(LoadReport newer) {
        arriving = arrivingAfter(newer);
        report = newer;
        addedShares = 0;
        reportedShares = newer.clients() * SHARES_PER_CLIENT;
        shares = reportedShares;
    }

    /**
     * Hellos can be forged, so how many of the redirects become clients is learnt from the reports:
     * twice the part that arrived is expected of the next ones, as clients also leave and the last
     * are still on their way.
     */
    private long arrivingAfter(LoadReport newer) {
        if (addedShares < LEARNT_FROM) {
            return ALL;
        }
        long arrived = Math.max(0, newer.clients() * SHARES_PER_CLIENT - reportedShares);
        return Math.min(ALL, 2 * ALL * arrived / addedShares);
    }

    /** Its last report; before the first, one of no clients. */
    LoadReport report() {
        return report;
    }

    /** A newcomer was told this edge and, in all, {@code edges} of them. */
    void listed(int edges) {
        addedShares += SHARES_PER_CLIENT / edges;
        shares = reportedShares + expectedShares();
        redirects++;
    }

    /** Newcomers that were told this edge. */
    long redirects() {
        return redirects;
    }

    /** What was sent there since the last report, whatever arrived. */
    long addedShares() {
        return addedShares;
    }

    /** What of that is expected to arrive. */
    long expectedShares() {
        return addedShares * arriving / ALL;
    }

    /** Its clients by its last report, in {@value #SHARES_PER_CLIENT}ths. */
    long reportedShares() {
        return reportedShares;
    }

    /**
     * Its clients, those expected included, in {@value #SHARES_PER_CLIENT}ths. They order edges, so
     * that a burst spreads; whether an edge is full or has too many is decided without those
     * expected, as hellos that nobody means would fill it otherwise.
     */
    public long shares() {
        return shares;
    }

    /** Its clients without parts of one. */
    long wholeClients() {
        return shares() / SHARES_PER_CLIENT;
    }

    /** Whether it takes one more client, by its last report. */
    boolean hasRoom() {
        return capacity == 0 || report.clients() < capacity;
    }

    /** The part of its processors that is busy, 0 to 1; 0 if it has not said so. */
    double processors() {
        return Math.max(0, report.cpu()) / (double) LoadReport.FULL_CPU;
    }

    /** The part of its bandwidth that is used, 0 or more; 0 if it has not said so. */
    double bandwidthUsed() {
        return bandwidth == 0 ? 0 : Math.max(0, report.out()) / (double) bandwidth;
    }

    @Override
    public String toString() {
        return node + " with " + shares() + "/" + SHARES_PER_CLIENT + " clients";
    }
}
