package org.altocumulus.edge.netconnection;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.function.Consumer;
import org.altocumulus.edge.stream.Publication;
import org.altocumulus.protocol.session.Session;

/**
 * Asks a client for a sign of life, by Pings (RFC 7016, 2.3.9): whatever comes from it counts.
 * Lives on the loop of the session.
 */
final class LifeSign {
    private static final long LOOK_EVERY = MILLISECONDS.toNanos(100);
    private static final long PING_EVERY = SECONDS.toNanos(1);

    private final ClientLoop loop;
    private final Session session;
    private final Consumer<Boolean> alive;
    private final long asked;
    private long pinged;

    private LifeSign(ClientLoop loop, Session session, Consumer<Boolean> alive) {
        this.loop = loop;
        this.session = session;
        this.alive = alive;
        this.asked = loop.now();
        this.pinged = asked - PING_EVERY;
    }

    /** Asks; {@code alive} is told once, on the loop, after at most {@link Publication#SILENCE}. */
    static void ask(ClientLoop loop, Session session, Consumer<Boolean> alive) {
        new LifeSign(loop, session, alive).look();
    }

    private void look() {
        long now = loop.now();
        boolean open = session.state() == Session.State.OPEN;
        boolean heard = session.heardAt() - asked > 0;
        if (!open || heard || now - asked >= Publication.SILENCE) {
            alive.accept(open && heard);
            return;
        }
        if (now - pinged >= PING_EVERY) {
            pinged = now;
            session.ping();
        }
        loop.after(LOOK_EVERY, this::look);
    }
}
