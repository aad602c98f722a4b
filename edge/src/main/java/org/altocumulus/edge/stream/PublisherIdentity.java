package org.altocumulus.edge.stream;

import java.util.Objects;

/**
 * Who publishes. It tells whether two publications are of one client, which may take its own name
 * over.
 *
 * @param client the connection of the client, or what stands for it; compared by identity
 * @param provenPeerId the client's peer id, 64 hex digits; empty if its certificate has no key in
 *     it, so that anybody who has seen it could show it
 * @param shownId the same for people, proved or not; never empty
 */
public record PublisherIdentity(Object client, String provenPeerId, String shownId) {
    /** Refuses null. */
    public PublisherIdentity {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(provenPeerId, "provenPeerId");
        Objects.requireNonNull(shownId, "shownId");
    }

    /** Whether both are of one client, for certain. */
    boolean isSameClientAs(PublisherIdentity other) {
        return client == other.client || hasProven(other.provenPeerId);
    }

    /** Whether the client has proven that peer id. */
    boolean hasProven(String peerId) {
        return !peerId.isEmpty() && peerId.equals(provenPeerId);
    }
}
