package org.altocumulus.protocol.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.NextUserData;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.ReceiveLimits;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * The receive flows of a session: how they start, which of them want to be acknowledged, and when
 * (RFC 7016 §3.6.3).
 */
final class ReceiveFlows {
    private static final int ACK_EVERY = 2;
    static final long UNSET = Long.MAX_VALUE;

    private final SessionContext context;
    private final LongPredicate isOpenSendFlow;
    private final Consumer<ReceiveFlow> onOpened;
    private final FlowTable flows = new FlowTable();

    /** Complete flows in the order in which they are forgotten; made for the first. */
    private Map<Long, Long> lingering = Map.of();

    /** Suspended flows, and when they go on at the latest; made for the first. */
    private Map<ReceiveFlow, Long> suspended = Map.of();

    private long bufferedBytes;
    private boolean acknowledgeNow;
    private int dataPackets;
    private long delayedAckAt = UNSET;

    // What a Next User Data chunk continues, in the packet that is being read.
    private ReceiveFlow lastFlow;
    private long lastNumber;
    private long lastForward;

    /**
     * @param isOpenSendFlow whether a flow of ours is open, for return associations
     * @param onOpened told of a new flow that nothing here speaks against
     */
    ReceiveFlows(
            SessionContext context, LongPredicate isOpenSendFlow, Consumer<ReceiveFlow> onOpened) {
        this.context = context;
        this.isOpenSendFlow = isOpenSendFlow;
        this.onOpened = onOpened;
    }

    /** Next User Data continues nothing: a packet begins, or a chunk could not be read. */
    void breakSequence() {
        lastFlow = null;
    }

    void onUserData(long now, UserData chunk) {
        ReceiveFlow flow = flows.get(chunk.flowId());
        if (flow == null) {
            flow = start(chunk);
            if (flow == null) {
                lastFlow = null;
                return;
            }
            acknowledgeNow = true;
        }
        lastFlow = flow;
        lastNumber = chunk.sequenceNumber();
        lastForward = chunk.forwardSequenceNumber();
        take(
                now,
                chunk.options(),
                chunk.abandon(),
                chunk.isFinal(),
                chunk.fragment(),
                chunk.array(),
                chunk.offset(),
                chunk.length());
    }

    void onNextUserData(long now, NextUserData chunk) {
        if (lastFlow == null) {
            context.counters.discard(Discard.MISPLACED_CHUNK);
            return;
        }
        lastNumber++;
        take(
                now,
                chunk.options(),
                chunk.abandon(),
                chunk.isFinal(),
                chunk.fragment(),
                chunk.array(),
                chunk.offset(),
                chunk.length());
    }

    /** A fragment with the last number, of the last flow. */
    private void take(
            long now,
            FlowOptions options,
            boolean abandon,
            boolean isFinal,
            FragmentControl fragment,
            byte[] array,
            int offset,
            int length) {
        if (options.hasUnknownCritical()) {
            lastFlow.reject(ReceiveFlow.AUTOMATIC);
        }
        ReceiveFlow.Outcome outcome =
                lastFlow.onFragment(
                        lastNumber, lastForward, abandon, isFinal, fragment, array, offset, length);
        switch (outcome) {
            case ACCEPTED -> {}
            case NO_ROOM -> context.counters.discard(Discard.FLOW_OVERRUN);
            case MESSAGE_TOO_LONG -> context.counters.discard(Discard.MESSAGE_TOO_LONG);
        }
        keepBounds();
        scheduleAcknowledgement(now);
    }

    /** Rejects a flow that makes its session hold too much. */
    private void keepBounds() {
        account(lastFlow);
        if (bufferedBytes > maxBufferedBytes()) {
            context.counters.discard(Discard.FLOW_OVERRUN);
            lastFlow.reject(ReceiveFlow.AUTOMATIC);
            account(lastFlow);
        }
    }

    /** Flows change inside each other's deliveries, so that each change is taken once. */
    private void account(ReceiveFlow flow) {
        bufferedBytes += flow.takeBufferedChange();
    }

    /** Rejects a flow for the application. */
    void reject(ReceiveFlow flow, long code) {
        flow.reject(code);
        account(flow);
        acknowledgeNow = true;
    }

    private ReceiveFlow start(UserData chunk) {
        if (flows.size() - lingering.size() >= context.parameters.maxFlows()) {
            context.counters.discard(Discard.TOO_MANY_FLOWS);
            return null;
        }
        FlowOptions options = chunk.options();
        byte[] metadata = options.metadata();
        ReceiveFlow flow =
                new ReceiveFlow(
                        chunk.flowId(),
                        metadata == null ? new byte[0] : metadata,
                        options.returnFlowId(),
                        context.parameters.receive());
        flows.add(flow);
        boolean associated = options.returnFlowId() != FlowOptions.NO_FLOW;
        if (metadata == null
                || options.hasUnknownCritical()
                || (associated && !isOpenSendFlow.test(options.returnFlowId()))) {
            context.counters.discard(Discard.FLOW_REFUSED);
            flow.reject(ReceiveFlow.AUTOMATIC);
        } else {
            onOpened.accept(flow);
            if (flow.state() == ReceiveFlow.State.REJECTED) {
                context.counters.discard(Discard.FLOW_REFUSED);
            }
        }
        return flow;
    }

    private void scheduleAcknowledgement(long now) {
        if (!lastFlow.shouldAcknowledge()) {
            return;
        }
        acknowledgeNow |= lastFlow.wantsAcknowledgementNow();
        if (lastFlow.state() == ReceiveFlow.State.COMPLETE_LINGER) {
            linger(now, lastFlow.id());
        }
        if (!acknowledgeNow && delayedAckAt == UNSET) {
            delayedAckAt = now + SessionParameters.ACK_DELAY;
        }
    }

    /** One flow must not hold what many may; all of them together must not hold it either. */
    private long maxBufferedBytes() {
        ReceiveLimits limits = context.parameters.receive();
        return SessionParameters.SESSION_FLOWS
                * ((long) limits.windowBytes() + limits.maxMessageBytes());
    }

    /** Remembers a complete flow for a while; of too many the oldest is forgotten early. */
    private void linger(long now, long flowId) {
        if (lingering.isEmpty()) {
            lingering = new LinkedHashMap<>();
        }
        lingering.putIfAbsent(flowId, now + SessionParameters.FLOW_LINGER);
        if (lingering.size() > SessionParameters.LINGERING_FACTOR * context.parameters.maxFlows()) {
            long oldest = lingering.keySet().iterator().next();
            lingering.remove(oldest);
            flows.remove(oldest);
        }
    }

    /** The packet held user data and is read to its end. */
    void endDataPacket() {
        if (++dataPackets >= ACK_EVERY) {
            acknowledgeNow = true;
        }
    }

    void onBufferProbe(long flowId) {
        ReceiveFlow flow = flows.get(flowId);
        if (flow != null) {
            flow.requestAcknowledgement();
            acknowledgeNow = true;
        }
    }

    /** Acknowledges all flows once more: the other end may have missed what was sent before. */
    void acknowledgeAll() {
        for (ReceiveFlow flow : flows) {
            if (flow.state() == ReceiveFlow.State.OPEN) {
                flow.requestAcknowledgement();
                acknowledgeNow = true;
            }
        }
    }

    /** Whether there are flows that are neither rejected nor complete. */
    boolean anyOpen() {
        for (ReceiveFlow flow : flows) {
            if (flow.state() == ReceiveFlow.State.OPEN) {
                return true;
            }
        }
        return false;
    }

    /** Holds back the messages of a flow, at most until {@code until}. */
    void suspend(ReceiveFlow flow, long until) {
        if (flow.state() == ReceiveFlow.State.OPEN) {
            flow.suspend();
            if (suspended.isEmpty()) {
                suspended = new HashMap<>();
            }
            suspended.put(flow, until);
        }
    }

    /** Delivers what a suspended flow holds, and what comes from now on. */
    void resume(long now, ReceiveFlow flow) {
        if (suspended.isEmpty() || suspended.remove(flow) == null) {
            return;
        }
        suspended = suspended.isEmpty() ? Map.of() : suspended;
        flow.resume();
        account(flow);
        acknowledgeNow |= flow.wantsAcknowledgementNow();
        if (flow.state() == ReceiveFlow.State.COMPLETE_LINGER) {
            linger(now, flow.id());
        }
    }

    private void resumeOverdue(long now) {
        List<ReceiveFlow> overdue = new ArrayList<>();
        suspended.forEach(
                (flow, until) -> {
                    if (now - until >= 0) {
                        overdue.add(flow);
                    }
                });
        overdue.forEach(flow -> resume(now, flow));
    }

    /** What comes first of all that {@link #runTimers} does, or {@link #UNSET}. */
    long deadline() {
        long linger = lingering.isEmpty() ? UNSET : lingering.values().iterator().next();
        long earliest = Math.min(delayedAckAt, linger);
        return suspended.isEmpty()
                ? earliest
                : Math.min(earliest, Collections.min(suspended.values()));
    }

    void runTimers(long now) {
        if (delayedAckAt != UNSET && now - delayedAckAt >= 0) {
            acknowledgeNow = true;
            delayedAckAt = UNSET;
        }
        if (!suspended.isEmpty()) {
            resumeOverdue(now);
        }
        if (!lingering.isEmpty()) {
            forgetOverdue(now);
        }
    }

    private void forgetOverdue(long now) {
        Iterator<Map.Entry<Long, Long>> oldest = lingering.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<Long, Long> entry = oldest.next();
            if (now - entry.getValue() < 0) {
                break;
            }
            flows.remove(entry.getKey());
            oldest.remove();
        }
        lingering = lingering.isEmpty() ? Map.of() : lingering;
    }

    boolean wantsToAcknowledge() {
        return acknowledgeNow;
    }

    /** Whether there is anything to acknowledge, now or later. */
    boolean mayAcknowledge() {
        return acknowledgeNow || delayedAckAt != UNSET;
    }

    /**
     * Writes acknowledgements as far as they fit; those left wait for the next packet.
     *
     * @param packetIsEmpty so that the first one, if it does not fit, is truncated (§3.6.3.4.2)
     */
    void writeAcknowledgements(WireWriter packet, boolean packetIsEmpty) {
        boolean mayTruncate = packetIsEmpty;
        boolean allWritten = true;
        for (ReceiveFlow flow : flows) {
            if (flow.shouldAcknowledge()) {
                allWritten &= flow.writeAcknowledgement(packet, mayTruncate);
                mayTruncate = false;
            }
        }
        if (allWritten) {
            acknowledgeNow = false;
            dataPackets = 0;
            delayedAckAt = UNSET;
        }
    }

    /** Ends all flows, also one that is in the middle of a delivery. */
    void clear() {
        flows.forEach(flow -> flow.reject(ReceiveFlow.AUTOMATIC));
        flows.clear();
        lingering = Map.of();
        suspended = Map.of();
        acknowledgeNow = false;
        delayedAckAt = UNSET;
    }
}
