package org.altocumulus.protocol.sim;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Carries datagrams between addresses, as the profile of their link says. */
public final class SimNetwork {
    /** What hosts send without a proof that more arrives. */
    private static final int SAFE_DATAGRAM = 1192;

    private static final long SECOND = 1_000_000_000L;

    private final VirtualTime time;
    private final Random random;
    private final Map<InetSocketAddress, Consumer<Datagram>> hosts = new HashMap<>();
    private final Map<Route, LinkProfile> links = new HashMap<>();
    private final Map<Route, Bottleneck> bottlenecks = new HashMap<>();
    private final Map<Route, Passage> passages = new HashMap<>();
    private final Set<Route> cuts = new HashSet<>();
    private final List<Consumer<Datagram>> taps = new ArrayList<>();
    private LinkProfile defaultLink = LinkProfile.GOOD;
    private Predicate<Datagram> losses = datagram -> false;
    private final Map<Route, Integer> proved = new HashMap<>();
    private int largestDatagram = 1472;
    private final List<SimNat> nats = new ArrayList<>();
    private long sent;
    private long lost;

    private record Route(InetSocketAddress from, InetSocketAddress to) {}

    /** What one direction of a link remembers. */
    private static final class Passage {
        long busyUntil = Long.MIN_VALUE;
        boolean inBurst;
        long usedAt;

        Passage(long now) {
            usedAt = now;
        }
    }

    public SimNetwork(VirtualTime time, long seed) {
        this.time = time;
        this.random = new Random(seed);
    }

    public VirtualTime time() {
        return time;
    }

    /** Gives datagrams to that address to {@code host} from now on. */
    public void bind(InetSocketAddress address, Consumer<Datagram> host) {
        hosts.put(address, host);
    }

    public void unbind(InetSocketAddress address) {
        hosts.remove(address);
    }

    /** The profile of all links that have none of their own. */
    public void link(LinkProfile profile) {
        defaultLink = profile;
    }

    /** The profile of one direction of a link. */
    public void link(InetSocketAddress from, InetSocketAddress to, LinkProfile profile) {
        links.put(new Route(from, to), profile);
    }

    /** Leads one direction of a link through a bottleneck that others may use as well. */
    public void through(Bottleneck bottleneck, InetSocketAddress from, InetSocketAddress to) {
        bottlenecks.put(new Route(from, to), bottleneck);
    }

    /** Lets nothing through from one address to another, until {@link #heal}. */
    public void cut(InetSocketAddress from, InetSocketAddress to) {
        cuts.add(new Route(from, to));
    }

    public void heal(InetSocketAddress from, InetSocketAddress to) {
        cuts.remove(new Route(from, to));
    }

    /** Loses what {@code which} picks, in place of what it picked before. */
    public void lose(Predicate<Datagram> which) {
        losses = which;
    }

    /** Loses datagrams of more bytes that may not be divided, without telling anybody. */
    public void largestDatagram(int bytes) {
        largestDatagram = bytes;
    }

    /** Puts a NAT in front of an endpoint. */
    public void add(SimNat nat) {
        nats.add(nat);
    }

    /** Shows every datagram that is sent, whatever becomes of it. */
    public void tap(Consumer<Datagram> tap) {
        taps.add(tap);
    }

    /** Datagrams that were sent. */
    public long sent() {
        return sent;
    }

    /** Datagrams that were lost on the way. */
    public long lost() {
        return lost;
    }

    /** A host has another address, without knowing it: it sends what it sent before. */
    void moved(InetSocketAddress from, InetSocketAddress to) {
        for (Route route : List.copyOf(proved.keySet())) {
            if (route.from.equals(from)) {
                proved.merge(new Route(to, route.to), proved.get(route), Math::max);
            }
        }
    }

    /** Sends a datagram whose bytes nobody changes; a large one only where such a probe arrived. */
    public void send(InetSocketAddress from, InetSocketAddress to, byte[] bytes) {
        if (bytes.length > proved.getOrDefault(new Route(from, to), SAFE_DATAGRAM)) {
            throw new AssertionError("a datagram of " + bytes.length + " bytes");
        }
        send(from, to, bytes, bytes.length > largestDatagram);
    }

    /** Sends a datagram that is to show whether so large ones arrive. */
    public void sendProbe(InetSocketAddress from, InetSocketAddress to, byte[] bytes) {
        boolean arrives = bytes.length <= largestDatagram;
        if (arrives) {
            proved.merge(new Route(from, to), bytes.length, Math::max);
        }
        send(from, to, bytes, !arrives);
    }

    /** Sends a datagram that may be divided on its way. */
    public void sendDivisible(InetSocketAddress from, InetSocketAddress to, byte[] bytes) {
        send(from, to, bytes, false);
    }

    private void send(
            InetSocketAddress sender, InetSocketAddress to, byte[] bytes, boolean tooLarge) {
        InetSocketAddress from =
                nats.stream()
                        .filter(nat -> nat.inside().equals(sender))
                        .map(nat -> nat.out(to))
                        .findFirst()
                        .orElse(sender);
        Datagram datagram = new Datagram(sent++, time.now(), from, to, bytes);
        for (Consumer<Datagram> tap : taps) {
            tap.accept(datagram);
        }
        Route route = new Route(from, to);
        LinkProfile link = links.getOrDefault(route, defaultLink);
        Passage passage = passages.computeIfAbsent(route, r -> new Passage(time.now()));
        long wait = -1;
        boolean passes = !tooLarge && !losses.test(datagram) && !cuts.contains(route);
        if (passes && !loses(passage, link)) {
            wait = waitForBandwidth(route, passage, link, bytes.length);
        }
        if (wait < 0) {
            lost++;
            return;
        }
        deliver(datagram, link, wait);
        if (random.nextDouble() < link.duplication()) {
            deliver(datagram, link, wait);
        }
    }

    private boolean loses(Passage passage, LinkProfile link) {
        BurstLoss bursts = link.bursts();
        long elapsed = time.now() - passage.usedAt;
        passage.usedAt = time.now();
        double bad = bursts.probabilityOfBad(passage.inBurst, elapsed);
        passage.inBurst = random.nextDouble() < bad;
        return random.nextDouble() < (passage.inBurst ? bursts.loss() : link.loss());
    }

    private void deliver(Datagram datagram, LinkProfile link, long wait) {
        long delay = wait + link.delay();
        if (link.jitter() > 0) {
            delay += random.nextLong(link.jitter());
        }
        if (random.nextDouble() < link.reordering()) {
            delay += random.nextLong(LinkProfile.HOLD);
        }
        time.after(delay, () -> arrive(datagram));
    }

    /** The time until the last byte is on the link, or -1 if the queue is full. */
    private long waitForBandwidth(Route route, Passage passage, LinkProfile link, int bytes) {
        Bottleneck shared = bottlenecks.get(route);
        if (shared != null) {
            return shared.enter(time.now(), bytes);
        }
        if (link.bytesPerSecond() == 0) {
            return 0;
        }
        long free = Math.max(passage.busyUntil, time.now());
        long queued = (free - time.now()) * link.bytesPerSecond() / SECOND;
        if (queued + bytes > link.queueBytes()) {
            return -1;
        }
        long done = free + bytes * SECOND / link.bytesPerSecond();
        passage.busyUntil = done;
        return done - time.now();
    }

    private void arrive(Datagram datagram) {
        InetSocketAddress to = datagram.to();
        for (SimNat nat : nats) {
            if (nat.has(to.getAddress())) {
                to = nat.admits(datagram.from(), to) ? nat.inside() : null;
                break;
            }
        }
        Consumer<Datagram> host = hosts.get(to);
        if (host != null) {
            host.accept(datagram);
        }
    }
}
