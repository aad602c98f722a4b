package org.altocumulus.edge.ops;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.altocumulus.protocol.wire.HostPort;

/**
 * The edge's end of section {@code link}.
 *
 * @param link what both ends need
 * @param origins addresses to dial, 1 to 8, all different, looked up at each attempt
 * @param retryMin longest first wait before dialling again
 * @param retryMax longest wait before dialling again
 */
public record DialSettings(
        LinkSettings link, List<HostPort> origins, Duration retryMin, Duration retryMax) {
    private static final int MAX_ORIGINS = 8;
    private static final Duration MIN_RETRY = Duration.ofMillis(10);
    private static final Duration MAX_RETRY = Duration.ofSeconds(60);

    /** Copies the list. */
    public DialSettings {
        origins = List.copyOf(origins);
    }

    /** Reads them; also an origin that knows others dials. */
    public static DialSettings read(SettingsReader reader) throws SettingsException {
        DialSettings settings =
                new DialSettings(
                        LinkSettings.read(reader),
                        new AddressReader(reader).dialAll("link.origins"),
                        reader.duration("link.retry.min", MIN_RETRY, MAX_RETRY),
                        reader.duration("link.retry.max", MIN_RETRY, MAX_RETRY));
        List<HostPort> origins = settings.origins;
        if (origins.size() > MAX_ORIGINS
                || Set.copyOf(lowerCase(origins)).size() < origins.size()) {
            throw reader.refusal("link.origins", "at most " + MAX_ORIGINS + ", each once");
        }
        if (settings.retryMax.compareTo(settings.retryMin) < 0) {
            throw reader.refusal(
                    "link.retry.max",
                    "at least link.retry.min, " + Shown.duration(settings.retryMin));
        }
        settings.link.tls().requireForEdge(reader);
        if (settings.link.secret().isEmpty()
                && !settings.origins.stream().allMatch(AddressReader::isLoopback)) {
            throw reader.refusal("link.origins", "loopback, as link.secret is empty");
        }
        return settings;
    }

    private static List<String> lowerCase(List<HostPort> origins) {
        return origins.stream().map(origin -> origin.toString().toLowerCase(Locale.ROOT)).toList();
    }

    /** The place of an origin in the list, from 0; -1 for one that is not in it. */
    public int indexOf(String text) {
        return lowerCase(origins).indexOf(text.toLowerCase(Locale.ROOT));
    }
}
