package org.altocumulus.origin.redirect;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.altocumulus.protocol.wire.Address;

/**
 * What to do with a hello: the {@link Redirector} writes it anew for each, so that nothing is
 * allocated for them. Belongs to one loop.
 */
public final class RedirectDecision {
    private final List<Address> destinations = new ArrayList<>(Redirector.MAX_DESTINATIONS);
    private final List<Address> shown = Collections.unmodifiableList(destinations);
    private Kind kind = Kind.DROP;
    private String best;
    private boolean repeated;

    /** What is decided. */
    public enum Kind {
        /** Answer it with RHello: this origin serves the client. */
        SERVE,
        /** Do not answer: the origin has just started, and its edges are expected any moment. */
        DROP,
        /** Answer it with Redirect. */
        REDIRECT
    }

    void serve() {
        set(Kind.SERVE, null, false);
    }

    void drop() {
        set(Kind.DROP, null, false);
    }

    void redirect(String toBest, boolean isRepeated) {
        set(Kind.REDIRECT, toBest, isRepeated);
    }

    private void set(Kind newKind, String newBest, boolean newRepeated) {
        kind = newKind;
        best = newBest;
        repeated = newRepeated;
    }

    /** For the redirector to fill before it says {@link #redirect}. */
    List<Address> newDestinations() {
        destinations.clear();
        return destinations;
    }

    /** What is decided. */
    public Kind kind() {
        return kind;
    }

    /** Of a redirect: at most seven, best first. Always the same list. */
    public List<Address> destinations() {
        return shown;
    }

    /** Of a redirect: the name of the best edge among them. */
    public String best() {
        return best;
    }

    /** Of a redirect: whether the hello repeats one that was answered within the last second. */
    public boolean isRepeated() {
        return repeated;
    }
}
