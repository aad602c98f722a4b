package org.altocumulus.edge.node;

import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import org.altocumulus.protocol.session.Initiator;
import org.altocumulus.protocol.session.KeyWorker;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.session.SessionListener;

/** A loop, as an opening session sees it. */
final class InitiatorHost implements Initiator.Host {
    private final NodeLoop loop;
    private final Slot slot;
    private final SessionListener user;

    InitiatorHost(NodeLoop loop, Slot slot, SessionListener user) {
        this.loop = loop;
        this.slot = slot;
        this.user = user;
    }

    @Override
    public void wake(Initiator initiator) {
        loop.wake(slot);
    }

    @Override
    public boolean reaches(InetSocketAddress address) {
        return loop.sockets().reaches(slot.socket, address);
    }

    @Override
    public Session open(long now, SessionIdentity identity, InetSocketAddress address) {
        return loop.open(now, slot, user, identity, address);
    }

    @Override
    public <T> boolean submit(Callable<T> work, KeyWorker.Completion<T> then) {
        return loop.submit(work, then);
    }
}
