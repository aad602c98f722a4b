package org.altocumulus.edge.ops;

import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.altocumulus.protocol.wire.HostPort;

/**
 * The part of section {@code admin} that admin ports of both roles have in common: who may use
 * them.
 *
 * @param token that requests have to carry; empty for none, which only loopback allows
 * @param hosts names in lower case by which the port may be addressed
 */
public record AdminAccessSettings(String token, Set<String> hosts) {
    /** Visible characters, which a header can have. */
    private static final Pattern TOKEN = Pattern.compile("[!-~]{0,256}");

    private static final Pattern NAME = Pattern.compile("(?i)[a-z0-9_]([a-z0-9._-]{0,252})");
    private static final String HOSTS = "admin.hosts";

    /** Copies the set. */
    public AdminAccessSettings {
        hosts = Set.copyOf(hosts);
    }

    /**
     * Reads the keys.
     *
     * @param bindKey the setting that has the address of the port
     */
    public static AdminAccessSettings read(SettingsReader reader, String bindKey)
            throws SettingsException {
        Set<String> hosts = new LinkedHashSet<>();
        for (String name : reader.texts(HOSTS)) {
            if (!NAME.matcher(name).matches()) {
                throw reader.refusal(HOSTS, "names of hosts, without a port");
            }
            hosts.add(name.toLowerCase(Locale.ROOT));
        }
        for (String bound : reader.texts(bindKey)) {
            HostPort written = HostPort.parse(bound);
            if (!written.isNumeric()) {
                hosts.add(written.host().toLowerCase(Locale.ROOT));
            }
        }
        return new AdminAccessSettings(token(reader), hosts);
    }

    /** The token alone, for who asks an admin port. */
    public static String token(SettingsReader reader) throws SettingsException {
        return reader.secret(
                "admin.token", TOKEN, "up to 256 visible characters of ASCII, no blanks");
    }

    /** Refuses an address at which anybody could give orders. */
    public void require(SettingsReader reader, String bindKey, InetSocketAddress bind)
            throws SettingsException {
        if (token.isEmpty() && !bind.getAddress().isLoopbackAddress()) {
            throw reader.refusal(bindKey, "loopback, as admin.token is empty");
        }
    }

    /** Leaves the token out. */
    @Override
    public String toString() {
        return "AdminAccessSettings[token %s, hosts %s]"
                .formatted(token.isEmpty() ? "none" : "given", hosts);
    }
}
