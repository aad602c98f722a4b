package org.altocumulus.edge.admin;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a node shows to its operators, and lets them do. Asked on threads of the admin port, several
 * at a time; each call has to end within two seconds, or the request is answered without it. An
 * {@link IllegalStateException} is answered with its message and status 503.
 */
public interface AdminSite {
    /** For {@code GET /ready}. */
    Readiness readiness();

    /** For {@code GET /state}: records, written as JSON. May take a moment; bounded in size. */
    Object state();

    /** For {@code GET /clients}: records, written as JSON. May take a moment. */
    Object clients(ClientQuery query);

    /**
     * What {@code POST} does to a path.
     *
     * @param path its segments, decoded, at least one
     * @return empty if there is no such path; otherwise what to do, done only for a POST
     */
    Optional<Supplier<AdminAnswer>> action(List<String> path);

    /** The paths that there are, in one line, for who asks for another. */
    String paths();
}
