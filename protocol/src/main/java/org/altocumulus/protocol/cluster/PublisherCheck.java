package org.altocumulus.protocol.cluster;

import java.util.concurrent.TimeUnit;

/**
 * CHECK: somebody else wants to publish under a name; is its publisher still there?
 *
 * @param publication from an edge, that which was refused; from the origin, that which has the name
 * @param peer the client who wants the name, or null if its certificate does not prove who it is
 */
public record PublisherCheck(Publication publication, PeerId peer) {
    /** Checks of one edge's publishers at a time; for more the names stay as they are. */
    static final int MAX_PENDING = 256;

    /** For the answer; an edge gives its publisher 3 seconds. */
    static final long TIMEOUT = TimeUnit.MILLISECONDS.toNanos(4500);

    private static final String PEER = "peer";
    private static final String FREE = "free";
    private static final String TRUE = "true";

    static PublisherCheck read(Frame frame) throws LinkRefusal {
        String peer = frame.text(PEER, "");
        return new PublisherCheck(
                Publication.read(frame), peer.isEmpty() ? null : PeerId.read(PEER, peer));
    }

    Frame toFrame() {
        Frame.Builder frame = publication.frame(Verb.CHECK);
        return peer == null ? frame.build() : frame.with(PEER, peer.toString()).build();
    }

    /** Those that wait; what is not answered is not free. */
    static PendingAnswers<Boolean> pending() {
        return new PendingAnswers<>(MAX_PENDING, TIMEOUT, false);
    }

    static Frame answer(boolean free) {
        return Frame.of(Verb.OK).with(FREE, Boolean.toString(free)).build();
    }

    static boolean isFree(Frame answer) {
        return answer.text(FREE, "").equals(TRUE);
    }
}
