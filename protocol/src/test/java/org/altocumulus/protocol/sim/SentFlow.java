package org.altocumulus.protocol.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.Session;

/** A send flow, and all that was sent on it, to be compared with what arrives. */
public final class SentFlow {
    /** Metadata of a NetConnection flow. */
    private static final byte[] METADATA = {'T', 'C', 4, 0};

    private static final int NUMBER_SIZE = 4;

    private final Session session;
    private final SendFlow flow;
    private final SplittableRandom random;
    private final List<Message> messages = new ArrayList<>();

    /** Messages by the sequence number of their first fragment. */
    private final TreeMap<Long, Message> byNumber = new TreeMap<>();

    private long bytes;

    /** A message that was queued. */
    static final class Message {
        private byte[] bytes;
        private final long startBy;
        private final long finishBy;
        private boolean departed;

        Message(byte[] bytes, long startBy, long finishBy) {
            this.bytes = bytes;
            this.startBy = startBy;
            this.finishBy = finishBy;
        }

        byte[] bytes() {
            return bytes;
        }

        long finishBy() {
            return finishBy;
        }

        /** Lets go of the bytes, which have been compared. */
        void forget() {
            bytes = null;
        }

        boolean isReliable() {
            return startBy == SendFlow.NEVER && finishBy == SendFlow.NEVER;
        }
    }

    private SentFlow(Session session, SendFlow flow) {
        this.session = session;
        this.flow = flow;
        this.random = new SplittableRandom(flow.id());
    }

    /** Opens a flow without return association. */
    public static SentFlow open(Session session, Priority priority) {
        return new SentFlow(session, session.openFlow(METADATA, FlowOptions.NO_FLOW, priority));
    }

    public Session session() {
        return session;
    }

    public SendFlow flow() {
        return flow;
    }

    /** How many messages were queued. */
    public int count() {
        return messages.size();
    }

    /** Bytes of all messages that were queued. */
    long bytes() {
        return bytes;
    }

    Message message(int number) {
        return messages.get(number);
    }

    /** The number that a message of at least four bytes has. */
    static int number(byte[] message) {
        return ByteBuffer.wrap(message).getInt();
    }

    /** Queues a message of random bytes; its first ones number it, so far as it has room. */
    public void send(int length) {
        send(length, SendFlow.NEVER, SendFlow.NEVER);
    }

    /** Queues a message that may be given up. */
    public void send(int length, long startBy, long finishBy) {
        byte[] message = new byte[length];
        random.nextBytes(message);
        if (length >= NUMBER_SIZE) {
            ByteBuffer.wrap(message).putInt(messages.size());
        }
        long number = flow.nextSequenceNumber();
        if (session.send(flow, message, startBy, finishBy)) {
            Message queued = new Message(message, startBy, finishBy);
            messages.add(queued);
            bytes += length;
            byNumber.put(number, queued);
        }
    }

    public void close() {
        session.closeFlow(flow);
    }

    /** A fragment with that sequence number leaves, and not as an abandoned one. */
    void onDeparture(long sequenceNumber, long at) {
        Map.Entry<Long, Message> entry = byNumber.floorEntry(sequenceNumber);
        if (entry == null) {
            throw new AssertionError("fragment " + sequenceNumber + " of no message");
        }
        Message message = entry.getValue();
        boolean late = at >= message.finishBy || (!message.departed && at >= message.startBy);
        if (late) {
            throw new AssertionError(
                    "fragment " + sequenceNumber + " of flow " + flow.id() + " leaves too late");
        }
        message.departed = true;
    }

    /** Finds what the other end wrote down of this flow. */
    public FlowLog arrivedAt(SimEndpoint other) {
        return other.recorder().flows().stream()
                .filter(this::isOf)
                .findFirst()
                .orElseThrow(() -> new AssertionError("flow " + flow.id() + " did not arrive"));
    }

    /** Whether that is what the other end wrote down of this flow. */
    boolean isOf(FlowLog log) {
        return log.flow().id() == flow.id()
                && log.session().identity().role() != session.identity().role()
                && log.session().identity().nearId() == session.identity().farId();
    }

    /** Checks that everything arrived, once, in order, and as it was sent. */
    public void assertAllArrived(FlowLog log) {
        assertThat(log.gaps()).isEmpty();
        assertThat(log.messages()).hasSameSizeAs(messages);
        assertSomeArrived(log);
    }

    /**
     * Checks that what arrived was sent, in this order and not twice, that everything did which was
     * not to be given up, and that a gap was told of wherever something is missing.
     */
    public void assertSomeArrived(FlowLog log) {
        int next = 0;
        for (int i = 0; i < log.messages().size(); i++) {
            byte[] arrived = log.messages().get(i);
            boolean missing = false;
            while (next < messages.size() && !Arrays.equals(messages.get(next).bytes, arrived)) {
                assertThat(messages.get(next).isReliable())
                        .as("message %d of flow %d is missing", next, flow.id())
                        .isFalse();
                missing = true;
                next++;
            }
            assertThat(next).as("what arrived as %d was not sent so", i).isLessThan(count());
            assertThat(log.gaps().contains(i)).as("gap before %d", next).isEqualTo(missing);
            next++;
        }
        if (log.isComplete()) {
            assertThat(messages.subList(next, count())).noneMatch(Message::isReliable);
        }
    }
}
