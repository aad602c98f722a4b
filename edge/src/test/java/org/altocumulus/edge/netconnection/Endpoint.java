package org.altocumulus.edge.netconnection;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.altocumulus.protocol.congestion.AppendixAController;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionHost;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.session.SessionListener;

/** One end of a session, and the wire that leads away from it. */
final class Endpoint implements SessionHost {
    private final World world;
    private final FakeLoop loop;
    private final InetSocketAddress address;
    private final Wire wire = new Wire();
    private final Session session;
    private UnaryOperator<byte[]> outgoing = UnaryOperator.identity();
    private Endpoint other;
    private boolean awake;
    private boolean terminated;

    /**
     * @param loop where the session lives, or null for a client's
     */
    Endpoint(
            World world,
            FakeLoop loop,
            SessionListener listener,
            SessionIdentity identity,
            InetSocketAddress address,
            InetSocketAddress otherAddress) {
        this.world = world;
        this.loop = loop;
        this.address = address;
        this.session =
                new Session(
                        world.context(loop),
                        this,
                        listener,
                        AppendixAController::new,
                        identity,
                        otherAddress,
                        world.now());
    }

    void connect(Endpoint to) {
        other = to;
    }

    Session session() {
        return session;
    }

    Wire wire() {
        return wire;
    }

    /** Changes each datagram that leaves from now on. */
    void outgoing(UnaryOperator<byte[]> change) {
        outgoing = change;
    }

    boolean isTerminated() {
        return terminated;
    }

    @Override
    public void wake(Session which) {
        awake = true;
    }

    @Override
    public void terminated(Session which) {
        terminated = true;
    }

    /** When it wants its turn. */
    long wantsTurnAt() {
        return terminated ? Long.MAX_VALUE : awake ? world.now() : session.deadline();
    }

    void turn() {
        awake = false;
        world.onLoop(loop, () -> session.flush(world.now(), this::send));
    }

    /** Ends without a word, as a program that is killed. */
    void vanish() {
        terminated = true;
        wire.cut(true);
    }

    private void send(byte[] datagram, int length, InetSocketAddress destination) {
        long arrival = wire.arrival(world.now(), length);
        if (arrival >= 0) {
            byte[] copy = outgoing.apply(Arrays.copyOf(datagram, length));
            Endpoint to = other;
            world.at(arrival, () -> to.receive(copy, address));
        }
    }

    private void receive(byte[] datagram, InetSocketAddress from) {
        if (!terminated) {
            world.onLoop(
                    loop,
                    () -> session.onDatagram(world.now(), datagram, 0, datagram.length, from));
            awake = true;
        }
    }
}
