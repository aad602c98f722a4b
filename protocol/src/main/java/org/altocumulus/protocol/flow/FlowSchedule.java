package org.altocumulus.protocol.flow;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

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
    private final List<SendFlow> flows = new ArrayList<>();

    private final Map<Priority, Share> shares = new EnumMap<>(Priority.class);

    /** The same, to be gone through for each packet. */
    private final List<Share> allShares = new ArrayList<>();

    /** Flows that have nothing that fits into the packet. */
    private final List<SendFlow> passed = new ArrayList<>();

    private SendFlow chosen;

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
        for (Priority priority : Priority.values()) {
            Share share = new Share(priority);
            shares.put(priority, share);
            allShares.add(share);
        }
    }

    /** Takes part from now on. */
    public void add(SendFlow flow) {
        flows.add(flow);
    }

    /** Is complete. */
    public void remove(SendFlow flow) {
        flows.remove(flow);
    }

    /** No flow is left. */
    public void clear() {
        flows.clear();
        passed.clear();
    }

    /** A packet begins. */
    public void beginPacket() {
        passed.clear();
    }

    /** Whether a flow has something to send. */
    public boolean isReady(long now) {
        for (SendFlow flow : flows) {
            if (flow.isReady(now)) {
                return true;
            }
        }
        return false;
    }

    /** The flow that sends next into the packet, or null. */
    public SendFlow next(long now) {
        for (Share share : allShares) {
            share.waiting = false;
        }
        chosen = null;
        for (SendFlow flow : flows) {
            if (flow.isReady(now) && !passed.contains(flow)) {
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
        return shares.get(flow.priority());
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
            passed.add(chosen);
            return;
        }
        Share own = share(chosen);
        own.served = position(chosen);
        chosen.served = own.served + (long) bytes * SCALE / chosen.weight();
        own.credit = Math.max(0, own.credit - bytes);
        for (Share share : allShares) {
            if (share.priority.compareTo(own.priority) > 0) {
                share.credit = share.waiting ? share.credit + bytes / SHARE_OF_LESS_URGENT : 0;
            }
        }
    }
}
