package org.altocumulus.edge.ops;

import java.time.Duration;

/**
 * How long messages are worth sending.
 *
 * @param audio of audio
 * @param interFrame of video that needs the frames before it
 * @param keyFrame of video that does not
 */
public record DeadlineSettings(Duration audio, Duration interFrame, Duration keyFrame) {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    static DeadlineSettings read(SettingsReader reader, String section) throws SettingsException {
        return new DeadlineSettings(
                reader.duration(section + ".audio", SHORTEST, LONGEST),
                reader.duration(section + ".inter-frame", SHORTEST, LONGEST),
                reader.duration(section + ".key-frame", SHORTEST, LONGEST));
    }
}
