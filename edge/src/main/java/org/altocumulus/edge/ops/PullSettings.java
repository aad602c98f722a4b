package org.altocumulus.edge.ops;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * How an edge takes part in direct pulls.
 *
 * @param direct whether it does
 * @param listen the TCP address at which other edges dial it
 * @param advertise the one that they are told, or null for that on which it listens
 */
public record PullSettings(boolean direct, InetSocketAddress listen, InetSocketAddress advertise) {
    static PullSettings read(SettingsReader reader, LinkSettings link) throws SettingsException {
        AddressReader addresses = new AddressReader(reader);
        List<InetSocketAddress> advertised = addresses.advertised("link.pull-advertise");
        if (advertised.size() > 1) {
            throw reader.refusal("link.pull-advertise", "one HOST:PORT, or nothing");
        }
        PullSettings settings =
                new PullSettings(
                        reader.flag("link.direct"),
                        addresses.listen("link.pull-listen"),
                        advertised.isEmpty() ? null : advertised.get(0));
        if (settings.direct) {
            settings.check(reader, link);
        }
        return settings;
    }

    private void check(SettingsReader reader, LinkSettings link) throws SettingsException {
        if (link.secret().isEmpty() && !listen.getAddress().isLoopbackAddress()) {
            throw reader.refusal("link.pull-listen", "loopback, as link.secret is empty");
        }
        if (link.tls().isOn() && link.tls().certificate().isEmpty()) {
            throw reader.refusal("link.direct", "off, as link.tls.certificate is empty");
        }
        if (listen.getAddress().isAnyLocalAddress() && advertise == null) {
            throw reader.refusal(
                    "link.pull-listen",
                    "one address of this host, as link.pull-advertise is empty");
        }
    }

    /**
     * What other edges are told.
     *
     * @param bound where the edge listens, with the real port
     */
    public InetSocketAddress told(InetSocketAddress bound) {
        return advertise == null ? bound : advertise;
    }
}
