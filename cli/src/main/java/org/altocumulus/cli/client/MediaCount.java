package org.altocumulus.cli.client;

import java.util.concurrent.atomic.LongAdder;
import org.altocumulus.edge.ops.Plural;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;

/** Messages of a stream, counted by what they are. May be used from any thread. */
public final class MediaCount {
    private final LongAdder audio = new LongAdder();
    private final LongAdder video = new LongAdder();
    private final LongAdder data = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /** Counts one more. */
    public void add(RtmpMessage message) {
        MediaKind kind = MediaKind.of(message);
        (kind.isAudio() ? audio : kind.isVideo() ? video : data).increment();
        bytes.add(message.payloadLength());
    }

    /** Audio messages. */
    public long audio() {
        return audio.sum();
    }

    /** Video messages. */
    public long video() {
        return video.sum();
    }

    /** Data messages. */
    public long data() {
        return data.sum();
    }

    /** All messages. */
    public long messages() {
        return audio() + video() + data();
    }

    /** What was counted, in words. */
    public String shown() {
        return "%d audio, %d video, %s, %s"
                .formatted(
                        audio(),
                        video(),
                        Plural.of(data(), "data message"),
                        Plural.of(bytes(), "byte"));
    }

    /** Payload bytes. */
    public long bytes() {
        return bytes.sum();
    }
}
