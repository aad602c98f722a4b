package org.altocumulus.edge.node;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HandshakeResponder;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.HelloPolicy;
import org.altocumulus.protocol.session.KeyWorker;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionIdentity;

/** A loop, as the responder of its startup packets sees it. */
final class ResponderHost implements HandshakeResponder.Host {
    private static final HelloAnswer STOPPING = new HelloAnswer.Ignore(Discard.IGNORED_HELLO);

    private final NodeLoop loop;
    private final LoopServices services;
    private final SlotTable table;
    private final LoopSockets sockets;
    private final HelloPolicy policy;

    ResponderHost(NodeLoop loop, LoopServices services, SlotTable table, LoopSockets sockets) {
        this.loop = loop;
        this.services = services;
        this.table = table;
        this.sockets = sockets;
        this.policy = services.policy().ofLoop();
    }

    @Override
    public HelloAnswer onHello(
            long now, EndpointDiscriminator discriminator, byte[] tag, InetSocketAddress from) {
        return loop.isStopping() ? STOPPING : policy.onHello(now, discriminator, tag, from);
    }

    @Override
    public boolean admits() {
        return !loop.isStopping() && services.sessions().admitsOneMore();
    }

    @Override
    public int newSessionId() {
        return table.newId();
    }

    @Override
    public Discard admitHalfOpen(InetAddress source) {
        return services.halfOpen().admit(source);
    }

    @Override
    public void halfOpenEnded(InetAddress source) {
        services.halfOpen().end(source);
    }

    @Override
    public Session open(long now, SessionIdentity identity, InetSocketAddress address) {
        Slot slot = new Slot(loop, identity.nearId(), sockets.selected(), null);
        return loop.open(now, slot, null, identity, address);
    }

    @Override
    public <T> boolean submit(Callable<T> work, KeyWorker.Completion<T> then) {
        return loop.submit(work, then);
    }

    @Override
    public Consumer<LongConsumer> wayBack() {
        return loop.wayBack();
    }

    @Override
    public void onAnswered(RHello answer, InetSocketAddress from) {
        services.probes().onAnswered(answer.tagEcho(), from);
    }

    @Override
    public void send(byte[] datagram, int length, InetSocketAddress destination) {
        sockets.send(datagram, length, destination);
    }
}
