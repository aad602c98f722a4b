package org.altocumulus.edge.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.message.StreamKey;

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
    public record Waiting(String application, String name, int players) {
        static Waiting of(StreamKey key, int players) {
            return new Waiting(key.application(), key.name(), players);
        }
    }

    /** What several loops have, as one; {@code silent} others did not answer. */
    static LocalStreams merged(List<LocalStreams> loops, int silent) {
        List<Published> published = new ArrayList<>();
        Map<StreamKey, Integer> waiting = new HashMap<>();
        for (LocalStreams loop : loops) {
            published.addAll(loop.published);
            loop.waiting.forEach(
                    one ->
                            waiting.merge(
                                    new StreamKey(one.application, one.name),
                                    one.players,
                                    Integer::sum));
        }
        return new LocalStreams(
                published.stream()
                        .sorted(Comparator.comparing(Published::lastMediaMillis).reversed())
                        .limit(MOST)
                        .toList(),
                waiting.entrySet().stream()
                        .sorted(Map.Entry.<StreamKey, Integer>comparingByValue().reversed())
                        .limit(MOST)
                        .map(one -> Waiting.of(one.getKey(), one.getValue()))
                        .toList(),
                published.size(),
                waiting.size(),
                silent);
    }
}
