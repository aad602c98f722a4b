package org.altocumulus.origin.registry;

import java.util.concurrent.TimeUnit;

/**
 * How the registry judges.
 *
 * @param suspect nanoseconds of silence, or without a load report, after which an edge is suspect
 * @param inUse nanoseconds for which a node id stays with a process that was heard, when another
 *     process asks for it
 * @param grace nanoseconds after the start during which an origin that knows no ready edge serves
 *     nobody; 0 if no edges are expected
 * @param requireProbe whether an address gets newcomers only after it answered a probe
 * @param crossFamily whether a client is sent to an edge that has no address of the client's family
 */
public record RegistrySettings(
        long suspect, long inUse, long grace, boolean requireProbe, boolean crossFamily) {
    /** What the cluster runs with. */
    public static final RegistrySettings DEFAULT =
            new RegistrySettings(
                    TimeUnit.SECONDS.toNanos(8),
                    TimeUnit.SECONDS.toNanos(5),
                    TimeUnit.SECONDS.toNanos(5),
                    true,
                    false);
}
