package org.altocumulus.protocol.flow;

import java.util.Arrays;
import org.altocumulus.protocol.chunk.AckWriter;
import org.altocumulus.protocol.chunk.FlowExceptionReport;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * The receiving end of a flow (RFC 7016 §3.6.3). Delivers complete messages in their original
 * order, or as they arrive; not while it is suspended.
 *
 * <pre>
 *   OPEN ──reject──▶ REJECTED
 *     └──all numbers to the final one──┴──▶ COMPLETE_LINGER ──120 s──▶ removed by the session
 * </pre>
 *
 * <p>Never advertises a closed window: some clients end the session on it. Fragments beyond twice
 * the window are not taken (and not acknowledged) unless they close the first gap of a flow that is
 * not suspended; what they say of numbers that were given up counts all the same.
 *
 * <p>Belongs to one session; not thread-safe.
 */
public final class ReceiveFlow {
    /** Exception code of a flow that is rejected by us and not by the application (§2.3.16). */
    public static final long AUTOMATIC = 0;

    private static final int BLOCK = 1024;

    /** The states of RFC 7016 figure 22. */
    public enum State {
        OPEN,
        REJECTED,
        COMPLETE_LINGER
    }

    /** When complete messages are delivered. */
    public enum Order {
        /** As they were sent: those behind a gap wait until it closes or is given up. */
        ORIGINAL,
        /**
         * As soon as they are complete: what closes a gap comes behind what did not wait for it.
         */
        ARRIVAL
    }

    /** What became of a fragment. */
    public enum Outcome {
        /** Taken, or seen before: acknowledge soon. */
        ACCEPTED,
        /** The flow holds more than it may; the sender has to send it again. */
        NO_ROOM,
        /** The message in progress is longer than allowed: the flow is now rejected. */
        MESSAGE_TOO_LONG
    }

    /** Takes what a flow delivers, on the session's loop. */
    public interface Handler {
        /**
         * A complete message.
         *
         * @param message owned by the receiver of this call
         */
        void onMessage(ReceiveFlow flow, byte[] message);

        /**
         * Messages are missing that the sender gave up: called before what follows them; in order
         * of arrival, when that becomes known.
         */
        default void onGap(ReceiveFlow flow) {}

        /** All messages up to the final one are delivered. */
        default void onComplete(ReceiveFlow flow) {}

        /**
         * A message is longer than allowed; the flow is rejected next.
         *
         * @param bytes of the message as far as it came
         * @param limit the most it may have
         */
        default void onTooLong(ReceiveFlow flow, long bytes, int limit) {}

        /** The flow is rejected, by whomever, and delivers nothing more; or its session ended. */
        default void onRejected(ReceiveFlow flow) {}
    }

    private final long id;
    private final byte[] metadata;
    private final long returnFlowId;
    private final ReceiveLimits limits;
    private final SequenceSet seen;
    private ReassemblyBuffer buffer = ReassemblyBuffer.EMPTY;

    private Handler handler = (flow, message) -> {};
    private State state = State.OPEN;
    private Order order = Order.ORIGINAL;
    private boolean suspended;
    private boolean gapToTell;
    private int accountedBytes;
    private boolean tooLong;
    private long exceptionCode = AUTOMATIC;
    private long finalSequenceNumber = -1;

    /** The first and the last number of the message that was delivered last. */
    private long deliveredFirst;

    private long deliveredNumber;

    private long advertisedBlocks = -1;
    private boolean shouldAcknowledge;
    private boolean acknowledgeNow;

    /**
     * A flow that has just begun; {@code id} is the sender's.
     *
     * @param metadata the user's metadata, or null if the opening chunk had none
     * @param returnFlowId the sending flow that this one answers, or -1
     */
    public ReceiveFlow(long id, byte[] metadata, long returnFlowId, ReceiveLimits limits) {
        this.id = id;
        this.metadata = metadata;
        this.returnFlowId = returnFlowId;
        this.limits = limits;
        this.seen = new SequenceSet(limits.maxRanges());
    }

    public long id() {
        return id;
    }

    /** A copy of the user's metadata. */
    public byte[] metadata() {
        return Arrays.copyOf(metadata, metadata.length);
    }

    /** The id of the sending flow that this one is in return to, or -1. */
    public long returnFlowId() {
        return returnFlowId;
    }

    public State state() {
        return state;
    }

    /** Bytes held for reassembly, overhead included. */
    public int bufferedBytes() {
        return buffer.size();
    }

    /** By how much {@link #bufferedBytes} has changed since this was asked last. */
    public int takeBufferedChange() {
        int change = buffer.size() - accountedBytes;
        accountedBytes = buffer.size();
        return change;
    }

    /** The order of delivery of what arrives from now on, at first {@link Order#ORIGINAL}. */
    public void order(Order newOrder) {
        order = newOrder;
    }

    public Order order() {
        return order;
    }

    /** The sequence number of the first fragment of the message that was delivered last. */
    public long deliveredFirst() {
        return deliveredFirst;
    }

    /** The sequence number of the last fragment of the message that was delivered last. */
    public long deliveredLast() {
        return deliveredNumber;
    }

    /** Up to where nothing is missing that may still arrive (CSN, §3.6.3.3). */
    public long cumulativeNumber() {
        return seen.cumulative();
    }

    public boolean isSuspended() {
        return suspended;
    }

    /**
     * Holds back complete messages, within the limits of the flow (§3.6.3.3). For its session,
     * which knows for how long.
     */
    public void suspend() {
        suspended = true;
    }

    /** Delivers what was held back, which may complete the flow. For its session. */
    public void resume() {
        suspended = false;
        if (gapToTell) {
            tellGap();
        }
        deliver();
        completeIfAllSeen();
    }

    /** Says who takes the messages. Until then they are dropped. */
    public void handler(Handler newHandler) {
        handler = newHandler;
    }

    /** Rejects the flow: what it holds is dropped, and every acknowledgement says so (§3.6.3.7). */
    public void reject(long code) {
        if (state == State.OPEN) {
            state = State.REJECTED;
            exceptionCode = code;
            buffer.clear();
            requestAcknowledgement();
            handler.onRejected(this);
        }
    }

    /**
     * Takes a fragment (§3.6.3.2, steps 3 to 16).
     *
     * @param array the packet; the data is copied
     */
    public Outcome onFragment(
            long sequenceNumber,
            long forwardSequenceNumber,
            boolean abandon,
            boolean isFinal,
            FragmentControl control,
            byte[] array,
            int offset,
            int length) {
        boolean known = seen.contains(sequenceNumber);
        acknowledgeNow |= known || abandon || isFinal || state != State.OPEN || seen.hasGaps();
        acknowledgeNow |= advertisedBlocks < 2;
        boolean forwarded = seen.addThrough(forwardSequenceNumber);
        if (order == Order.ARRIVAL && (forwarded || (abandon && !known))) {
            tellGap();
        }
        boolean taken = isWelcome(sequenceNumber, length);
        shouldAcknowledge |= forwarded || taken;
        if (taken) {
            if (!known && isFinal && finalSequenceNumber < 0) {
                finalSequenceNumber = sequenceNumber;
            }
            if (state == State.OPEN && !known && !abandon) {
                keep(sequenceNumber, control, Arrays.copyOfRange(array, offset, offset + length));
            }
            seen.add(sequenceNumber);
        }
        acknowledgeNow |= seen.hasGaps();
        deliver();
        if (state == State.OPEN && isTooLong()) {
            rejectTooLong(buffer.inProgressBytes());
        }
        completeIfAllSeen();
        if (tooLong) {
            tooLong = false;
            return Outcome.MESSAGE_TOO_LONG;
        }
        return taken ? Outcome.ACCEPTED : Outcome.NO_ROOM;
    }

    /** What a suspended flow is in the way of does not leave the buffer by its coming. */
    private boolean isWelcome(long sequenceNumber, int length) {
        return seen.contains(sequenceNumber)
                || (sequenceNumber - 1 == seen.cumulative() && !suspended)
                || (seen.hasRoomFor(sequenceNumber)
                        && buffer.size() + length <= 2L * limits.windowBytes());
    }

    /** Puts a fragment into the buffer, unless it is a message that can be delivered at once. */
    private void keep(long sequenceNumber, FragmentControl control, byte[] data) {
        boolean inOrder = sequenceNumber - 1 == seen.cumulative() && buffer.isEmpty();
        boolean deliverable = !suspended && (inOrder || order == Order.ARRIVAL);
        if (deliverable && control == FragmentControl.WHOLE) {
            deliver(sequenceNumber, sequenceNumber, data);
            return;
        }
        if (buffer == ReassemblyBuffer.EMPTY) {
            buffer = new ReassemblyBuffer();
        }
        buffer.add(sequenceNumber, control, data);
        if (deliverable && !inOrder) {
            byte[] message = buffer.completedMessage();
            if (message != null) {
                deliver(buffer.firstNumber(), buffer.lastNumber(), message);
            }
        }
    }

    private void tellGap() {
        gapToTell = suspended;
        if (!suspended && state == State.OPEN) {
            handler.onGap(this);
        }
    }

    private void deliver() {
        while (state == State.OPEN && !suspended) {
            byte[] message = buffer.nextMessage(seen.cumulative());
            if (message == null) {
                break;
            }
            deliver(buffer.firstNumber(), buffer.lastNumber(), message);
        }
    }

    private void deliver(long firstNumber, long lastNumber, byte[] message) {
        if (message.length > limits.maxMessageBytes()) {
            rejectTooLong(message.length);
            return;
        }
        if (order == Order.ORIGINAL && firstNumber - 1 != deliveredNumber) {
            handler.onGap(this);
        }
        deliveredFirst = firstNumber;
        deliveredNumber = lastNumber;
        if (state == State.OPEN) {
            handler.onMessage(this, message);
        }
    }

    private void rejectTooLong(long bytes) {
        tooLong = true;
        handler.onTooLong(this, bytes, limits.maxMessageBytes());
        reject(AUTOMATIC);
    }

    /** Tiny fragments without end weigh more than their data. */
    private boolean isTooLong() {
        return buffer.inProgressBytes() > limits.maxMessageBytes()
                || buffer.size() > 2L * limits.windowBytes() + limits.maxMessageBytes();
    }

    private void completeIfAllSeen() {
        boolean allSeen = finalSequenceNumber >= 0 && seen.cumulative() >= finalSequenceNumber;
        boolean holdsBack = suspended && state == State.OPEN;
        if (!allSeen || holdsBack) {
            return;
        }
        if (state != State.COMPLETE_LINGER) {
            boolean wasOpen = state == State.OPEN;
            state = State.COMPLETE_LINGER;
            requestAcknowledgement();
            buffer.clear();
            if (wasOpen) {
                reportComplete();
            }
        }
    }

    /** The number that ends a flow is that of a message or of none. */
    private void reportComplete() {
        if (order == Order.ORIGINAL && finalSequenceNumber - 1 > deliveredNumber) {
            handler.onGap(this);
        }
        handler.onComplete(this);
    }

    /**
     * Whether what was received wants an acknowledgement at once and not in 200 ms (§3.6.3.4.1).
     */
    public boolean wantsAcknowledgementNow() {
        return acknowledgeNow;
    }

    /** Whether an acknowledgement is to be sent. */
    public boolean shouldAcknowledge() {
        return shouldAcknowledge;
    }

    /** Asks for an acknowledgement at once, as on a Buffer Probe (§3.6.3.6). */
    public void requestAcknowledgement() {
        shouldAcknowledge = true;
        acknowledgeNow = true;
    }

    /**
     * Writes the acknowledgement, after the exception report if the flow is rejected (§3.6.3.4.3).
     *
     * @param mayTruncate whether ranges may be left out that do not fit
     * @return false, and nothing is written, if there is too little room
     */
    public boolean writeAcknowledgement(WireWriter packet, boolean mayTruncate) {
        int start = packet.position();
        if (state == State.REJECTED) {
            FlowExceptionReport report = new FlowExceptionReport(id, exceptionCode);
            if (report.size() > packet.remaining()) {
                return false;
            }
            report.write(packet);
        }
        long blocks = availableBlocks();
        int written =
                !mayTruncate && acknowledgementSize(blocks) > packet.remaining()
                        ? 0
                        : AckWriter.write(
                                packet,
                                packet.remaining(),
                                id,
                                blocks,
                                seen.cumulative(),
                                seen.ranges(),
                                seen.rangeValues());
        if (written == 0) {
            packet.position(start);
            return false;
        }
        advertisedBlocks = blocks;
        shouldAcknowledge = false;
        acknowledgeNow = false;
        return true;
    }

    private int acknowledgementSize(long blocks) {
        return AckWriter.size(id, blocks, seen.cumulative(), seen.ranges(), seen.rangeValues());
    }

    private long availableBlocks() {
        long bytes = Math.max(0, limits.windowBytes() - buffer.size());
        return Math.max(1, (bytes + BLOCK - 1) / BLOCK);
    }
}
