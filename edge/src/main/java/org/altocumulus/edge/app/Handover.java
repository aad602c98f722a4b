package org.altocumulus.edge.app;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The way of one stream's messages to another event loop. When that loop falls behind by more than
 * a player's queue, media is dropped, video up to the next key frame; what may not be dropped
 * passes up to twice that. Used by the sending loop.
 */
final class Handover {
    private final LoopState target;
    private final Consumer<StreamMessage> receiver;
    private final ApplicationCounters counters;
    private final int maxBytes;
    private final AtomicLong waiting = new AtomicLong();
    private final KeyFrameGate gate = new KeyFrameGate(true);

    /**
     * @param receiver called on {@code target}
     */
    Handover(LoopState target, Consumer<StreamMessage> receiver) {
        this.target = target;
        this.receiver = receiver;
        this.counters = target.node().counters;
        this.maxBytes = target.node().settings.queue().bytes();
    }

    /**
     * Sends a message, or drops it.
     *
     * @return false if it is one that may not be dropped, and was: the stream has to end
     */
    boolean send(StreamMessage message) {
        if (target.isCurrent()) {
            receiver.accept(message);
            return true;
        }
        int size = message.size();
        boolean droppable = message.kind().isMedia() && !message.kind().isConfiguration();
        boolean room = droppable ? hasRoom(message, size) : waiting.get() + size <= 2L * maxBytes;
        if (!room) {
            counters.count(Refused.HANDOVER_DROPPED);
            return droppable;
        }
        waiting.addAndGet(size);
        target.later(
                () -> {
                    waiting.addAndGet(-size);
                    receiver.accept(message);
                });
        return true;
    }

    private boolean hasRoom(StreamMessage message, int size) {
        if (waiting.get() + size <= maxBytes) {
            return gate.passes(message.kind());
        }
        if (message.kind().isVideo()) {
            gate.close();
        }
        return false;
    }
}
