package org.altocumulus.edge.netconnection;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.flv.FlvReader;
import org.altocumulus.protocol.flv.FlvTag;
import org.altocumulus.protocol.message.RtmpMessage;

/** Short files of a test picture with a tone, made by ffmpeg. */
final class FlvFiles {
    private FlvFiles() {}

    /** The messages of a file in the folder {@code flv}, in their order. */
    static List<RtmpMessage> read(String name) {
        try (InputStream in = FlvFiles.class.getResourceAsStream("/flv/" + name);
                FlvReader reader = new FlvReader(in)) {
            List<RtmpMessage> messages = new ArrayList<>();
            for (FlvTag tag = reader.next(); tag != null; tag = reader.next()) {
                messages.add(RtmpMessage.of(tag.type(), tag.timestamp(), tag.body()));
            }
            return messages;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The same messages of a publisher whose clock begins elsewhere. */
    static List<RtmpMessage> shifted(List<RtmpMessage> messages, long by) {
        return messages.stream()
                .map(message -> message.at((message.timestamp() + by) & 0xffff_ffffL))
                .toList();
    }
}
