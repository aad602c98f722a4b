package org.altocumulus.protocol.session;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;

/** The addresses of an endpoint, as others are told them by Redirect (RFC 7016 §3.5.1.6). */
public final class PeerAddresses {
    /** As many reported addresses as Flash Player takes, besides the reflexive one. */
    public static final int MAX_REPORTED = 7;

    private PeerAddresses() {}

    /**
     * The reflexive address first, then those reported.
     *
     * @param reflexive where packets of the endpoint come from
     * @param reported what it says that it has; of more than {@link #MAX_REPORTED} the first
     */
    public static List<Address> of(
            InetSocketAddress reflexive, Collection<InetSocketAddress> reported) {
        List<Address> addresses = new ArrayList<>();
        addresses.add(new Address(AddressOrigin.REFLEXIVE, reflexive));
        Set<InetSocketAddress> others = new LinkedHashSet<>(reported);
        others.remove(reflexive);
        others.stream()
                .limit(MAX_REPORTED)
                .forEach(address -> addresses.add(new Address(AddressOrigin.LOCAL, address)));
        return List.copyOf(addresses);
    }

    /**
     * Whether anybody can have that address, so that it makes sense to send there. A link-local
     * IPv6 address is of no use without its zone, which is not told to others.
     */
    static boolean isUsable(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        boolean linkUnknown =
                ip instanceof Inet6Address inet6
                        && ip.isLinkLocalAddress()
                        && inet6.getScopeId() == 0;
        return address.getPort() != 0
                && !ip.isAnyLocalAddress()
                && !ip.isMulticastAddress()
                && !linkUnknown;
    }
}
