package org.altocumulus.protocol.flow;

import java.util.ArrayList;
import java.util.List;

/**
 * Which of a session's flows sends next (RFC 7016 §3.6.1.2 leaves it to the implementation): those
 * of the more urgent {@link Priority} first, but as a sixteenth of what these send in the meantime
 * belongs to each less urgent one, none is starved; flows of one priority share in proportion to
 * their weights. What is sent again competes like what is new, with the priority and the weight
 * that its flow has then. Not thread-safe.
 */
public final class FlowSchedule {
    private static final int SHARE_OF_LESS_URGENT = 16;
    private static final int SCALE = SendFlow.MAX_WEIGHT;

    private final int turn;

    /** Flows that have something to send or to be acknowledged; the others are not looked at. */
    private final List<SendFlow> busy = new ArrayList<>(2);

    /** Of the priorities that a flow had so far. */
    private final List<Share> shares = new ArrayList<>(2);

    private SendFlow chosen;

    /** Counts packets, so that flows can be marked that have nothing that fits into one. */
    private long packet = 1;

    /** What the flows of one priority have in common. */
    private static final class Share {
        final Priority priority;

        /** Bytes that they may send before more urgent ones. */
        long credit;

        /** How much each of them that had something to send has got, by weight. */
        long served;

        /** Whether one of them has something to send. */
        boolean waiting;

        Share(Priority priority) {
            this.priority = priority;
        }
    }

    /**
     * Without flows.
     *
     * @param turn bytes of the credit for which a less urgent priority comes first, about a packet
     */
    public FlowSchedule(int turn) {
        this.turn = turn;
    }

    /** Takes part from now on. */
    public void add(SendFlow flow) {
        flow.schedule = this;
        if (!flow.isEmpty()) {
            onQueued(flow);
        }
    }

    /** A flow has something in its queue. */
    void onQueued(SendFlow flow) {
        if (!flow.busy) {
            flow.busy = true;
            busy.add(flow);
        }
    }

    /** Is complete. */
    public void remove(SendFlow flow) {
        flow.schedule = null;
        flow.busy = false;
        busy.remove(flow);
    }

    /** No flow is left. */
    public void clear() {
        busy.clear();
    }

    /** A packet begins. */
    public void beginPacket() {
        packet++;
    }

    /** Whether a flow has something to send. */
    public boolean isReady(long now) {
        int i = 0;
        while (i < busy.size()) {
            SendFlow flow = busy.get(i);
            if (flow.isReady(now)) {
                return true;
            }
            if (flow.isEmpty()) {
                flow.busy = false;
                busy.remove(i);
            } else {
                i++;
            }
        }
        return false;
    }

    /** Whether a flow has data that waits for its receiver to open the window. */
    public boolean isAnySuspended() {
        for (int i = 0; i < busy.size(); i++) {
            if (busy.get(i).isSuspended()) {
                return true;
            }
        }
        return false;
    }

    /** The flow that sends next into the packet, or null. */
    public SendFlow next(long now) {
        for (int i = 0; i < shares.size(); i++) {
            shares.get(i).waiting = false;
        }
        chosen = null;
        for (int i = 0; i < busy.size(); i++) {
            SendFlow flow = busy.get(i);
            if (flow.passedInPacket != packet && flow.isReady(now)) {
                share(flow).waiting = true;
                if (chosen == null || goesBefore(flow, chosen)) {
                    chosen = flow;
                }
            }
        }
        return chosen;
    }

    private boolean goesBefore(SendFlow one, SendFlow other) {
        if (one.priority() == other.priority()) {
            return position(one) < position(other);
        }
        boolean oneHasCredit = share(one).credit >= turn;
        boolean otherHasCredit = share(other).credit >= turn;
        return oneHasCredit == otherHasCredit
                ? one.priority().compareTo(other.priority()) < 0
                : oneHasCredit;
    }

    private Share share(SendFlow flow) {
        for (int i = 0; i < shares.size(); i++) {
            if (shares.get(i).priority == flow.priority()) {
                return shares.get(i);
            }
        }
        Share added = new Share(flow.priority());
        shares.add(added);
        return added;
    }

    /** A flow that had nothing to send for a while gains nothing by that. */
    private long position(SendFlow flow) {
        return Math.max(flow.served, share(flow).served);
    }

    /**
     * The flow that {@link #next} gave has written so many bytes; with 0, it has nothing that fits
     * into this packet.
     */
    public void onWritten(int bytes) {
        if (bytes == 0) {
            chosen.passedInPacket = packet;
            return;
        }
        Share own = share(chosen);
        own.served = position(chosen);
        chosen.served = own.served + (long) bytes * SCALE / chosen.weight();
        own.credit = Math.max(0, own.credit - bytes);
        for (Share share : shares) {
            if (share.priority.compareTo(own.priority) > 0) {
                share.credit = share.waiting ? share.credit + bytes / SHARE_OF_LESS_URGENT : 0;
            }
        }
    }
}
