package org.altocumulus.edge.admin;

import java.util.Optional;
import java.util.Set;

/**
 * Who may use an admin port.
 *
 * @param token that requests have to carry, {@code /ready} and {@code /live} excepted; empty for
 *     none, which is for ports on loopback only
 * @param hosts names, in lower case, by which the port may be addressed besides {@code localhost}
 *     and IP addresses
 */
public record AdminAccess(Optional<String> token, Set<String> hosts) {
    /** For a port on loopback: no token, no names. */
    public static final AdminAccess LOCAL = new AdminAccess(Optional.empty(), Set.of());

    /** Copies the set. */
    public AdminAccess {
        hosts = Set.copyOf(hosts);
    }

    /** Leaves the token out. */
    @Override
    public String toString() {
        return "AdminAccess[token %s, hosts %s]"
                .formatted(token.isPresent() ? "needed" : "none", hosts);
    }
}
