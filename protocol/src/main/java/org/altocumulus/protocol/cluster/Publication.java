package org.altocumulus.protocol.cluster;

import java.util.regex.Pattern;
import org.altocumulus.protocol.message.StreamKey;

/**
 * One publishing of a stream, from its start to its end: the same name published again is another
 * publication.
 *
 * @param stream what is published
 * @param token names this publication in the whole cluster, 1 to 100 letters, digits, dots, hyphens
 *     and underscores
 */
public record Publication(StreamKey stream, String token) {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    static Publication read(Frame frame) throws LinkRefusal {
        return new Publication(
                stream(frame),
                frame.text("publication", TOKEN, "1 to 100 letters, digits, '.', '-' and '_'"));
    }

    static StreamKey stream(Frame frame) throws LinkRefusal {
        String application = frame.text("app");
        String name = frame.text("name");
        if (!StreamKey.isValid(application, name)) {
            throw new LinkRefusal(
                    Reason.BAD_VALUE,
                    "app and name: expected at most "
                            + StreamKey.MAX_APPLICATION
                            + " and 1 to "
                            + StreamKey.MAX_NAME
                            + " bytes");
        }
        return new StreamKey(application, name);
    }

    static Frame.Builder frame(Verb verb, StreamKey stream) {
        return Frame.of(verb).with("app", stream.application()).with("name", stream.name());
    }

    Frame.Builder frame(Verb verb) {
        return frame(verb, stream).with("publication", token);
    }

    @Override
    public String toString() {
        return stream + " (" + token + ')';
    }
}
