package org.altocumulus.edge.stream;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.StreamKey;

/**
 * A stream on a loop that has subscribers of it. From the home loop it gets what late joiners need
 * and then each message once. When its last subscriber leaves it is given up; what is still on its
 * way to it then is lost on nobody.
 */
public final class Replica {
    private final StreamKey key;
    private final StreamLoop loop;
    private final List<StreamSubscriber> subscribers = new ArrayList<>();
    private LateJoinCache<StreamMessage> cache;

    /** The last message that some subscriber got at another time than it was published with. */
    private StreamMessage moved;

    private StreamMessage movedFrom;

    Replica(StreamKey key, StreamLoop loop) {
        this.key = key;
        this.loop = loop;
    }

    /** Which stream. */
    public StreamKey key() {
        return key;
    }

    StreamLoop loop() {
        return loop;
    }

    /** Adds a subscriber, which learns at once if the stream is published. */
    public void add(StreamSubscriber subscriber) {
        subscribers.add(subscriber);
        if (subscribers.size() == 1) {
            StreamLoop home = loop.streams().homeOf(key);
            home.run(home.command(() -> home.home(key).attach(this)));
        } else if (cache != null) {
            subscriber.onBegin(cache.contents(), true);
        }
    }

    /** Takes a subscriber away; without effect if it was not added. */
    public void remove(StreamSubscriber subscriber) {
        if (subscribers.remove(subscriber) && subscribers.isEmpty()) {
            loop.remove(this);
            StreamLoop home = loop.streams().homeOf(key);
            home.run(home.command(() -> home.home(key).detach(this)));
        }
    }

    /**
     * The stream is published, and this is what was kept of it.
     *
     * @param late whether it was before there were subscribers
     */
    void onBegin(List<StreamMessage> contents, boolean late) {
        cache = loop.streams().settings().newCache();
        contents.forEach(cache::add);
        subscribers.forEach(subscriber -> subscriber.onBegin(contents, late));
    }

    /**
     * A message with another timestamp. Subscribers that saw the same publications have the same
     * time, so that the message is made once for them.
     */
    public StreamMessage at(StreamMessage message, long timestamp) {
        if (timestamp == message.timestamp()) {
            return message;
        }
        if (moved == null || !message.equals(movedFrom) || moved.timestamp() != timestamp) {
            movedFrom = message;
            moved = message.at(message.message().at(timestamp));
        }
        return moved;
    }

    /**
     * A message of the stream.
     *
     * @param since when it came to this node, from which on its deadlines count
     */
    void onMedia(StreamMessage message, long since) {
        if (cache == null) {
            return;
        }
        cache.add(message);
        for (int i = 0; i < subscribers.size(); i++) {
            subscribers.get(i).onMedia(message, since);
        }
    }

    /** The stream is published no longer. */
    void onEnd() {
        cache = null;
        moved = null;
        movedFrom = null;
        subscribers.forEach(StreamSubscriber::onEnd);
    }

    /** Subscribers of the stream here. */
    int subscribers() {
        return subscribers.size();
    }

    /** Whether the stream is published. */
    boolean isPublished() {
        return cache != null;
    }

    /** Data and configuration records that are there; empty if the stream is not published. */
    public List<StreamMessage> head() {
        return cache == null ? List.of() : cache.head();
    }
}
