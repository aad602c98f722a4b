package org.altocumulus.hotpath;

import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionContext;
import org.altocumulus.protocol.session.SessionHost;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.session.TransportCounters;

/** The owner of sessions that are to stay open, flushed by hand. */
final class LoopOfOne implements SessionHost {
    @Override
    public void wake(Session session) {}

    @Override
    public void terminated(Session session) {
        throw new IllegalStateException("a session has ended");
    }

    static SessionContext context() {
        return new SessionContext(
                SessionParameters.DEFAULT, new TransportCounters(), Keys.random());
    }
}
