package org.altocumulus.origin.ops;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.altocumulus.edge.ops.DialSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsReader;
import org.altocumulus.protocol.wire.HostPort;

/**
 * Where an origin stands among the origins of its cluster.
 *
 * @param origins all of them, in the order that is the same on all nodes; this one alone if it
 *     knows no others
 * @param self the place of this one, from 0
 * @param retryMin longest first wait before dialling another again
 * @param retryMax longest wait before dialling another again
 */
public record PlaceSettings(
        List<HostPort> origins, int self, Duration retryMin, Duration retryMax) {
    private static final String SELF = "link.self";

    /** Its own link is not dialled: the name is for people. */
    private static final HostPort ITSELF = new HostPort("localhost", HostPort.NO_PORT);

    private static final Duration LOCAL_RETRY = Duration.ofSeconds(2);

    /** Copies the list. */
    public PlaceSettings {
        origins = List.copyOf(origins);
    }

    static PlaceSettings read(SettingsReader reader) throws SettingsException {
        List<String> self = reader.texts(SELF);
        if (self.isEmpty()) {
            return new PlaceSettings(List.of(ITSELF), 0, LOCAL_RETRY, LOCAL_RETRY);
        }
        DialSettings dial = DialSettings.read(reader);
        int index = self.size() > 1 ? -1 : dial.indexOf(self.get(0));
        if (index < 0) {
            throw reader.refusal(
                    SELF,
                    "one of link.origins, "
                            + dial.origins().stream()
                                    .map(HostPort::toString)
                                    .collect(Collectors.joining(", ")));
        }
        return new PlaceSettings(dial.origins(), index, dial.retryMin(), dial.retryMax());
    }

    /** Whether there are others. */
    public boolean hasOthers() {
        return origins.size() > 1;
    }
}
