package org.altocumulus.protocol.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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
    private final Random random;
    private final List<Message> messages = new ArrayList<>();

    private record Message(byte[] bytes, boolean reliable) {}

    private SentFlow(Session session, SendFlow flow) {
        this.session = session;
        this.flow = flow;
        this.random = new Random(flow.id());
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
        if (session.send(flow, message, startBy, finishBy)) {
            boolean reliable = startBy == SendFlow.NEVER && finishBy == SendFlow.NEVER;
            messages.add(new Message(message, reliable));
        }
    }

    public void close() {
        session.closeFlow(flow);
    }

    /** Finds what the other end wrote down of this flow. */
    public FlowLog arrivedAt(SimEndpoint other) {
        return other.recorder().flows().stream()
                .filter(log -> log.session().identity().nearId() == session.identity().farId())
                .filter(log -> log.flow().id() == flow.id())
                .findFirst()
                .orElseThrow(() -> new AssertionError("flow " + flow.id() + " did not arrive"));
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
                assertThat(messages.get(next).reliable)
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
            assertThat(messages.subList(next, count())).noneMatch(Message::reliable);
        }
    }
}
