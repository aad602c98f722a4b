package org.altocumulus.edge.netconnection;

/**
 * Decides whether clients may do what they ask for. Called on the loop of the client, and must not
 * block.
 */
@FunctionalInterface
public interface AccessPolicy {
    /** Everybody may do everything. */
    AccessPolicy OPEN = (request, answer) -> answer.accepted();

    /**
     * A client asks; it hears of success only after the answer. The policy answers in a bounded
     * time, maybe before this returns; what the client sends meanwhile waits.
     */
    void ask(AccessRequest request, AccessAnswer answer);
}
