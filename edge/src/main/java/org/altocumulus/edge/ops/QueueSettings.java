package org.altocumulus.edge.ops;

import java.time.Duration;

/**
 * Bounds of a queue of media.
 *
 * @param bytes what may wait
 * @param time how long the oldest may wait
 */
public record QueueSettings(int bytes, Duration time) {
    /** Reads {@code bytes} and {@code time} of a section such as {@code media.queue}. */
    static QueueSettings read(SettingsReader reader, String section) throws SettingsException {
        return new QueueSettings(
                reader.size(section + ".bytes", 64 << 10, 1 << 30),
                reader.duration(section + ".time", Duration.ofMillis(100), Duration.ofSeconds(60)));
    }
}
