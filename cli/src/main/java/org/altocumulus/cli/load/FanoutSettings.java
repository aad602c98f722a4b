package org.altocumulus.cli.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * What is published and played.
 *
 * @param stream the name of the stream, or what their names begin with if there are several
 * @param publishers at least 1
 * @param players of all streams together, at least 1; dealt round them
 * @param openRate how many of either are opened in a second, at most
 * @param setUp how long opening them may take
 * @param content what is sent
 */
public record FanoutSettings(
        String stream,
        int publishers,
        int players,
        double openRate,
        Duration setUp,
        Content content) {

    /** What a publisher sends. */
    public sealed interface Content {
        /** In the report. */
        void write(ObjectNode to);
    }

    /**
     * Messages of one size at a steady rate.
     *
     * @param type the message type of audio, video or data
     * @param size bytes of each
     * @param rate in a second
     * @param keyFrameEvery a key frame each so many, if it is video
     */
    public record Even(int type, int size, double rate, int keyFrameEvery) implements Content {
        /** The smallest size. */
        public static final int MIN_SIZE = EvenProgramme.MIN_SIZE;

        /** The largest size. */
        public static final int MAX_SIZE = 1 << 20;

        Programme programme() {
            return new EvenProgramme(type, size, rate, keyFrameEvery);
        }

        @Override
        public void write(ObjectNode to) {
            to.put("size", size).put("rate", rate);
        }
    }

    /**
     * A file, again and again.
     *
     * @param name for the report
     * @param messages all of it
     */
    public record File(String name, List<RtmpMessage> messages) implements Content {
        @Override
        public void write(ObjectNode to) {
            to.put("file", name);
        }
    }

    Programme programme() {
        if (content instanceof Even even) {
            return even.programme();
        }
        return new FlvProgramme(((File) content).messages);
    }

    String streamName(int publisher) {
        return publishers == 1 ? stream : stream + '-' + publisher;
    }

    void write(ObjectNode to) {
        to.put("publishers", publishers).put("players", players);
        content.write(to);
    }
}
