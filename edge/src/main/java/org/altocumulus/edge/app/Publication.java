package org.altocumulus.edge.app;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.function.Consumer;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.session.Session;

/**
 * A client's claim to a stream, and the way of its messages to the stream's home. Lives on the loop
 * of the client; the home's answers come back to it there.
 */
final class Publication {
    /** Learns what becomes of the claim, on its loop. Nothing comes after {@link #release}. */
    interface Owner {
        /** The stream is published. */
        void onPublished();

        /** The claim was refused, or taken away later. */
        void onPublicationEnded(String reason);

        /** The connection that publishes. */
        Connection connection();
    }

    /** A client that is asked for a sign of life gives none for so long: it is gone. */
    static final long SILENCE = SECONDS.toNanos(3);

    private static final long LOOK_EVERY = MILLISECONDS.toNanos(100);
    private static final long PING_EVERY = SECONDS.toNanos(1);

    private final StreamKey key;
    private final LoopState near;
    private final LoopState home;
    private final Owner owner;
    private final String peerId;
    private final Handover<StreamMessage> handover;
    private boolean released;

    /** For the home loop: the stream of this claim. */
    private HomeStream stream;

    Publication(StreamKey key, LoopState near, Owner owner) {
        this.key = key;
        this.near = near;
        this.home = near.node().homeOf(key);
        this.owner = owner;
        this.peerId = owner.connection().provenPeerId();
        this.handover =
                near.node()
                        .handover(home, (message, since) -> stream.onMedia(this, message, since));
    }

    StreamKey key() {
        return key;
    }

    /** The client's peer id, or empty if its certificate does not prove that it is its own. */
    String peerId() {
        return peerId;
    }

    /** The client's peer id, proved or not, for people. Any thread. */
    String shownPeerId() {
        return owner.connection().peerId();
    }

    /** Whether both are of one client, for certain. */
    boolean isOfClientOf(Publication other) {
        return isOf(other.owner.connection());
    }

    /** Whether it is of the client of that connection, for certain. */
    boolean isOf(Connection connection) {
        return owner.connection().equals(connection) || isOf(connection.provenPeerId());
    }

    /** Whether it is of the client with that peer id, for certain. */
    boolean isOf(String otherId) {
        return !otherId.isEmpty() && otherId.equals(peerId);
    }

    /**
     * Asks the client for a sign of life. Any thread.
     *
     * @param alive told on the home loop, within {@link #SILENCE} and the ways between loops
     */
    void check(Consumer<Boolean> alive) {
        near.run(() -> look(owner.connection().session(), near.now(), near.now(), alive));
    }

    private void look(Session session, long asked, long pinged, Consumer<Boolean> alive) {
        long now = near.now();
        boolean open = !released && session.state() == Session.State.OPEN;
        if (!open || session.heardAt() - asked > 0 || now - asked >= SILENCE) {
            boolean lives = open && session.heardAt() - asked > 0;
            home.run(() -> alive.accept(lives));
            return;
        }
        boolean ping = now == asked || now - pinged >= PING_EVERY;
        if (ping) {
            session.ping();
        }
        near.after(LOOK_EVERY, () -> look(session, asked, ping ? now : pinged, alive));
    }

    /** Asks for the stream; one of the owner's methods is called, maybe before this returns. */
    void claim() {
        handover.run(
                () -> {
                    stream = home.home(key);
                    stream.claim(this);
                });
    }

    /** Passes a message on; what comes before the answer is kept for the players. */
    void send(StreamMessage message) {
        if (!released && !handover.send(message, message.kind(), message.size(), near.now())) {
            release();
            owner.onPublicationEnded(HomeStream.TOO_FAST);
        }
    }

    /** Gives the stream up, whether it was granted or not. */
    void release() {
        released = true;
        handover.run(() -> stream.release(this));
    }

    /** From the home loop. */
    void onAccepted() {
        near.run(
                () -> {
                    if (!released) {
                        owner.onPublished();
                    }
                });
    }

    /** From the home loop. */
    void onEnded(String reason) {
        near.run(
                () -> {
                    if (!released) {
                        released = true;
                        owner.onPublicationEnded(reason);
                    }
                });
    }
}
