package org.altocumulus.edge.stream;

import java.util.ArrayList;
import java.util.List;

/** A subscriber that is no client: it keeps what it gets. */
final class MemorySubscriber implements StreamSubscriber {
    private final List<String> got = new ArrayList<>();
    private final Replica replica;

    MemorySubscriber(Replica replica) {
        this.replica = replica;
        replica.add(this);
    }

    void stop() {
        replica.remove(this);
    }

    /** Such as "begin", "late", "KEY_FRAME 40", "end". */
    List<String> got() {
        return got;
    }

    @Override
    public void onBegin(List<StreamMessage> contents, boolean late) {
        got.add(late ? "late" : "begin");
        contents.forEach(message -> onMedia(message, 0));
    }

    @Override
    public void onMedia(StreamMessage message, long since) {
        got.add(message.kind() + " " + message.timestamp());
    }

    @Override
    public void onEnd() {
        got.add("end");
    }
}
