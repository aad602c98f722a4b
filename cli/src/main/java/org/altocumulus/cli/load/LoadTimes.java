package org.altocumulus.cli.load;

import java.time.Duration;

/**
 * The times of a measurement.
 *
 * @param measured how long is measured, above 0
 * @param warmUp how long the load runs before that
 */
public record LoadTimes(Duration measured, Duration warmUp) {}
