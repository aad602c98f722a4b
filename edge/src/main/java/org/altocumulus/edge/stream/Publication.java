package org.altocumulus.edge.stream;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.function.Consumer;
import org.altocumulus.protocol.message.StreamKey;

/**
 * A publisher's claim to a stream, and the way of its messages to the stream's home. Lives on the
 * loop of the publisher, as all its public methods do; the home's answers come back to it there.
 */
public final class Publication {
    /** A client that is asked for a sign of life gives none for so long: it is gone. */
    public static final long SILENCE = SECONDS.toNanos(3);

    private final StreamKey key;
    private final StreamLoop near;
    private final StreamLoop home;
    private final StreamPublisher owner;
    private final PublisherIdentity identity;
    private final Handover<StreamMessage> handover;
    private boolean released;

    /** For the home loop: the stream of this claim. */
    private HomeStream stream;

    /**
     * A claim that is not made yet.
     *
     * @param near the loop on which the owner lives
     */
    public Publication(StreamKey key, StreamLoop near, StreamPublisher owner) {
        this.key = key;
        this.near = near;
        this.home = near.streams().homeOf(key);
        this.owner = owner;
        this.identity = owner.identity();
        this.handover =
                near.streams()
                        .handover(home, (message, since) -> stream.onMedia(this, message, since));
    }

    /** Which stream. Any thread. */
    public StreamKey key() {
        return key;
    }

    /** Who publishes. Any thread. */
    PublisherIdentity identity() {
        return identity;
    }

    /**
     * Asks the publisher for a sign of life. Any thread.
     *
     * @param alive told on the home loop, within {@link #SILENCE} and the ways between loops
     */
    void check(Consumer<Boolean> alive) {
        near.run(() -> owner.checkAlive(lives -> answer(alive, lives && !released)));
    }

    private void answer(Consumer<Boolean> alive, boolean lives) {
        home.run(() -> alive.accept(lives));
    }

    /** Asks for the stream; one of the owner's methods is called, maybe before this returns. */
    public void claim() {
        handover.run(
                home.command(
                        () -> {
                            stream = home.home(key);
                            stream.claim(this);
                        }));
    }

    /** Passes a message on; what comes before the answer is kept for the players. */
    public void send(StreamMessage message) {
        if (!released && !handover.send(message, message.kind(), message.size(), near.now())) {
            release();
            owner.onPublicationEnded(HomeStream.TOO_FAST);
        }
    }

    /** Gives the stream up, whether it was granted or not. */
    public void release() {
        released = true;
        handover.run(home.command(() -> stream.release(this)));
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
