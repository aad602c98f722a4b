package org.altocumulus.protocol.session;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.BufferProbe;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.congestion.CongestionController;
import org.altocumulus.protocol.congestion.RoundTripTimer;
import org.altocumulus.protocol.flow.FlowSchedule;
import org.altocumulus.protocol.flow.Outstanding;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * The send flows of a session: which of them sends next, acknowledgement and loss over all of them,
 * the retransmission timeout, the burst limit, and probes of closed windows (RFC 7016 §3.6.2,
 * §3.5.2).
 */
final class SendFlows {
    static final long UNSET = Long.MAX_VALUE;
    private static final long FIRST_FLOW_ID = 2;
    private static final int BLOCK = 1024;

    /** No receiver keeps so many fragments behind a gap. */
    private static final int MAX_BEHIND_GAP = 1 << 16;

    /** No header of a packet is larger. */
    private static final int HEADER_ROOM = 16;

    /** Bytes of a chunk with hardly any data. */
    private static final int LEAST_CHUNK = 16;

    private final SessionContext context;
    private final CongestionController congestion;
    private final RoundTripTimer roundTrip;
    private final int safePacket;
    private int maxChunk;
    private final Outstanding outstanding = new Outstanding();
    private final BurstLimit burst = new BurstLimit();

    /** Flows that are not complete. */
    private final List<SendFlow> flows = new ArrayList<>();

    private final FlowSchedule schedule;

    private long nextFlowId = FIRST_FLOW_ID;
    private boolean anyAcknowledgement;
    private boolean anyProgress;

    /** Packets were read since data was last sent, and what they found then. */
    private boolean turnBegun;

    private boolean windowFull;
    private long timeoutAt = UNSET;

    /** Since when data is sent again and nothing of it acknowledged. */
    private long stalledSince = UNSET;

    /** A gap is not closed while all behind it is acknowledged, which would be kept for ever. */
    private boolean gapKeptOpen;

    private long probeAt = UNSET;
    private long probeInterval;
    private boolean wroteTimeCritical;

    /**
     * @param maxChunk the largest User Data chunk that a packet has room for which every path bears
     */
    SendFlows(
            SessionContext context,
            CongestionController congestion,
            RoundTripTimer roundTrip,
            int maxChunk) {
        this.context = context;
        this.congestion = congestion;
        this.roundTrip = roundTrip;
        this.maxChunk = maxChunk;
        this.safePacket = maxChunk + HEADER_ROOM;
        this.schedule = new FlowSchedule(maxChunk);
    }

    SendFlow open(FlowOptions options, Priority priority) {
        SendFlow flow = new SendFlow(nextFlowId++, options, priority, outstanding, () -> maxChunk);
        flows.add(flow);
        schedule.add(flow);
        return flow;
    }

    /** Messages are divided into chunks of up to so many bytes from now on. */
    void maxChunk(int bytes) {
        maxChunk = bytes;
    }

    int maxChunk() {
        return maxChunk;
    }

    /** How many flows are not complete. */
    int count() {
        return flows.size();
    }

    boolean isOpen(long flowId) {
        SendFlow flow = find(flowId);
        return flow != null && flow.state() == SendFlow.State.OPEN;
    }

    private SendFlow find(long flowId) {
        for (SendFlow flow : flows) {
            if (flow.id() == flowId) {
                return flow;
            }
        }
        return null;
    }

    long queuedBytes() {
        long sum = 0;
        for (SendFlow flow : flows) {
            sum += flow.queuedBytes();
        }
        return sum;
    }

    long bytesInFlight() {
        return outstanding.bytes();
    }

    void beginPacket(long now) {
        outstanding.beginPacket(now);
        anyAcknowledgement = false;
        anyProgress = false;
        if (!turnBegun) {
            turnBegun = true;
            windowFull = outstanding.bytes() >= congestion.window();
        }
        congestion.beginPacket(outstanding.bytes(), windowFull);
        long measured = roundTrip.takeLatest();
        if (measured >= 0) {
            congestion.onRoundTrip(now, measured);
        }
    }

    void onAcknowledgement(long flowId, long blocks, long cumulative, long[] ranges) {
        anyAcknowledgement = true;
        SendFlow flow = find(flowId);
        if (flow == null) {
            burst.onAcknowledgement(0, maxChunk);
            return;
        }
        long windowBytes = blocks > Long.MAX_VALUE / BLOCK ? Long.MAX_VALUE : blocks * BLOCK;
        long acknowledged = flow.onAcknowledgement(windowBytes, cumulative, ranges);
        burst.onAcknowledgement(acknowledged, maxChunk);
        if (acknowledged > 0) {
            anyProgress = true;
            stalledSince = UNSET;
        }
        congestion.onAcknowledged(acknowledged);
        gapKeptOpen |= flow.acknowledgedBehindGap() > MAX_BEHIND_GAP;
        if (flow.state() == SendFlow.State.COMPLETE) {
            flows.remove(flow);
            schedule.remove(flow);
        }
    }

    /**
     * Takes an exception report.
     *
     * @return the flow if this is the first report and it was open, otherwise null
     */
    SendFlow onException(long flowId) {
        SendFlow flow = find(flowId);
        return flow != null && flow.onException() ? flow : null;
    }

    /** Whether data left flight by the packet that was begun last. */
    boolean anyProgress() {
        return anyProgress;
    }

    /** Whether large packets get lost again and again while others arrive, since the last call. */
    boolean takeLargeVanish() {
        return outstanding.takeLargeVanish();
    }

    /** Whether the packet that was begun last had an acknowledgement. */
    boolean anyAcknowledgement() {
        return anyAcknowledgement;
    }

    /** All chunks of a packet are processed. */
    void endPacket(long now, CongestionController.Urgency urgency) {
        if (anyAcknowledgement) {
            outstanding.detectLoss(congestion, patience());
            if (timeoutAt != UNSET) {
                timeoutAt = now + roundTrip.effectiveTimeout();
            }
        }
        congestion.endPacket(now, urgency);
    }

    /** Packets that are late by more than a round trip are as good as lost. */
    private long patience() {
        return Math.max(0, roundTrip.smoothedRoundTrip());
    }

    /**
     * The other end has another address: what is in flight, and what acknowledged it, went to the
     * old one, so it is sent again at once and not after a timeout.
     */
    void onMoved(long now) {
        outstanding.expireAll();
        timeoutAt = UNSET;
        congestion.onTimeout(now, false);
        burst.onTimeout();
    }

    private void scheduleProbe(long now) {
        if (!schedule.isAnySuspended()) {
            probeAt = UNSET;
        } else if (probeAt == UNSET) {
            probeInterval = SessionParameters.PROBE_INTERVAL;
            probeAt = now + Math.max(probeInterval, roundTrip.effectiveTimeout());
        }
    }

    long deadline() {
        return Math.min(timeoutAt, probeAt);
    }

    /**
     * Whether data was sent again for too long without any of it being acknowledged, or far too
     * much behind it was.
     */
    boolean isStalled(long now) {
        return gapKeptOpen
                || (stalledSince != UNSET
                        && now - stalledSince >= context.parameters.timeouts().retransmitLimit());
    }

    /**
     * Runs what is due.
     *
     * @param probes takes Buffer Probes, or null if the other end bears none: then the oldest
     *     fragment of a suspended flow is sent in their place
     * @return whether data was on its way, and for too long
     */
    boolean runTimers(long now, ControlChunks probes) {
        boolean wasLoss = false;
        turnBegun = false;
        burst.beginSending();
        if (now >= timeoutAt) {
            timeoutAt = UNSET;
            wasLoss = outstanding.expireAll();
            if (wasLoss) {
                roundTrip.backOff();
                stalledSince = Math.min(stalledSince, now);
            }
            congestion.onTimeout(now, wasLoss);
            burst.onTimeout();
        }
        scheduleProbe(now);
        if (now >= probeAt) {
            for (SendFlow flow : flows) {
                if (flow.isSuspended()) {
                    probe(flow, probes);
                }
            }
            probeInterval = Math.min(2 * probeInterval, SessionParameters.PROBE_INTERVAL_MAX);
            probeAt = now + Math.max(probeInterval, roundTrip.effectiveTimeout());
        }
        return wasLoss;
    }

    private static void probe(SendFlow flow, ControlChunks probes) {
        if (probes == null) {
            flow.probe();
        } else {
            probes.add(new BufferProbe(flow.id()));
        }
    }

    /** Whether the budget of the session lets user data be sent, and a flow has some. */
    boolean isReady(long now) {
        if (outstanding.bytes() >= congestion.window() || burst.isReached()) {
            return false;
        }
        return schedule.isReady(now);
    }

    /**
     * Fills the packet with user data, the most urgent flows first.
     *
     * @param onlyThese whether nothing else is in the packet: if the most urgent fragment does not
     *     fit even so, nothing is written, as others would go before it for ever
     * @return whether any was written
     */
    boolean fill(WireWriter packet, long now, boolean onlyThese) {
        boolean any = false;
        long firstNumber = outstanding.nextTransmissionNumber();
        wroteTimeCritical = false;
        schedule.beginPacket();
        SendFlow flow = schedule.next(now);
        while (flow != null) {
            int before = packet.written();
            if (flow.fill(packet, now)) {
                any = true;
                wroteTimeCritical |= flow.priority().isTimeCritical();
            } else if (onlyThese && !any) {
                return false;
            }
            schedule.onWritten(packet.written() - before);
            flow = packet.remaining() < LEAST_CHUNK ? null : schedule.next(now);
        }
        if (any) {
            burst.onPacketSent();
            if (packet.written() > safePacket) {
                outstanding.markLarge(firstNumber);
            }
            timeoutAt = now + roundTrip.effectiveTimeout();
            if (wroteTimeCritical) {
                context.onTimeCriticalSent(now);
            }
        }
        return any;
    }

    /** Whether the last {@link #fill} wrote time-critical data. */
    boolean wroteTimeCritical() {
        return wroteTimeCritical;
    }

    void clear() {
        flows.clear();
        schedule.clear();
        timeoutAt = UNSET;
        probeAt = UNSET;
    }
}
