package org.altocumulus.protocol.sim;

import java.util.Arrays;
import java.util.BitSet;
import org.altocumulus.protocol.flow.SendFlow;

/**
 * Compares what a flow delivers with what was sent on it, message by message as they come: the same
 * bytes, in the same order, nothing twice, nothing left out that was not to be given up, and a gap
 * told of wherever something is left out. In order of arrival the order does not matter, and no gap
 * where none was given up. Messages are of at least four bytes.
 */
public final class DeliveryCheck {
    private final SentFlow sent;
    private final VirtualTime time;

    /** The messages that came, in order of arrival; otherwise null. */
    private final BitSet arrived;

    private int next;
    private int delivered;
    private boolean gap;
    private boolean everGap;
    private long latest = Long.MIN_VALUE;
    private long lastAt;
    private long longestPause;

    /** A check of a flow on which nothing was delivered yet. */
    public DeliveryCheck(SentFlow sent, VirtualTime time) {
        this(sent, time, null);
    }

    private DeliveryCheck(SentFlow sent, VirtualTime time, BitSet arrived) {
        this.sent = sent;
        this.time = time;
        this.arrived = arrived;
        this.lastAt = time.now();
    }

    /** A check of a flow that delivers in order of arrival. */
    static DeliveryCheck inOrderOfArrival(SentFlow sent, VirtualTime time) {
        return new DeliveryCheck(sent, time, new BitSet());
    }

    /** How many messages were delivered. */
    public int delivered() {
        return delivered;
    }

    /** How many messages were passed over up to the one that was delivered last. */
    public int missing() {
        return next - delivered;
    }

    /**
     * How long after its finish-by deadline the latest of all messages was delivered, in
     * nanoseconds; negative if all were in time.
     */
    public long latest() {
        return latest;
    }

    /** The longest time without a delivery since {@link #beginPause}, the current one too. */
    public long longestPause() {
        return Math.max(longestPause, time.now() - lastAt);
    }

    /** Measures pauses from now on. */
    public void beginPause() {
        longestPause = 0;
        lastAt = time.now();
    }

    void onMessage(byte[] bytes) {
        int number = SentFlow.number(bytes);
        if (arrived == null) {
            requireNext(number);
        } else {
            requireNew(number);
        }
        SentFlow.Message message = sent.message(number);
        if (!Arrays.equals(message.bytes(), bytes)) {
            throw failure("message " + number + " was not sent so");
        }
        message.forget();
        if (message.finishBy() != SendFlow.NEVER) {
            latest = Math.max(latest, time.now() - message.finishBy());
        }
        longestPause = longestPause();
        lastAt = time.now();
        next = number + 1;
        delivered++;
        gap = false;
    }

    private void requireNew(int number) {
        if (number < 0 || number >= sent.count() || arrived.get(number)) {
            throw failure("message " + number + " a second time, or never sent");
        }
        arrived.set(number);
    }

    private void requireNext(int number) {
        if (number < next || number >= sent.count()) {
            throw failure("message " + number + " where " + next + " or a later one was expected");
        }
        requireUnreliable(number);
        if (gap != number > next) {
            throw failure("gap before " + number + ": " + gap + ", expected was " + next);
        }
    }

    void onGap() {
        gap = true;
        everGap = true;
    }

    void onComplete() {
        if (arrived == null) {
            requireUnreliable(sent.count());
            return;
        }
        boolean anyMissing = false;
        for (int number = 0; number < sent.count(); number++) {
            if (!arrived.get(number)) {
                anyMissing = true;
                if (sent.message(number).isReliable()) {
                    throw failure("message " + number + " is missing at the end");
                }
            }
        }
        if (anyMissing && !everGap) {
            throw failure("messages are missing, and no gap was told of");
        }
    }

    /** Checks that no message from the expected one up to {@code end} had to be delivered. */
    private void requireUnreliable(int end) {
        for (int skipped = next; skipped < end; skipped++) {
            if (sent.message(skipped).isReliable()) {
                throw failure("message " + skipped + " is missing before " + end);
            }
        }
    }

    private AssertionError failure(String what) {
        return new AssertionError("flow " + sent.flow().id() + ": " + what);
    }
}
