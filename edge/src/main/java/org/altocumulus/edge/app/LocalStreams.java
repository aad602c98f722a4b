package org.altocumulus.edge.app;

import java.util.List;

/**
 * Streams of one node that an operator may have to look after, as {@code /state} shows them. Member
 * names are those of the JSON.
 *
 * @param published by clients of this node: those first whose last media is oldest, at most {@link
 *     #MOST}
 * @param waiting that players of this node wait for, as nobody publishes them: those first for
 *     which most wait, at most {@link #MOST}
 * @param publishedCount all that are published here
 * @param waitingCount all that are waited for
 * @param silentLoops event loops that did not answer in time, whose streams are missing here
 */
public record LocalStreams(
        List<Published> published,
        List<Waiting> waiting,
        int publishedCount,
        int waitingCount,
        int silentLoops) {
    /** Most streams of each list. */
    public static final int MOST = 100;

    /**
     * A stream that is published here.
     *
     * @param peerId of the client that publishes it
     * @param lastMediaMillis since its last audio, video or data, or since it is published if there
     *     was none
     */
    public record Published(String application, String name, String peerId, long lastMediaMillis) {}

    /**
     * A stream that is published nowhere.
     *
     * @param players of this node that wait for it
     */
    public record Waiting(String application, String name, int players) {}
}
