package org.altocumulus.edge.app;

import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.Session;

/**
 * The audio or the video of a net stream to its player: the queue, where what is too much can be
 * dropped with care, and the flow, which gets only as much as keeps it busy.
 */
final class MediaChannel {
    /**
     * What waits in the flow, beyond what is on its way: a few packets for each acknowledgement.
     */
    private static final int UNSENT_TARGET = 32 << 10;

    private final Connection connection;
    private final byte[] metadata;
    private final Priority priority;
    private final long lifetime;
    private final MediaQueue queue;
    private SendFlow flow;
    private long expired;
    private boolean rejected;

    /**
     * @param metadata of the flow, which is opened by the first message
     * @param priority {@link Priority#AUDIO} or {@link Priority#VIDEO}
     */
    MediaChannel(Connection connection, byte[] metadata, Priority priority) {
        this.connection = connection;
        this.metadata = metadata;
        this.priority = priority;
        ApplicationSettings settings = connection.settings();
        this.lifetime = settings.queue().time().toNanos();
        this.queue = new MediaQueue(priority == Priority.VIDEO, settings, connection.counters());
    }

    void send(StreamMessage message, long now) {
        if (!rejected) {
            queue.add(message, now);
            pump(now);
        }
    }

    /** Gives the flow what it has room for. */
    void pump(long now) {
        if (flow != null) {
            if (isFull()) {
                flow.abandonExpired(now);
            }
            noticeLoss(now);
        }
        MediaQueue.Entry next = isFull() ? null : queue.poll(now);
        while (next != null) {
            // A decoder without its configuration record is of no use, however late that is.
            boolean reliable = next.message().kind().isConfiguration();
            long finishBy = reliable ? SendFlow.NEVER : next.since() + lifetime;
            connection
                    .session()
                    .send(open(), next.message().message().encoded(), SendFlow.NEVER, finishBy);
            next = isFull() ? null : queue.poll(now);
        }
    }

    private boolean isFull() {
        return flow != null && flow.unsentBytes() >= UNSENT_TARGET;
    }

    /** What comes after a frame that expired in the flow is of no use before a key frame. */
    private void noticeLoss(long now) {
        if (flow.expiredMessages() != expired) {
            expired = flow.expiredMessages();
            if (priority == Priority.VIDEO) {
                flow.abandonAll();
                queue.onLoss(now);
            }
        }
    }

    private SendFlow open() {
        if (flow == null) {
            Session session = connection.session();
            flow = session.openFlow(metadata, connection.clientFlowId(), priority);
            expired = 0;
        }
        return flow;
    }

    /** Another stream follows. */
    void expectKeyFrame() {
        queue.expectKeyFrame();
    }

    /** Drops what waits; video goes on at the next key frame. */
    void clear() {
        queue.clear();
    }

    /** Takes the rejection of a flow; whether it is this one. Nothing is sent from then on. */
    boolean onRejected(SendFlow which) {
        boolean mine = flow != null && which == flow;
        if (mine) {
            rejected = true;
            queue.clear();
        }
        return mine;
    }

    /** Ends the flow with nothing more on it; a later message opens another. */
    void close() {
        queue.clear();
        rejected = false;
        if (flow != null && connection.isOpen()) {
            flow.abandonAll();
            connection.session().closeFlow(flow);
        }
        flow = null;
    }
}
