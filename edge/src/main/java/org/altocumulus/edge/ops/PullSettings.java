package org.altocumulus.edge.ops;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * How an edge takes part in direct pulls.
 *
 * @param direct whether it does
 * @param listen the TCP address at which other edges dial it, or null for any free port on the
 *     local address of its link
 * @param advertise the one that they are told, or null for that on which it listens
 * @param loopbackOnly whether other edges are dialled and accepted on loopback only, as there is no
 *     secret
 */
public record PullSettings(
        boolean direct,
        InetSocketAddress listen,
        InetSocketAddress advertise,
        boolean loopbackOnly) {
    private static final String LISTEN = "link.pull-listen";
    private static final String ADVERTISE = "link.pull-advertise";

    static PullSettings read(SettingsReader reader, LinkSettings link) throws SettingsException {
        AddressReader addresses = new AddressReader(reader);
        List<InetSocketAddress> advertised = addresses.advertised(ADVERTISE);
        if (advertised.size() > 1) {
            throw reader.refusal(ADVERTISE, "one HOST:PORT, or nothing");
        }
        boolean chosen = reader.texts(LISTEN).isEmpty();
        PullSettings settings =
                new PullSettings(
                        reader.flag("link.direct"),
                        chosen ? null : addresses.listen(LISTEN),
                        advertised.isEmpty() ? null : advertised.get(0),
                        link.secret().isEmpty());
        if (settings.direct) {
            settings.check(reader);
        }
        return settings;
    }

    private void check(SettingsReader reader) throws SettingsException {
        if (listen == null) {
            if (advertise != null) {
                throw reader.refusal(ADVERTISE, "nothing, as link.pull-listen is empty");
            }
            return;
        }
        if (loopbackOnly && !listen.getAddress().isLoopbackAddress()) {
            throw reader.refusal(LISTEN, "loopback, as link.secret is empty");
        }
        if (listen.getAddress().isAnyLocalAddress() && advertise == null) {
            throw reader.refusal(
                    LISTEN, "one address of this host, as link.pull-advertise is empty");
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
