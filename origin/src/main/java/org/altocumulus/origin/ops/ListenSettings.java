package org.altocumulus.origin.ops;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.altocumulus.edge.ops.AddressReader;
import org.altocumulus.edge.ops.LinkSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsReader;

/**
 * The origin's end of section {@code link}.
 *
 * @param link what both ends need
 * @param listen TCP address; loopback if there is no secret
 * @param expectEdges edges that the cluster normally has
 * @param gracePeriod how long an origin that has just started waits for the first of them
 */
public record ListenSettings(
        LinkSettings link, InetSocketAddress listen, int expectEdges, Duration gracePeriod) {

    static ListenSettings read(SettingsReader reader) throws SettingsException {
        ListenSettings settings =
                new ListenSettings(
                        LinkSettings.read(reader),
                        new AddressReader(reader).listen("link.listen"),
                        reader.integer("link.expect-edges", 0, 10_000),
                        reader.duration("link.grace-period", Duration.ZERO, Duration.ofMinutes(5)));
        settings.link.tls().requireForOrigin(reader);
        if (settings.link.secret().isEmpty() && !settings.listen.getAddress().isLoopbackAddress()) {
            throw reader.refusal("link.listen", "loopback, as link.secret is empty");
        }
        return settings;
    }
}
