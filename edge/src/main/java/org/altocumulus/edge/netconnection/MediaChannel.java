package org.altocumulus.edge.netconnection;

import org.altocumulus.edge.stream.Dropped;
import org.altocumulus.edge.stream.StreamMessage;
import org.altocumulus.edge.stream.Streams;
import org.altocumulus.edge.stream.SubscriberQueue;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.WireException;

/**
 * The audio or the video of a net stream to its player: the queue, where what is too much or too
 * old is dropped with care, and the flow, which gets only as much as keeps it busy.
 *
 * <p>Messages have their deadlines in the flow as well. When it gives up a frame that others need,
 * those behind it are given up too, up to the next key frame.
 */
final class MediaChannel {
    /**
     * What waits in the flow, beyond what is on its way: a few packets for each acknowledgement.
     */
    private static final int UNSENT_TARGET = 16 << 10;

    private final Connection connection;
    private final byte[] metadata;
    private final Priority priority;
    private final MediaDeadlines deadlines;
    private final SubscriberQueue queue;
    private SendFlow flow;

    /** The sequence number at which the last key frame begins that the flow got. */
    private long lastKeyFrame;

    private boolean rejected;

    /**
     * @param metadata of the flow, which is opened by the first message
     * @param priority {@link Priority#AUDIO} or {@link Priority#VIDEO}
     */
    MediaChannel(Connection connection, byte[] metadata, Priority priority) {
        this.connection = connection;
        this.metadata = metadata;
        this.priority = priority;
        Streams streams = connection.loop().node().streams;
        this.deadlines = streams.settings().deadlines();
        this.queue =
                new SubscriberQueue(
                        priority == Priority.VIDEO, streams.settings(), streams.counters());
    }

    void send(StreamMessage message, long now) {
        if (rejected) {
            return;
        }
        if (!isFull() && queue.letsPass(message)) {
            give(message, now);
        } else {
            queue.add(message, now);
            pump(now);
        }
    }

    /** Gives the flow what it has room for. */
    void pump(long now) {
        if (isFull()) {
            flow.abandonExpired(now);
        }
        SubscriberQueue.Entry next = isFull() ? null : queue.poll(now);
        while (next != null) {
            give(next.message(), next.since());
            next = isFull() ? null : queue.poll(now);
        }
    }

    private void give(StreamMessage message, long since) {
        long finishBy = deadlines.finishBy(message.kind(), since);
        SendFlow to = open();
        if (message.kind().isKeyFrame()) {
            lastKeyFrame = to.nextSequenceNumber();
        }
        connection.session().send(to, message.message().encoded(), SendFlow.NEVER, finishBy);
    }

    /** Whether the client has acknowledged all that was sent, and nothing waits. */
    boolean isDelivered() {
        return queue.isEmpty() && (flow == null || flow.queuedBytes() == 0);
    }

    private void onExpired(byte[] message, long number) {
        countDropped();
        if (!isNeededByOthers(kind(message))) {
            return;
        }
        // A key frame behind it has perhaps arrived already, and left the flow.
        boolean keyFrameFollows = number < lastKeyFrame;
        flow.abandonBehind(
                number, keyFrameFollows ? lastKeyFrame : Long.MAX_VALUE, this::judgeFollowing);
        if (!keyFrameFollows) {
            queue.skipToKeyFrame();
        }
    }

    private static boolean isNeededByOthers(MediaKind kind) {
        return kind == MediaKind.KEY_FRAME || kind == MediaKind.INTER_FRAME;
    }

    private SendFlow.Following judgeFollowing(byte[] message) {
        MediaKind kind = kind(message);
        if (kind.isKeyFrame()) {
            return SendFlow.Following.STOP;
        }
        if (kind.isConfiguration()) {
            return SendFlow.Following.KEEP;
        }
        countDropped();
        return SendFlow.Following.ABANDON;
    }

    private void countDropped() {
        connection
                .loop()
                .node()
                .streams
                .counters()
                .count(priority == Priority.VIDEO ? Dropped.VIDEO : Dropped.AUDIO);
    }

    private static MediaKind kind(byte[] message) {
        try {
            return MediaKind.of(RtmpMessage.parse(message));
        } catch (WireException e) {
            throw new IllegalStateException("a message that was made here", e);
        }
    }

    private boolean isFull() {
        return flow != null && flow.unsentBytes() >= UNSENT_TARGET;
    }

    private SendFlow open() {
        if (flow == null) {
            flow = connection.openFlow(metadata, priority);
            lastKeyFrame = 0;
            flow.onExpired(this::onExpired);
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
