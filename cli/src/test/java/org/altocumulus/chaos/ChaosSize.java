package org.altocumulus.chaos;

import java.time.Duration;

/**
 * How long each scenario takes.
 *
 * @param outage how long a node or a connection is away
 * @param load how long a flood or a slow reader goes on
 */
record ChaosSize(Duration outage, Duration load) {
    /** The system property that names the size. */
    static final String PROPERTY = "altocumulus.chaos.size";

    /**
     * The size of that name: {@code ci}, about 4 minutes in all, or {@code full}, about 12.
     *
     * @throws IllegalArgumentException if there is no such size
     */
    static ChaosSize named(String name) {
        return switch (name) {
            case "ci" -> new ChaosSize(Duration.ofSeconds(10), Duration.ofSeconds(8));
            case "full" -> new ChaosSize(Duration.ofSeconds(60), Duration.ofSeconds(30));
            default ->
                    throw new IllegalArgumentException(
                            PROPERTY + " '" + name + "': expected ci or full");
        };
    }
}
