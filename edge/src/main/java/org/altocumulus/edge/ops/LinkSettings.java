package org.altocumulus.edge.ops;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Section {@code link}, as far as both ends need it.
 *
 * @param secret shared by all nodes; empty for none, which only loopback allows
 * @param previousSecret the one that it replaces, still accepted; empty for none
 * @param tls below the link
 * @param reportInterval how often an edge reports its load
 * @param suspectAfter silence after which an edge gets no newcomers
 * @param lostAfter silence after which an edge is lost
 * @param queue media that may wait on a link
 * @param pullLinger how long a node pulls a stream after its last player has left
 */
public record LinkSettings(
        String secret,
        String previousSecret,
        TlsSettings tls,
        Duration reportInterval,
        Duration suspectAfter,
        Duration lostAfter,
        QueueSettings queue,
        Duration pullLinger) {
    private static final Pattern SECRET = Pattern.compile("(?s).{0,256}");
    private static final String EXPECTED = "up to 256 characters";
    private static final String PREVIOUS_SECRET = "link.previous-secret";

    /** Reads what both ends need; each end reads its own keys besides. */
    public static LinkSettings read(SettingsReader reader) throws SettingsException {
        LinkSettings settings =
                new LinkSettings(
                        reader.secret("link.secret", SECRET, EXPECTED),
                        reader.secret(PREVIOUS_SECRET, SECRET, EXPECTED),
                        TlsSettings.read(reader),
                        reader.duration(
                                "link.report-interval",
                                Duration.ofMillis(100),
                                Duration.ofSeconds(60)),
                        reader.duration(
                                "link.suspect-after", Duration.ofSeconds(1), Duration.ofMinutes(5)),
                        reader.duration(
                                "link.lost-after", Duration.ofSeconds(1), Duration.ofMinutes(10)),
                        QueueSettings.read(reader, "link.queue"),
                        reader.duration("link.pull-linger", Duration.ZERO, Duration.ofMinutes(10)));
        if (settings.secret.isEmpty() && !settings.previousSecret.isEmpty()) {
            throw reader.refusal(PREVIOUS_SECRET, "nothing, as link.secret is empty");
        }
        if (settings.suspectAfter.compareTo(settings.reportInterval) <= 0) {
            throw reader.refusal(
                    "link.suspect-after",
                    "more than link.report-interval, " + Shown.duration(settings.reportInterval));
        }
        if (settings.lostAfter.compareTo(settings.suspectAfter) <= 0) {
            throw reader.refusal(
                    "link.lost-after",
                    "more than link.suspect-after, " + Shown.duration(settings.suspectAfter));
        }
        return settings;
    }

    /** Leaves the secrets out. */
    @Override
    public String toString() {
        return "LinkSettings[report %s, suspect %s, lost %s]"
                .formatted(reportInterval, suspectAfter, lostAfter);
    }
}
