package org.altocumulus.origin.redirect;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.origin.registry.ChosenEdges;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.origin.registry.Newcomer;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;

/**
 * Decides about the hellos of newcomers: with edges that are ready, the first of a tag are
 * redirected and later ones served, as then no edge answered; without any, all are served.
 */
public final class Redirector {
    /** A Flash client takes no more addresses. */
    static final int MAX_DESTINATIONS = 7;

    private static final RedirectDecision SERVE = new RedirectDecision.Serve();
    private static final RedirectDecision DROP = new RedirectDecision.Drop();

    private final RedirectSettings settings;
    private final HelloCounter counter;
    private final EdgeRegistry registry;

    /** Redirects to the edges of a registry. */
    public Redirector(RedirectSettings settings, HelloCounter counter, EdgeRegistry registry) {
        this.settings = settings;
        this.counter = counter;
        this.registry = registry;
    }

    /**
     * Decides about one hello.
     *
     * @param wanted where the client wants to go
     * @param tag the tag of the hello, read only during the call
     * @param client where the hello came from
     */
    public RedirectDecision decide(
            EndpointDiscriminator wanted, byte[] tag, InetAddress client, long now) {
        if (!registry.hasReadyEdge(now)) {
            return registry.isInGrace(now) ? DROP : SERVE;
        }
        int hello = counter.count(tag, 0, tag.length, now);
        int attempts = settings.attemptsBeforeFallback();
        if (attempts > 0 && Math.abs(hello) > attempts) {
            return SERVE;
        }
        boolean inet6 = client instanceof Inet6Address;
        long room = settings.byRoom() ? Rooms.hash(wanted, tag) : 0;
        boolean repeated = hello < 0;
        ChosenEdges chosen =
                registry.choose(new Newcomer(room, Math.abs(hello), repeated), inet6, now);
        return chosen.addresses().isEmpty()
                ? SERVE
                : new RedirectDecision.Redirect(
                        list(chosen.addresses(), inet6), chosen.best(), repeated);
    }

    private List<Address> list(List<InetSocketAddress> edges, boolean inet6) {
        List<Address> destinations = new ArrayList<>(MAX_DESTINATIONS);
        if (settings.includeSelf() && settings.attemptsBeforeFallback() > 0) {
            for (InetSocketAddress own : settings.advertised()) {
                if (own.getAddress() instanceof Inet6Address == inet6) {
                    destinations.add(local(own));
                    break;
                }
            }
        }
        for (InetSocketAddress edge : edges) {
            if (destinations.size() < MAX_DESTINATIONS) {
                destinations.add(local(edge));
            }
        }
        return destinations;
    }

    /** As Cumulus wrote them; other origins mean other things to clients. */
    private static Address local(InetSocketAddress address) {
        return new Address(AddressOrigin.LOCAL, address);
    }
}
