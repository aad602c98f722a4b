package org.altocumulus.edge.node;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;

/**
 * Whether a node takes newcomers, and where those go that come to it directly when it does not: to
 * the origins, as far as they have said where they are. Any thread.
 */
public final class Newcomers {
    private static final int MAX_DESTINATIONS = 7;
    private static final HelloAnswer RESPOND = new HelloAnswer.Respond();

    private final Map<Integer, List<InetSocketAddress>> origins = new TreeMap<>();
    private volatile BooleanSupplier full = () -> false;
    private volatile boolean draining;

    /** For clients of IPv4 and of IPv6; null as long as nobody has said where to go. */
    private volatile HelloAnswer[] elsewhere = new HelloAnswer[2];

    /** Has {@code node} asked whether it is full; before that it never is. */
    public void of(MediaNode node) {
        full = node::isFull;
    }

    /** Takes no newcomers from now on. */
    public void drain() {
        draining = true;
    }

    /**
     * Where clients reach an origin. Kept when the link to it ends, as clients may still reach it.
     *
     * @param origin its place in the list of origins, in which order clients are told
     * @param addresses empty to forget it
     */
    public synchronized void origin(int origin, List<InetSocketAddress> addresses) {
        origins.put(origin, List.copyOf(addresses));
        elsewhere = new HelloAnswer[] {answer(false), answer(true)};
    }

    /** Those of the client's family, or all where there are none of it. */
    private HelloAnswer answer(boolean inet6) {
        List<Address> same = new ArrayList<>();
        List<Address> all = new ArrayList<>();
        for (List<InetSocketAddress> addresses : origins.values()) {
            for (InetSocketAddress address : addresses) {
                Address destination = new Address(AddressOrigin.LOCAL, address);
                all.add(destination);
                if (address.getAddress() instanceof Inet6Address == inet6) {
                    same.add(destination);
                }
            }
        }
        List<Address> told = same.isEmpty() ? all : same;
        return told.isEmpty()
                ? null
                : new HelloAnswer.RedirectTo(
                        List.copyOf(told.subList(0, Math.min(told.size(), MAX_DESTINATIONS))));
    }

    /** Whether a newcomer would be taken now. */
    boolean areTaken() {
        return !draining && !full.getAsBoolean();
    }

    /** The answer to a newcomer that came directly; as ever where there is nowhere else to go. */
    HelloAnswer answer(InetSocketAddress from) {
        if (areTaken()) {
            return RESPOND;
        }
        HelloAnswer redirect = elsewhere[from.getAddress() instanceof Inet6Address ? 1 : 0];
        return redirect == null ? RESPOND : redirect;
    }
}
