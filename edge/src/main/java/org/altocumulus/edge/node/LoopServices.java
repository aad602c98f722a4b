package org.altocumulus.edge.node;

import java.security.SecureRandom;
import org.altocumulus.protocol.session.HalfOpenSessions;
import org.altocumulus.protocol.session.HelloPolicy;
import org.altocumulus.protocol.session.TransportCounters;

/**
 * What all loops of a node share. Everything in it may be used by several threads.
 *
 * @param halfOpen the sessions that clients have opened and not confirmed
 * @param foreign is shown what belongs to no session
 * @param peers the clients of the node by their peer ids
 * @param policy decides on hellos
 * @param users take the sessions that clients open
 */
record LoopServices(
        NodeParameters parameters,
        NodeClock clock,
        SecureRandom random,
        TransportCounters counters,
        KeyExchange keyExchange,
        SessionCount sessions,
        HalfOpenSessions halfOpen,
        HelloProbes probes,
        ForeignPackets foreign,
        NodePeers peers,
        Responding responding,
        HelloPolicy policy,
        SessionUsers users) {}
