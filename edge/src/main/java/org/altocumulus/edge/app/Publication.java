package org.altocumulus.edge.app;

import org.altocumulus.protocol.message.StreamKey;

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
    }

    private final StreamKey key;
    private final LoopState near;
    private final LoopState home;
    private final Owner owner;
    private final Handover handover;
    private boolean released;

    /** For the home loop: the stream of this claim. */
    private HomeStream stream;

    Publication(StreamKey key, LoopState near, Owner owner) {
        this.key = key;
        this.near = near;
        this.home = near.node().homeOf(key);
        this.owner = owner;
        this.handover = new Handover(home, message -> stream.onMedia(this, message));
    }

    StreamKey key() {
        return key;
    }

    /** Asks for the stream; one of the owner's methods is called, maybe before this returns. */
    void claim() {
        home.run(
                () -> {
                    stream = home.home(key);
                    stream.claim(this);
                });
    }

    /** Passes a message on; what comes before the answer is kept for the players. */
    void send(StreamMessage message) {
        if (!released && !handover.send(message)) {
            release();
            owner.onPublicationEnded(HomeStream.TOO_FAST);
        }
    }

    /** Gives the stream up, whether it was granted or not. */
    void release() {
        released = true;
        home.run(() -> stream.release(this));
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
