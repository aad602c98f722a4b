package org.altocumulus.protocol.cluster;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Arrays;
import java.util.Map;

/** The verbs of the link. A frame may carry another, which is answered by ERROR. */
public enum Verb {
    /** Edge: who dials, which role the connection has, which versions it speaks. */
    HELLO,
    /** Origin: prove that you know the secret. */
    CHALLENGE,
    /** Edge: the proof. */
    AUTH,
    /** Origin: the connection is open; with a secret, its own proof. */
    WELCOME,
    /** Edge: take me into the registry. */
    REGISTER,
    /** Origin: taken; the session that the media connection names. */
    REGISTERED,
    /** Edge: say hello by UDP to an address that I advertise. */
    PROBE,
    /** Origin: whether that address answered. */
    PROBED,
    /** Edge: how many clients it has. */
    LOAD,
    /** Edge: a stream is published here. */
    PUBLISH,
    /** Edge: it is no more. */
    UNPUBLISH,
    /** Origin: your publication lost its name to an older one. */
    REVOKE,
    /** Either: is the publisher still there whose name another one wants? */
    CHECK,
    /** Edge: someone plays this stream here. */
    WANT,
    /** Edge: nobody does any more. */
    UNWANT,
    /** Origin: send the media of what you publish. */
    SEND,
    /** Origin: nobody wants it any more. */
    STOP,
    /** Edge: all that I have is announced. */
    SYNCED,
    /** Edge: I take no newcomers. Origin: take none. */
    DRAIN,
    /** Origin: answer this hello, which I have redirected, from your own socket (version 2). */
    FORWARD,
    /** Media connection: a publication's media follow. */
    START,
    /** Media connection: one message. */
    MEDIA,
    /** Media connection: the publication is over. */
    END,
    /** Edge: these clients are here, since so long. */
    PEERS,
    /** Edge: these clients are here no more. */
    GONE,
    /** Origin: a newer session of that client is at another node. */
    EVICT,
    /** Either: tell that client, who is yours or another's, of somebody who asks for it. */
    INTRODUCE,
    /** Origin: another edge will pull what you publish. */
    OFFER,
    /** Origin: pull what you want from another edge. */
    SOURCE,
    /** Edge: send me yourself what I was to pull. */
    RELAY,
    /** Origin: another edge can be pulled from, or no more (version 3). */
    EDGE,
    /** Are you there? */
    PING,
    /** I am. */
    PONG,
    /** The request with this id is done. */
    OK,
    /** Something was refused or not understood; the connection goes on. */
    ERROR,
    /** The last frame of a connection. */
    BYE;

    private static final Map<String, Verb> BY_NAME =
            Arrays.stream(values()).collect(toUnmodifiableMap(Verb::name, verb -> verb));

    /** The verb with that name, or null. */
    static Verb of(String name) {
        return BY_NAME.get(name);
    }
}
