package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.Session;

/** A flow with messages that its {@link TrafficSink} can check, as many as asked for. */
public final class TrafficSource {
    private static final byte[] METADATA = {'T', 'C', 4, 0};
    private static final int BULK_MESSAGE = 16_384;
    private static final long BULK_QUEUE = 1 << 20;
    private static final long BULK_INTERVAL = MILLISECONDS.toNanos(20);

    private final VirtualTime time;
    private final Session session;
    private final SendFlow flow;
    private final SimEndpoint to;
    private final TrafficSink sink;
    private long messages;
    private boolean stopped;

    private TrafficSource(SharedPath path, Session session, SimEndpoint to, Priority priority) {
        this.time = path.time();
        this.session = session;
        this.flow = session.openFlow(METADATA, FlowOptions.NO_FLOW, priority);
        this.sink = new TrafficSink(time);
        this.to = to;
        path.offerFlowsTo(this);
    }

    /** Takes the flow if it is the other end of this one. */
    void offer(SimEndpoint endpoint, FlowLog log) {
        if (endpoint == to
                && log.session().identity().nearId() == session.identity().farId()
                && log.flow().id() == flow.id()) {
            log.flow().handler(sink);
        }
    }

    /** A flow that always has something to send, from now on. */
    public static TrafficSource bulk(SharedPath path, Session session, SimEndpoint to) {
        TrafficSource source = new TrafficSource(path, session, to, Priority.BULK);
        source.refill();
        return source;
    }

    /** A flow that sends messages of one size at a steady rate, from now on. */
    public static TrafficSource live(
            SharedPath path, Session session, SimEndpoint to, long bytesPerSecond) {
        TrafficSource source = new TrafficSource(path, session, to, Priority.VIDEO);
        source.tick((int) (bytesPerSecond / 50));
        return source;
    }

    private void refill() {
        while (!stopped && session.queuedBytes() < BULK_QUEUE) {
            send(BULK_MESSAGE);
        }
        again(this::refill);
    }

    private void tick(int size) {
        if (!stopped) {
            send(size);
        }
        again(() -> tick(size));
    }

    private void again(Runnable action) {
        if (!stopped && session.state() == Session.State.OPEN) {
            time.after(BULK_INTERVAL, action);
        }
    }

    private void send(int size) {
        byte[] message = new byte[size];
        Arrays.fill(message, (byte) messages);
        ByteBuffer.wrap(message).putLong(messages).putLong(time.now());
        assertThat(session.send(flow, message)).isTrue();
        messages++;
    }

    public TrafficSink sink() {
        return sink;
    }

    /** Sends no more than what is queued. */
    public void stop() {
        stopped = true;
    }

    /** How many messages were sent. */
    public long messages() {
        return messages;
    }

    public Session session() {
        return session;
    }

    /** The rate at which messages arrive during the next {@code duration}, in bytes a second. */
    public double measure(long duration) {
        long before = sink.bytes();
        time.runFor(duration);
        return (sink.bytes() - before) * 1e9 / duration;
    }
}
