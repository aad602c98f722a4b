package org.altocumulus.edge.admin;

import java.time.Duration;

/**
 * How long a connection to an admin port may take for what.
 *
 * @param request from the first byte of a request to its last
 * @param idle without a request
 * @param linger until the other end has read the last answer and closed
 * @param answer to read an answer
 */
public record AdminTimes(Duration request, Duration idle, Duration linger, Duration answer) {
    /** Those of the daemons, as docs/operations.md has them. */
    public static final AdminTimes DEFAULT =
            new AdminTimes(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(10));
}
