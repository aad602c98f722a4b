package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * One of the origins of an edge: takes everything, and is connected and read when the test says.
 */
final class OriginAtHand {
    final RecordingHandler handler = new RecordingHandler();
    final int index;
    OriginLinkSession control;
    private final String name;
    private final EdgeLinks links;
    private LinkConnection edgeControl;
    private OriginLinkSession media;
    private LinkConnection edgeMedia;

    OriginAtHand(EdgeLinks links, int index, String name) {
        this.links = links;
        this.index = index;
        this.name = name;
    }

    private OriginLinkSession accept(long now) {
        return OriginLinkSession.accepted(
                originSettings(name), security(null, 3 + index), true, handler, now);
    }

    /** Takes the control connection that was dialled, as far as nothing has been said. */
    void connect(long now) {
        edgeControl = links.connected(index, LinkRole.CONTROL, true, now);
        control = accept(now);
    }

    /** Carries what waits on the control connection. */
    List<String> talk(long now) {
        return exchange(edgeControl, control, now);
    }

    /** Both connections, and all that is said on them at first. */
    void join(long now) {
        connect(now);
        talk(now);
        links.tick(now);
        edgeMedia = links.connected(index, LinkRole.MEDIA, true, now);
        media = accept(now);
        exchange(edgeMedia, media, now);
        assertThat(media.state()).isEqualTo(LinkState.OPEN);
    }

    /** What came on the media connection since the last time. */
    List<StreamEvent> heard(long now) {
        handler.events.clear();
        type(media, written(edgeMedia, now), now);
        return List.copyOf(handler.events);
    }

    void play(StreamEvent event, long now) {
        media.forward(event, now);
        type(edgeMedia, written(media, now), now);
    }

    void leave(long now) {
        edgeControl.disconnected(now);
    }

    /** What the edge wants to say and has not yet. */
    String unsaid(long now) {
        return written(edgeControl, now);
    }

    /**
     * Reads nothing until as much waits on the control connection as it bears.
     *
     * @return when that is
     */
    long fill(long now) {
        long at = now;
        Introduction asking = LinkPair.introduction(new PeerId(1, 2, 3, 4));
        for (int i = 1; edgeControl.waiting() <= 4 << 20; i++) {
            links.introduce(asking, (addresses, then) -> {}, at);
            at += i % Introduction.MAX_PENDING == 0 ? Introduction.TIMEOUT : 0;
        }
        return at;
    }

    /** What the handler was told since the last time. */
    List<String> told(long now) {
        talk(now);
        List<String> calls = List.copyOf(handler.calls);
        handler.calls.clear();
        return calls;
    }
}
