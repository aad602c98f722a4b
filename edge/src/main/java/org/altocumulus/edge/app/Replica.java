package org.altocumulus.edge.app;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.StreamKey;

/**
 * A stream on a loop that has players of it. From the home loop it gets what late joiners need and
 * then each message once. When its last player leaves it is given up; what is still on its way to
 * it then is lost on nobody.
 */
final class Replica {
    private final StreamKey key;
    private final LoopState loop;
    private final List<Player> players = new ArrayList<>();
    private LateJoinCache<StreamMessage> cache;

    /** The last message that some player got at another time than it was published with. */
    private StreamMessage moved;

    private StreamMessage movedFrom;

    Replica(StreamKey key, LoopState loop) {
        this.key = key;
        this.loop = loop;
    }

    StreamKey key() {
        return key;
    }

    LoopState loop() {
        return loop;
    }

    /** Adds a player, which learns at once if the stream is published. */
    void add(Player player) {
        players.add(player);
        if (players.size() == 1) {
            LoopState home = loop.node().homeOf(key);
            home.run(() -> home.home(key).attach(this));
        } else if (cache != null) {
            player.onBegin(cache.contents(), true);
        }
    }

    void remove(Player player) {
        if (players.remove(player) && players.isEmpty()) {
            loop.remove(this);
            LoopState home = loop.node().homeOf(key);
            home.run(() -> home.home(key).detach(this));
        }
    }

    /**
     * The stream is published, and this is what was kept of it.
     *
     * @param late whether it was before there were players
     */
    void onBegin(List<StreamMessage> contents, boolean late) {
        cache = loop.node().settings.newCache();
        contents.forEach(cache::add);
        players.forEach(player -> player.onBegin(contents, late));
    }

    /**
     * A message with another timestamp. Players that saw the same publications have the same time,
     * so that the message is made once for them.
     */
    StreamMessage at(StreamMessage message, long timestamp) {
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
        for (int i = 0; i < players.size(); i++) {
            players.get(i).onMedia(message, since);
        }
    }

    /** The stream is published no longer. */
    void onEnd() {
        cache = null;
        moved = null;
        movedFrom = null;
        players.forEach(Player::onEnd);
    }

    /** Players of the stream here. */
    int players() {
        return players.size();
    }

    /** What late joiners need, or null if the stream is not published. */
    LateJoinCache<StreamMessage> cache() {
        return cache;
    }
}
