package org.altocumulus.protocol.sim;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.flow.ReceiveFlow;

/** Checks and counts what comes of a {@link TrafficSource}, without keeping it. */
public final class TrafficSink implements ReceiveFlow.Handler {
    private final VirtualTime time;
    private final List<Long> delays = new ArrayList<>();
    private long next;
    private long bytes;

    TrafficSink(VirtualTime time) {
        this.time = time;
    }

    @Override
    public void onMessage(ReceiveFlow flow, byte[] message) {
        ByteBuffer fields = ByteBuffer.wrap(message);
        long number = fields.getLong();
        long sentAt = fields.getLong();
        if (number != next) {
            throw new AssertionError("message " + number + " instead of " + next);
        }
        while (fields.hasRemaining()) {
            if (fields.get() != (byte) number) {
                throw new AssertionError("message " + number + " at " + fields.position());
            }
        }
        next++;
        bytes += message.length;
        delays.add(time.now() - sentAt);
    }

    @Override
    public void onGap(ReceiveFlow flow) {
        throw new AssertionError("a gap before message " + next);
    }

    /** Messages that arrived, all in their order. */
    public long messages() {
        return next;
    }

    /** Bytes of the messages that arrived. */
    public long bytes() {
        return bytes;
    }

    /** The time from the sender's queue to here that this part of the messages kept to. */
    public long delay(double part) {
        List<Long> sorted = delays.stream().sorted().toList();
        return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
    }

    /** Forgets the delays until now. */
    public void forgetDelays() {
        delays.clear();
    }
}
