package org.altocumulus.origin.redirect;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import org.altocumulus.origin.registry.EdgeChoice;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.origin.registry.Newcomer;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;

/**
 * Decides about the hellos of newcomers: with edges that are ready, the first of a tag are
 * redirected and later ones served, as then no edge answered; without any, all are served.
 * Thread-safe.
 */
public final class Redirector {
    /** A Flash client takes no more addresses: the origin, and as many edges as are chosen. */
    static final int MAX_DESTINATIONS = 1 + EdgeChoice.MAX_CHOSEN;

    /** Nearly all newcomers, where it does not matter where they want to go. */
    private static final Newcomer USUAL = new Newcomer(0, 1, false);

    private final RedirectSettings settings;
    private final HelloCounter counter;
    private final EdgeRegistry registry;

    /** What clients of IPv4 and of IPv6 are told of the origin itself, or null. */
    private final Address own4;

    private final Address own6;

    /** Redirects to the edges of a registry, with a counter that nobody else uses. */
    public Redirector(RedirectSettings settings, HelloCounter counter, EdgeRegistry registry) {
        this.settings = settings;
        this.counter = counter;
        this.registry = registry;
        this.own4 = own(false);
        this.own6 = own(true);
    }

    private Address own(boolean inet6) {
        if (!settings.includeSelf() || settings.attemptsBeforeFallback() == 0) {
            return null;
        }
        return settings.advertised().stream()
                .filter(own -> own.getAddress() instanceof Inet6Address == inet6)
                .findFirst()
                .map(own -> new Address(AddressOrigin.LOCAL, own))
                .orElse(null);
    }

    /**
     * Decides about one hello.
     *
     * @param wanted where the client wants to go
     * @param tag the tag of the hello, read only during the call
     * @param client where the hello came from
     * @param decision gets what is decided
     */
    public synchronized void decide(
            EndpointDiscriminator wanted,
            byte[] tag,
            InetAddress client,
            long now,
            RedirectDecision decision) {
        if (!registry.hasReadyEdge(now)) {
            if (registry.isInGrace(now)) {
                decision.drop();
            } else {
                decision.serve();
            }
            return;
        }
        int hello = counter.count(tag, 0, tag.length, now);
        int attempts = settings.attemptsBeforeFallback();
        if (attempts > 0 && Math.abs(hello) > attempts) {
            decision.serve();
            return;
        }
        redirect(newcomer(wanted, tag, hello), client instanceof Inet6Address, now, decision);
    }

    private Newcomer newcomer(EndpointDiscriminator wanted, byte[] tag, int hello) {
        long room = settings.byRoom() ? Rooms.hash(wanted, tag) : 0;
        return hello == 1 && room == 0 ? USUAL : new Newcomer(room, Math.abs(hello), hello < 0);
    }

    private void redirect(Newcomer newcomer, boolean inet6, long now, RedirectDecision decision) {
        List<Address> destinations = decision.newDestinations();
        Address own = inet6 ? own6 : own4;
        if (own != null) {
            destinations.add(own);
        }
        String best = registry.choose(newcomer, inet6, now, destinations);
        if (best == null) {
            decision.serve();
        } else {
            decision.redirect(best, newcomer.repeated());
        }
    }
}
