package org.altocumulus.edge.ops;

import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Section {@code media}: streams and their players.
 *
 * @param queue what may wait for one player
 * @param deadlines how long messages to players are worth sending
 * @param lateJoinBytes what is kept of a stream for players that come late; 0 for none
 * @param lateJoinTime how much of a stream is kept for them
 * @param lateJoinMode what players that come late get of it
 * @param takeover when a publisher loses its name to another that asks for it
 * @param applications those that clients may connect to; empty for any
 */
public record MediaSettings(
        QueueSettings queue,
        DeadlineSettings deadlines,
        int lateJoinBytes,
        Duration lateJoinTime,
        LateJoinMode lateJoinMode,
        Takeover takeover,
        Set<String> applications) {

    private static final Pattern APPLICATION =
            Pattern.compile("[^\\s/?#\"'\\[\\]]{1,128}(/[^\\s/?#\"'\\[\\]]+)*");

    /** Copies the set. */
    public MediaSettings {
        applications = Set.copyOf(applications);
    }

    static MediaSettings read(SettingsReader reader) throws SettingsException {
        Set<String> applications = Set.copyOf(reader.texts("media.applications"));
        if (!applications.stream().allMatch(name -> APPLICATION.matcher(name).matches())) {
            throw reader.refusal(
                    "media.applications",
                    "names as in rtmfp://host/NAME, without a '/' in front, quotes or brackets");
        }
        return new MediaSettings(
                QueueSettings.read(reader, "media.queue"),
                DeadlineSettings.read(reader, "media.deadline"),
                reader.size("media.late-join.bytes", 0, 1 << 30),
                reader.duration("media.late-join.time", Duration.ZERO, Duration.ofSeconds(60)),
                reader.choice("media.late-join.mode", LateJoinMode.class),
                reader.choice("media.takeover", Takeover.class),
                applications);
    }
}
