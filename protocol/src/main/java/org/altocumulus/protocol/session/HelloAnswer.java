package org.altocumulus.protocol.session;

import java.util.List;
import org.altocumulus.protocol.wire.Address;

/** What is answered to a hello (RFC 7016 §3.5.1.1.2, §3.5.1.4). */
public sealed interface HelloAnswer {
    /** RHello: this endpoint takes the session. */
    record Respond() implements HelloAnswer {}

    /**
     * Redirect.
     *
     * @param destinations addresses to try; none means the address that sends the redirect
     */
    record RedirectTo(List<Address> destinations) implements HelloAnswer {}

    /**
     * No answer.
     *
     * @param reason what it is counted as
     */
    record Ignore(Discard reason) implements HelloAnswer {}
}
