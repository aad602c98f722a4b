package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.List;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.session.SessionTimeouts;

/**
 * How an endpoint is set up.
 *
 * @param identity its certificate and keys
 * @param policy how it keys sessions
 * @param parameters of its sessions
 * @param maxSessions above which it admits no more
 * @param keyDelay nanoseconds of one key agreement
 * @param keyQueue how many may wait
 */
public record EndpointSetup(
        Identity identity,
        KeyingPolicy policy,
        SessionParameters parameters,
        int maxSessions,
        long keyDelay,
        int keyQueue) {
    private static final KeyingPolicy PLAIN =
            new KeyingPolicy(
                    List.of(DhGroup.MODP_1024), Protection.ON_REQUEST, Protection.ON_REQUEST, 16);

    private static final KeyingPolicy PROTECTED =
            new KeyingPolicy(
                    List.of(DhGroup.MODP_1024), Protection.REQUIRE, Protection.REQUIRE, 16);

    /** No search for larger datagrams, no end of sessions without flows: tests ask for them. */
    private static final SessionParameters QUIET =
            SessionParameters.DEFAULT
                    .withLargestDatagram(SessionParameters.DEFAULT.datagramLimit())
                    .withTimeouts(SessionTimeouts.DEFAULT.withIdle(DAYS.toNanos(1)));

    /** A server with an ephemeral identity. */
    public static final EndpointSetup SERVER =
            of(Identity.ephemeralServer("", List.of(DhGroup.MODP_1024), SeededRandom.of(7016)));

    /** A client of the form of Flash Player. */
    public static final EndpointSetup CLIENT = client(7425);

    /** A client whose certificate follows from a seed. */
    public static EndpointSetup client(long seed) {
        return of(Identity.staticClient(DhGroup.MODP_1024, SeededRandom.of(seed)));
    }

    private static EndpointSetup of(Identity identity) {
        return new EndpointSetup(identity, PLAIN, QUIET, 1000, MILLISECONDS.toNanos(2), 64);
    }

    /** The same with HMAC and session sequence numbers required. */
    public EndpointSetup withProtection() {
        return new EndpointSetup(identity, PROTECTED, parameters, maxSessions, keyDelay, keyQueue);
    }

    public EndpointSetup withParameters(SessionParameters newParameters) {
        return new EndpointSetup(identity, policy, newParameters, maxSessions, keyDelay, keyQueue);
    }

    /** The same with a search for larger datagrams. */
    public EndpointSetup withLargestDatagram(int bytes) {
        return withParameters(parameters.withLargestDatagram(bytes));
    }

    public EndpointSetup withIdentity(Identity newIdentity) {
        return new EndpointSetup(newIdentity, policy, parameters, maxSessions, keyDelay, keyQueue);
    }

    public EndpointSetup withMaxSessions(int newMaxSessions) {
        return new EndpointSetup(identity, policy, parameters, newMaxSessions, keyDelay, keyQueue);
    }

    public EndpointSetup withKeyWorker(long newKeyDelay, int newKeyQueue) {
        return new EndpointSetup(
                identity, policy, parameters, maxSessions, newKeyDelay, newKeyQueue);
    }
}
