package org.altocumulus.protocol.cluster;

/** When one of an edge's two connections is to be dialled. */
final class LinkDialer {
    private final Backoff backoff;
    private State state = State.OFF;
    private long due;

    private enum State {
        /** Not wanted now. */
        OFF,
        /** To be dialled when due. */
        WAITING,
        /** The host dials. */
        DIALLING,
        /** There is a connection. */
        CONNECTED
    }

    LinkDialer(Backoff backoff) {
        this.backoff = backoff;
    }

    void off() {
        state = State.OFF;
    }

    /** Dials at the next tick, unless that is under way. */
    void on(long now) {
        if (state == State.OFF) {
            state = State.WAITING;
            due = now;
        }
    }

    /** Whether the host is to dial now. */
    boolean tick(long now) {
        boolean dial = state == State.WAITING && now - due >= 0;
        if (dial) {
            state = State.DIALLING;
        }
        return dial;
    }

    /** Whether a connection is expected; if not, it comes from a dial that is out of date. */
    boolean connected() {
        boolean expected = state == State.DIALLING;
        if (expected) {
            state = State.CONNECTED;
        }
        return expected;
    }

    /** The connection can be used: the next pause is short again. */
    void succeeded() {
        backoff.reset();
    }

    /** A dial failed; one that is out of date may do so when there is a connection again. */
    void dialFailed(long now) {
        if (state == State.DIALLING) {
            failed(now);
        }
    }

    /** The connection ended. */
    void failed(long now) {
        if (state != State.OFF) {
            state = State.WAITING;
            due = now + backoff.next();
        }
    }

    long delay(long now) {
        return state == State.WAITING ? due - now : Long.MAX_VALUE;
    }
}
