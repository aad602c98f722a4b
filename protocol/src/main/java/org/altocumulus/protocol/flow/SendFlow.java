package org.altocumulus.protocol.flow;

import java.util.function.Function;
import java.util.function.IntSupplier;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * The sending end of a flow (RFC 7016 §3.6.2).
 *
 * <pre>
 *   OPEN ──close, exception──▶ CLOSING ──all acknowledged──▶ COMPLETE
 * </pre>
 *
 * A session never uses a flow id twice, so a complete flow needs no linger state.
 *
 * <p>Departure from §3.6.2.3: the last fragment of an abandoned run at the head of the queue is
 * sent as a User Data chunk marked abandoned, and the final marker only once it is at the head.
 * librtmfp ignores the Forward Sequence Number and skips data only on such a chunk, and then
 * everything before it.
 *
 * <p>Belongs to one session; not thread-safe.
 */
public final class SendFlow {
    /** The largest weight of a flow. */
    public static final int MAX_WEIGHT = 64;

    /** A deadline that never passes. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int NOT_FINAL = -1;
    private static final long INITIAL_WINDOW = 65_536;

    /** Told of a message whose time has passed. */
    @FunctionalInterface
    public interface ExpiryListener {
        /**
         * The message is given up. Called while the flow looks for something to send: the listener
         * may call {@link #abandonBehind} of the flow and nothing else.
         *
         * @param lastNumber the sequence number of its last fragment
         */
        void onExpired(byte[] message, long lastNumber);
    }

    /** What becomes of a message behind one that was given up. */
    public enum Following {
        /** It is worth nothing without it. */
        ABANDON,
        /** It is worth something, but those behind it may not be. */
        KEEP,
        /** It and all behind it can do without. */
        STOP
    }

    /** The states of RFC 7016 figure 19. */
    public enum State {
        OPEN,
        CLOSING,
        COMPLETE
    }

    private final long id;
    private Priority priority;
    private int weight = 1;
    private final Outstanding outstanding;
    private final IntSupplier maxChunk;
    private final SendQueue queue = new SendQueue();

    private FlowOptions startupOptions;
    private State state = State.OPEN;
    private boolean exception;
    private long finalSequenceNumber = NOT_FINAL;
    private long outstandingBytes;
    private long queuedBytes;
    private long receiveWindow = INITIAL_WINDOW;
    private boolean probing;

    // What FlowSchedule keeps for each flow.
    FlowSchedule schedule;
    boolean busy;
    long served;
    long passedInPacket;

    private ExpiryListener onExpired = (message, number) -> {};

    /** No fragment below this number is eligible, abandoned ones at the head excepted. */
    private long cursor = 1;

    /**
     * An open flow without messages.
     *
     * @param id the flow id, not used before in this session
     * @param startupOptions metadata and return association, sent until the first acknowledgement
     * @param outstanding what the session has in flight, shared by its flows
     * @param maxChunk the largest User Data chunk that a packet has room for, header included;
     *     asked for each message
     */
    public SendFlow(
            long id,
            FlowOptions startupOptions,
            Priority priority,
            Outstanding outstanding,
            IntSupplier maxChunk) {
        this.id = id;
        this.startupOptions = startupOptions;
        this.priority = priority;
        this.outstanding = outstanding;
        this.maxChunk = maxChunk;
    }

    public long id() {
        return id;
    }

    public Priority priority() {
        return priority;
    }

    /** Changes the priority, also of what is queued and of what is to be sent again. */
    public void priority(Priority newPriority) {
        priority = newPriority;
        // What it was served among those of its old priority says nothing among the new ones.
        served = 0;
    }

    public int weight() {
        return weight;
    }

    /**
     * The flow's part, in relation to others of its priority.
     *
     * @param newWeight 1, which it is at first, to {@link #MAX_WEIGHT}
     */
    public void weight(int newWeight) {
        if (newWeight < 1 || newWeight > MAX_WEIGHT) {
            throw new IllegalArgumentException("weight from 1 to 64: " + newWeight);
        }
        weight = newWeight;
    }

    public State state() {
        return state;
    }

    /** NEXT_SN, the sequence number of the first fragment of the next message. */
    public long nextSequenceNumber() {
        return queue.nextSequenceNumber();
    }

    /** Bytes of messages that were queued and neither acknowledged nor abandoned. */
    public long queuedBytes() {
        return queuedBytes;
    }

    /**
     * About how many of {@link #queuedBytes} wait to be sent, for the first time or again; headers
     * of what is in flight count against them.
     */
    public long unsentBytes() {
        return Math.max(0, queuedBytes - outstandingBytes);
    }

    /** Whether nothing is queued, neither to be sent nor to be acknowledged. */
    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Whether the receiver has closed its window while data waits (§3.6.2.9.1). */
    public boolean isSuspended() {
        return receiveWindow == 0 && !exception && !queue.isEmpty();
    }

    /**
     * Queues a message. It is abandoned when it has not begun to leave by {@code startBy}, or is
     * not acknowledged by {@code finishBy} when it would have to be sent again.
     *
     * @param message shared from now on, never to be changed
     * @param startBy session time, or {@link #NEVER}
     * @param finishBy session time, or {@link #NEVER}
     * @return false, and nothing is queued, if the flow is no longer open
     */
    public boolean send(byte[] message, long startBy, long finishBy) {
        if (state != State.OPEN) {
            return false;
        }
        OutMessage out = new OutMessage(message, startBy, finishBy);
        out.firstSequenceNumber = queue.nextSequenceNumber();
        int room = fragmentRoom(message.length);
        int offset = 0;
        do {
            int length = Math.min(room, message.length - offset);
            boolean first = offset == 0;
            boolean last = offset + length == message.length;
            append(out, control(first, last), offset, length);
            offset += length;
        } while (offset < message.length);
        out.lastSequenceNumber = queue.nextSequenceNumber() - 1;
        return true;
    }

    /** A message has no more fragments than bytes, which bounds the size of their numbers. */
    private int fragmentRoom(int messageLength) {
        long sequenceNumber = queue.nextSequenceNumber() + messageLength;
        return maxChunk.getAsInt()
                - UserData.headerSize(id, sequenceNumber, sequenceNumber, startupOptions);
    }

    private static FragmentControl control(boolean first, boolean last) {
        if (first) {
            return last ? FragmentControl.WHOLE : FragmentControl.BEGIN;
        }
        return last ? FragmentControl.END : FragmentControl.MIDDLE;
    }

    private OutFragment append(
            OutMessage message, FragmentControl control, int offset, int length) {
        OutFragment fragment =
                new OutFragment(this, message, queue.nextSequenceNumber(), control, offset, length);
        queue.append(fragment);
        queuedBytes += length;
        if (schedule != null) {
            schedule.onQueued(this);
        }
        return fragment;
    }

    /** Ends the flow after what is queued (§3.6.2.11). Without effect unless the flow is open. */
    public void close() {
        if (state != State.OPEN) {
            return;
        }
        state = State.CLOSING;
        OutFragment tail = queue.last();
        if (tail == null || tail.everSent) {
            tail = append(null, FragmentControl.WHOLE, 0, 0);
            tail.abandoned = true;
        }
        finalSequenceNumber = tail.sequenceNumber;
    }

    /**
     * The receiver rejected the flow (§3.6.2.10): all that is queued is abandoned and the flow
     * closes.
     *
     * @return whether this is the first exception of a flow that was open
     */
    public boolean onException() {
        boolean wasOpen = state == State.OPEN;
        close();
        exception = true;
        abandonAll();
        return wasOpen;
    }

    /** Says who is told of messages that are given up because their time has passed. */
    public void onExpired(ExpiryListener listener) {
        onExpired = listener;
    }

    /**
     * Abandons messages that are queued behind one that was given up.
     *
     * @param number the last of that message
     * @param end from where on nothing is abandoned
     * @param judge asked once for each message in between, until it says {@link Following#STOP}
     */
    public void abandonBehind(long number, long end, Function<byte[], Following> judge) {
        OutMessage judged = null;
        Following verdict = Following.KEEP;
        OutFragment f = queue.after(number);
        while (f != null && f.sequenceNumber < end && f.message != null) {
            if (!f.abandoned) {
                if (f.message != judged) {
                    judged = f.message;
                    verdict = judge.apply(judged.data);
                }
                if (verdict == Following.STOP) {
                    return;
                }
                if (verdict == Following.ABANDON) {
                    abandon(f);
                }
            }
            f = queue.after(f.sequenceNumber);
        }
    }

    /** Abandons all that is queued, without sending anything (§3.6.2.7). */
    public void abandonAll() {
        for (OutFragment f = queue.first(); f != null; f = queue.after(f.sequenceNumber)) {
            abandon(f);
        }
        trimmedHead();
    }

    /** Abandons what has waited beyond its deadline, without sending anything. */
    public void abandonExpired(long now) {
        for (OutFragment f = queue.first(); f != null; f = queue.after(f.sequenceNumber)) {
            if (!f.abandoned && f.message.isExpired(now)) {
                expire(f.message);
            }
        }
        trimmedHead();
    }

    private void expire(OutMessage message) {
        for (long n = message.firstSequenceNumber; n <= message.lastSequenceNumber; n++) {
            OutFragment fragment = queue.get(n);
            if (fragment != null) {
                abandon(fragment);
            }
        }
        onExpired.onExpired(message.data, message.lastSequenceNumber);
    }

    private void abandon(OutFragment fragment) {
        if (!fragment.abandoned) {
            fragment.abandoned = true;
            queuedBytes -= fragment.length;
        }
    }

    /** How many fragments were acknowledged behind the first that was not. */
    public long acknowledgedBehindGap() {
        return queue.holes();
    }

    /** Whether a fragment may be sent, as far as this flow is concerned (§3.6.2.3). */
    public boolean isReady(long now) {
        return ready(now) != null;
    }

    private OutFragment ready(long now) {
        boolean windowOpen = receiveWindow > outstandingBytes || exception || probing;
        return windowOpen ? nextEligible(now) : null;
    }

    /** Lets one fragment pass a closed receive window, to find out whether it has opened. */
    public void probe() {
        probing = true;
    }

    /** What is to be sent next: the end of an abandoned run at the head, or what waits longest. */
    private OutFragment nextEligible(long now) {
        OutFragment fragment = nextUnsent(now);
        OutFragment head = trimmedHead();
        return head != null && head.abandoned && !head.inFlight ? head : fragment;
    }

    /** Abandons what has expired on the way. */
    private OutFragment nextUnsent(long now) {
        OutFragment fragment = queue.after(cursor - 1);
        while (fragment != null) {
            if (!fragment.abandoned && !fragment.inFlight) {
                if (!fragment.message.isExpired(now)) {
                    cursor = fragment.sequenceNumber;
                    return fragment;
                }
                expire(fragment.message);
            }
            fragment = queue.after(fragment.sequenceNumber);
        }
        cursor = queue.nextSequenceNumber();
        return null;
    }

    /** Discards abandoned fragments at the head but the last of them. */
    private OutFragment trimmedHead() {
        OutFragment head = queue.first();
        while (head != null && head.abandoned && !head.inFlight) {
            OutFragment following = queue.after(head.sequenceNumber);
            if (following == null || !following.abandoned || following.inFlight) {
                return head;
            }
            queue.remove(head);
            head = following;
        }
        return head;
    }

    /**
     * Writes as many fragments as are ready and fit, the first as User Data, contiguous ones as
     * Next User Data (§3.6.2.3).
     *
     * @return whether at least one was written
     */
    public boolean fill(WireWriter packet, long now) {
        boolean any = false;
        long previous = -1;
        long previousForward = -1;
        OutFragment fragment = ready(now);
        while (fragment != null) {
            long forward = forwardSequenceNumber(fragment);
            boolean contiguous =
                    any && fragment.sequenceNumber == previous + 1 && forward == previousForward;
            if (!write(packet, now, fragment, forward, contiguous, any)) {
                break;
            }
            any = true;
            probing = false;
            previous = fragment.sequenceNumber;
            previousForward = forward;
            fragment = ready(now);
        }
        return any;
    }

    /** FSN of §3.6.2.3, for a packet in which {@code sending} is about to leave. */
    private long forwardSequenceNumber(OutFragment sending) {
        OutFragment head = queue.first();
        boolean skippable = head.abandoned && (head == sending || head.sentAbandoned);
        return skippable ? head.sequenceNumber : head.sequenceNumber - 1;
    }

    private boolean write(
            WireWriter packet,
            long now,
            OutFragment fragment,
            long forward,
            boolean contiguous,
            boolean optionsSent) {
        FlowOptions options = optionsSent ? FlowOptions.NONE : startupOptions;
        long number = fragment.sequenceNumber;
        boolean isFinal = number == finalSequenceNumber;
        int written = fragment.write(packet, forward, isFinal, contiguous, options);
        if (written == 0) {
            return false;
        }
        outstanding.onSent(now, fragment, written);
        outstandingBytes += written;
        cursor = Math.max(cursor, number + 1);
        return true;
    }

    /**
     * Takes an acknowledgement (§3.6.2.4).
     *
     * @param windowBytes the receive window that it advertises
     * @param ranges from1, to1, from2, to2 … above {@code cumulative}, ascending
     * @return bytes that left flight by it
     */
    public long onAcknowledgement(long windowBytes, long cumulative, long[] ranges) {
        long before = outstandingBytes;
        startupOptions = FlowOptions.NONE;
        receiveWindow = windowBytes;
        acknowledge(0, cumulative);
        for (int i = 0; i + 1 < ranges.length; i += 2) {
            acknowledge(ranges[i], ranges[i + 1]);
        }
        if (state == State.CLOSING && queue.isEmpty()) {
            state = State.COMPLETE;
        }
        return before - outstandingBytes;
    }

    private void acknowledge(long from, long to) {
        OutFragment head = queue.first();
        if (head == null) {
            return;
        }
        long end = Math.min(to, queue.nextSequenceNumber() - 1);
        for (long number = Math.max(from, head.sequenceNumber); number <= end; number++) {
            OutFragment fragment = queue.get(number);
            // What was sent, given up as lost and waits to be sent again was received after all.
            if (fragment != null && fragment.everSent) {
                if (fragment.inFlight) {
                    outstandingBytes -= fragment.transmitSize;
                }
                outstanding.onAcknowledged(fragment);
                if (!fragment.abandoned) {
                    queuedBytes -= fragment.length;
                }
                queue.remove(fragment);
            }
        }
    }

    /** The fragment is no longer in flight; it will be sent again unless it is abandoned. */
    void onLost(OutFragment fragment) {
        outstandingBytes -= fragment.transmitSize;
        cursor = Math.min(cursor, fragment.sequenceNumber);
    }
}
