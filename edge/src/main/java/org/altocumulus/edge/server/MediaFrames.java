package org.altocumulus.edge.server;

import java.util.Set;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.MediaKind;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.WireException;

/** RTMP messages as the link carries them. */
final class MediaFrames {
    private static final Set<String> KEPT =
            Set.of(DataMessage.SET_DATA_FRAME, DataMessage.ON_META_DATA);

    private MediaFrames() {}

    static MediaFrame of(StreamKey key, long sequence, RtmpMessage message) {
        return new MediaFrame(
                key,
                sequence,
                message.type(),
                message.timestamp(),
                kind(message),
                message.payload().rest());
    }

    private static MediaKind kind(RtmpMessage message) {
        var kind = org.altocumulus.protocol.message.MediaKind.of(message);
        if (kind.isConfiguration()) {
            return kind.isAudio() ? MediaKind.AUDIO_CONFIG : MediaKind.VIDEO_CONFIG;
        }
        if (kind.isAudio()) {
            return MediaKind.AUDIO;
        }
        if (kind.isVideo()) {
            return kind.isKeyFrame()
                    ? MediaKind.KEY
                    : kind.isDisposable() ? MediaKind.DISPOSABLE : MediaKind.INTER;
        }
        return isKept(message) ? MediaKind.METADATA : MediaKind.DATA;
    }

    /** Whether it is data that is kept for players that come late. */
    private static boolean isKept(RtmpMessage message) {
        boolean data =
                message.type() == MessageType.DATA_AMF0 || message.type() == MessageType.DATA_AMF3;
        try {
            return data && KEPT.contains(DataMessage.handlerOf(message));
        } catch (WireException e) {
            return false;
        }
    }
}
