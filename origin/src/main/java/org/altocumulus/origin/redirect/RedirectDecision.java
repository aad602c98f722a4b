package org.altocumulus.origin.redirect;

import java.util.List;
import org.altocumulus.protocol.wire.Address;

/** What to do with a hello. */
public sealed interface RedirectDecision {
    /** Answer it with RHello: this origin serves the client. */
    record Serve() implements RedirectDecision {}

    /** Do not answer: the origin has just started, and its edges are expected any moment. */
    record Drop() implements RedirectDecision {}

    /**
     * Answer it with Redirect.
     *
     * @param destinations at most seven, best first
     * @param best the name of the best edge among them
     * @param repeated whether the hello repeats one that was answered within the last second
     */
    record Redirect(List<Address> destinations, String best, boolean repeated)
            implements RedirectDecision {}
}
