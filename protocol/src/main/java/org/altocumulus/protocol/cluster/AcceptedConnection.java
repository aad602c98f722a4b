package org.altocumulus.protocol.cluster;

import java.net.InetAddress;
import java.util.Set;
import org.altocumulus.protocol.wire.GuessLimiter;

/** The end of a connection that was dialled: takes HELLO, asks for a proof and proves itself. */
public abstract class AcceptedConnection extends LinkConnection {
    private final OriginHandshake handshake;
    private GuessLimiter guesses = new GuessLimiter();
    private InetAddress source;

    /**
     * @param roles what connections are taken for
     */
    AcceptedConnection(
            NodeIdentity identity,
            LinkSecurity security,
            boolean loopback,
            Set<LinkRole> roles,
            LinkTiming timing,
            MediaQueue queue,
            long now) {
        super(timing, queue, now);
        this.handshake = new OriginHandshake(identity, security, loopback, roles);
    }

    /** Who is at the other end, or null before it has said so; proved once it is admitted. */
    public final NodeIdentity node() {
        return handshake.hello() == null ? null : handshake.hello().node();
    }

    @Override
    public final int version() {
        return handshake.version();
    }

    /** Whether the other end proved itself with the secret that is to be replaced. */
    public final boolean provedByPreviousSecret() {
        return handshake.provedByPrevious();
    }

    /**
     * Has wrong proofs counted with others from the same place. Before anything is received.
     *
     * @param limiter of all connections that were accepted here
     * @param from address of the other end, or null
     */
    final void countGuesses(GuessLimiter limiter, InetAddress from) {
        guesses = limiter;
        source = from;
    }

    /** What the other end said, or null before. */
    final Hello hello() {
        return handshake.hello();
    }

    /** The handshake is done but for the WELCOME. */
    abstract void admit() throws LinkRefusal;

    /** The connection is open, and WELCOME is said. */
    abstract void opened(long now);

    @Override
    final void greeted(Verb verb, Frame frame, long now) throws LinkRefusal {
        if (verb == Verb.HELLO && state() == LinkState.GREETING) {
            Frame challenge = handshake.greet(frame);
            if (challenge == null) {
                welcome(frame.id(), now);
            } else {
                enter(LinkState.PROVING);
                respond(frame.id(), challenge, now);
            }
        } else if (verb == Verb.AUTH && state() == LinkState.PROVING) {
            if (guesses.admits(source, now)) {
                prove(frame, now);
                welcome(frame.id(), now);
            } else {
                close(
                        Reason.TOO_MANY,
                        "too many wrong proofs came from this address, try again later",
                        now);
            }
        } else {
            throw new LinkRefusal(Reason.UNEXPECTED, verb + " in the handshake");
        }
    }

    private void prove(Frame frame, long now) throws LinkRefusal {
        try {
            handshake.prove(frame);
        } catch (LinkRefusal e) {
            guesses.failed(source, now);
            throw e;
        }
    }

    private void welcome(long id, long now) throws LinkRefusal {
        admit();
        enter(LinkState.OPEN);
        respond(id, handshake.welcome(), now);
        opened(now);
    }
}
