package org.altocumulus.edge.node;

import org.altocumulus.protocol.session.SessionListener;

/** Says who uses the sessions that clients open. */
@FunctionalInterface
public interface SessionUsers {
    /** The user of a session that has just opened on that loop; called on the loop. */
    SessionListener newUser(NodeLoop loop);
}
