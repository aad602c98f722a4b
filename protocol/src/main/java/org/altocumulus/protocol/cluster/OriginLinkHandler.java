package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.List;
import org.altocumulus.protocol.message.StreamKey;

/**
 * What the origin does with what its edges ask and tell. Called on the thread that drives the
 * connection. A thrown {@link LinkRefusal} is sent to the edge as ERROR; otherwise the request is
 * answered as done after the method returns.
 */
public interface OriginLinkHandler {
    /** Bytes arrived on a registered control connection. */
    void heard(OriginLinkSession edge, long now);

    /**
     * REGISTER, the first thing on a control connection.
     *
     * @param token names the session from now on: the media connection of the edge shows it
     */
    void register(OriginLinkSession edge, Registration registration, String token, long now)
            throws LinkRefusal;

    /**
     * PROBE: say hello to that UDP address, one of those that the edge advertises, and tell {@link
     * OriginLinkSession#probed}, now or later.
     */
    void probe(OriginLinkSession edge, InetSocketAddress address, long now);

    /** LOAD. */
    void load(OriginLinkSession edge, LoadReport report, long now);

    /** PUBLISH; once more for the same publication when another origin decides from now on. */
    void publish(OriginLinkSession edge, PublishRequest request, long now) throws LinkRefusal;

    /** UNPUBLISH. */
    void unpublish(OriginLinkSession edge, Publication publication, long now);

    /**
     * WANT.
     *
     * @return the publication of that stream elsewhere, or null if there is none now
     */
    Publication want(OriginLinkSession edge, StreamKey stream, long now) throws LinkRefusal;

    /**
     * RELAY: the edge does not get this publication from the edge that has it, or no more.
     *
     * @return as for {@link #want}
     */
    Publication relay(OriginLinkSession edge, Publication publication, long now);

    /** UNWANT. */
    void unwant(OriginLinkSession edge, StreamKey stream, long now);

    /** SYNCED. */
    void synced(OriginLinkSession edge, long now);

    /**
     * PEERS.
     *
     * @return those of them of which a newer session is at another node; the edge is told
     */
    List<PeerId> present(OriginLinkSession edge, List<PresentPeer> peers, long now);

    /** GONE. */
    void gone(OriginLinkSession edge, List<PeerId> peers, long now);

    /** INTRODUCE; the answer is given once, now or later. */
    void introduce(
            OriginLinkSession edge, Introduction introduction, IntroductionAnswer answer, long now);

    /** CHECK: is the name free, or can it be? The answer is given once, now or later. */
    default void check(OriginLinkSession edge, PublisherCheck check, CheckAnswer answer, long now) {
        answer.answered(false, now);
    }

    /** DRAIN. */
    void draining(OriginLinkSession edge, long now);

    /**
     * A media connection names the session {@code token}: refuse with {@link Reason#NO_SESSION}
     * unless that is one of {@code media.node()}.
     */
    void admitMedia(OriginLinkSession media, String token) throws LinkRefusal;

    /** A media connection that was admitted is open. */
    void mediaJoined(OriginLinkSession media, long now);

    /** START, MEDIA or END. */
    void media(OriginLinkSession media, StreamEvent event, long now);

    /** The other end could not read a frame of ours, or refuses it. */
    void failed(OriginLinkSession session, String reason, String message);

    /**
     * A connection ended that had not got so far: it was refused, or left by itself.
     *
     * @param session its node is null if it has not said who it is, and need not be true otherwise
     */
    default void rejected(OriginLinkSession session, Reason reason, String message) {}

    /** A connection that had got as far as {@link #register} or {@link #mediaJoined} ended. */
    void ended(OriginLinkSession session, Reason reason, String message, long now);
}
