package org.altocumulus.edge.ops;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.HostPort;

/** Takes the settings that are addresses. A malformed address is never looked up as a name. */
public final class AddressReader {
    private final SettingsReader reader;

    /** Reads addresses of the settings that {@code reader} has. */
    public AddressReader(SettingsReader reader) {
        this.reader = reader;
    }

    /** The one address to listen on; a name is looked up. Port 0 is any free one. */
    public InetSocketAddress listen(String key) throws SettingsException {
        List<InetSocketAddress> addresses = listenAll(key);
        if (addresses.size() != 1) {
            throw reader.refusal(key, "one HOST:PORT");
        }
        return addresses.get(0);
    }

    /** The addresses to listen on, at least one; names are looked up. Port 0 is any free one. */
    public List<InetSocketAddress> listenAll(String key) throws SettingsException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (HostPort hostPort : hostPorts(key, 0)) {
            addresses.add(resolve(key, hostPort));
        }
        return addresses;
    }

    /** Addresses to connect to, at least one, not yet looked up. */
    public List<HostPort> dialAll(String key) throws SettingsException {
        return hostPorts(key, 1);
    }

    /** Addresses that others are told, written out as numbers; possibly none. */
    public List<InetSocketAddress> advertised(String key) throws SettingsException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String text : reader.texts(key)) {
            InetSocketAddress address;
            try {
                address = HostPort.parseNumeric(text);
            } catch (IllegalArgumentException e) {
                throw reader.refusal(key, "numeric HOST:PORT, but " + e.getMessage());
            }
            if (address.getAddress().isAnyLocalAddress()
                    || address.getAddress().isMulticastAddress()) {
                throw reader.refusal(key, "an address that clients can send to");
            }
            addresses.add(address);
        }
        return addresses;
    }

    private List<HostPort> hostPorts(String key, int minPort) throws SettingsException {
        List<HostPort> hostPorts = new ArrayList<>();
        for (String text : reader.texts(key)) {
            HostPort hostPort;
            try {
                hostPort = HostPort.parse(text);
            } catch (IllegalArgumentException e) {
                throw reader.refusal(key, "HOST:PORT, but " + e.getMessage());
            }
            if (hostPort.port() < minPort) {
                String hint = Suggestions.question(hostPort.withLastGroupAsPort());
                throw reader.refusal(
                        key,
                        "HOST:PORT with a port from "
                                + minPort
                                + " to 65535"
                                + (hint.isEmpty() ? "" : "; " + hint));
            }
            hostPorts.add(hostPort);
        }
        if (hostPorts.isEmpty()) {
            throw reader.refusal(key, "HOST:PORT");
        }
        return hostPorts;
    }

    private InetSocketAddress resolve(String key, HostPort hostPort) throws SettingsException {
        try {
            InetSocketAddress address = hostPort.resolve(HostPort.NO_PORT);
            if (!address.getAddress().isMulticastAddress()) {
                return address;
            }
        } catch (UnknownHostException e) {
            // falls through to the refusal
        }
        throw reader.refusal(key, "an address of this host or a name of it");
    }

    /** Whether {@code hostPort} is loopback for certain, without asking for its name. */
    static boolean isLoopback(HostPort hostPort) {
        if (!hostPort.isNumeric()) {
            return hostPort.host().equalsIgnoreCase("localhost");
        }
        try {
            return InetAddress.getByName(hostPort.host()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
