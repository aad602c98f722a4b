package org.altocumulus.protocol.session;

import java.util.List;
import java.util.function.Consumer;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.wire.Address;

/** What is answered to a hello (RFC 7016 §3.5.1.1.2, §3.5.1.4). */
public sealed interface HelloAnswer {
    /** RHello: this endpoint takes the session. */
    record Respond() implements HelloAnswer {}

    /**
     * Redirect.
     *
     * @param destinations addresses to try; none means the address that sends the redirect. Not
     *     copied, and read before the next hello
     */
    record RedirectTo(List<Address> destinations) implements HelloAnswer {}

    /**
     * Redirect to an endpoint that has a session here, which is told by an FIHello, so that each
     * opens its NAT for the other (§3.5.1.5, §3.5.1.6).
     *
     * @param destinations addresses of that endpoint, from {@link PeerAddresses}
     * @param replyAddress where the asker is for that endpoint
     * @param peer takes the FIHello to it
     */
    record Introduce(List<Address> destinations, Address replyAddress, Forwarder peer)
            implements HelloAnswer {}

    /**
     * Redirect to an endpoint that has a session at another node, when that has answered.
     *
     * @param question asked once, on the loop
     */
    record Later(Question question) implements HelloAnswer {}

    /** A question to another node. */
    @FunctionalInterface
    interface Question {
        /**
         * Asks without waiting.
         *
         * @param answer takes the addresses of the endpoint, which has been told of the asker; none
         *     if no node knows it. On any thread, at most once.
         */
        void ask(Consumer<List<Address>> answer);
    }

    /** The way to the far end of a session; {@link Session#forward} is one. */
    @FunctionalInterface
    interface Forwarder {
        /** Sends the FIHello soon, or not at all if the session has ended. */
        void forward(FIHello hello);

        /**
         * As the other method.
         *
         * @param sent runs once the FIHello has left, or will not; on any thread
         */
        default void forward(FIHello hello, Runnable sent) {
            forward(hello);
            sent.run();
        }
    }

    /**
     * No answer.
     *
     * @param reason what it is counted as
     */
    record Ignore(Discard reason) implements HelloAnswer {}
}
