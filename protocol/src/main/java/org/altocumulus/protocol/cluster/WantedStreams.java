package org.altocumulus.protocol.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.message.StreamKey;

/**
 * The streams that an edge wants from elsewhere, and how far each has come. Makes one order out of
 * starts and repetitions: a publication starts once, its messages come once each, and what is
 * missing between them is counted.
 */
final class WantedStreams {
    private final EdgeLinkListener listener;
    private final Map<StreamKey, Progress> streams = new HashMap<>();
    private long lost;

    private static final class Progress {
        Publication publication;

        /** Highest sequence number so far. */
        long highest;

        /** Messages up to this one are repetitions. */
        long floor;

        /** After a start, the metadata and configurations in front have gaps that are no loss. */
        boolean inPreface;

        /** What the first message behind them follows, or -1 if there was none before. */
        long followed;

        /** It was received before: what is new in a repetition was missed, and is not past. */
        boolean resumed;
    }

    WantedStreams(EdgeLinkListener listener) {
        this.listener = listener;
    }

    /** Whether the stream was not wanted before. */
    boolean want(StreamKey stream) {
        return streams.putIfAbsent(stream, new Progress()) == null;
    }

    /** Whether the stream was wanted before. */
    boolean unwant(StreamKey stream) {
        return streams.remove(stream) != null;
    }

    /** Whether that publication has started and not ended. */
    boolean isCurrent(Publication publication) {
        Progress progress = streams.get(publication.stream());
        return progress != null && publication.equals(progress.publication);
    }

    /** Whether any publication of it has started and not ended. */
    boolean hasStarted(StreamKey stream) {
        Progress progress = streams.get(stream);
        return progress != null && progress.publication != null;
    }

    /** How far the stream has come, or null if it has not begun with what can be played. */
    StreamPosition position(StreamKey stream) {
        Progress progress = streams.get(stream);
        return progress == null
                        || progress.publication == null
                        || (progress.inPreface && progress.followed < 0)
                ? null
                : new StreamPosition(progress.publication.token(), progress.highest);
    }

    /** Those that have started. */
    List<StreamKey> started() {
        return streams.entrySet().stream()
                .filter(entry -> entry.getValue().publication != null)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Messages that did not arrive. */
    long lost() {
        return lost;
    }

    void received(StreamEvent event) {
        Progress progress = streams.get(event.stream());
        if (progress == null) {
            return;
        }
        if (event instanceof StreamStart start) {
            started(progress, start.publication());
        } else if (event instanceof MediaFrame frame) {
            media(progress, frame);
        } else if (event instanceof StreamEnd end
                && end.publication().equals(progress.publication)) {
            end(progress);
        }
    }

    /** The origin says which publication of a wanted stream there is, null for none. */
    void current(StreamKey stream, String token) {
        Progress progress = streams.get(stream);
        if (progress != null
                && progress.publication != null
                && !progress.publication.token().equals(token)) {
            end(progress);
        }
    }

    private void started(Progress progress, Publication publication) {
        if (publication.equals(progress.publication)) {
            progress.floor = progress.highest;
            progress.resumed = progress.highest >= 0;
            progress.followed = progress.inPreface ? progress.followed : progress.highest;
        } else {
            if (progress.publication != null) {
                end(progress);
            }
            progress.publication = publication;
            progress.highest = -1;
            progress.floor = -1;
            progress.followed = -1;
            progress.resumed = false;
            listener.started(publication);
        }
        progress.inPreface = true;
    }

    private void media(Progress progress, MediaFrame frame) {
        if (progress.publication == null || frame.sequence() <= progress.floor) {
            return;
        }
        if (!progress.inPreface || !frame.kind().isPreface()) {
            long before = progress.inPreface ? progress.followed : progress.highest;
            lost += before < 0 ? 0 : Math.max(0, frame.sequence() - before - 1);
            progress.inPreface = false;
        } else if (progress.followed >= 0 && frame.sequence() == progress.followed + 1) {
            // The repetition begins with what was missed, a new configuration among it.
            progress.followed++;
        }
        progress.highest = Math.max(progress.highest, frame.sequence());
        listener.media(progress.resumed ? frame.asCurrent() : frame);
    }

    private void end(Progress progress) {
        Publication over = progress.publication;
        progress.publication = null;
        listener.ended(over);
    }
}
