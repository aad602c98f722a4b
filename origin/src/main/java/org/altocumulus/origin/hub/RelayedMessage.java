package org.altocumulus.origin.hub;

import java.util.Arrays;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.message.DataInstruction;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.WireException;

/**
 * A message on its way through the hub, as what is kept for late joiners sees it.
 *
 * @param media the message
 * @param kind what it holds
 * @param frame see {@link LateJoinCache.Message#frame}
 * @param clears see {@link LateJoinCache.Message#clears}
 */
record RelayedMessage(MediaFrame media, MediaKind kind, String frame, boolean clears)
        implements LateJoinCache.Message<RelayedMessage> {
    /** What a message costs beside its bytes, so that empty ones are not free. */
    private static final int OVERHEAD = 64;

    /** Data that its edge calls metadata, and that has no name. */
    private static final String UNNAMED = "";

    static RelayedMessage of(MediaFrame media) {
        return switch (media.kind()) {
            case METADATA, DATA -> data(media);
            case AUDIO_CONFIG -> media(media, MediaKind.AUDIO_CONFIGURATION);
            case VIDEO_CONFIG -> media(media, MediaKind.VIDEO_CONFIGURATION);
            case KEY -> media(media, MediaKind.KEY_FRAME);
            case AUDIO -> media(media, MediaKind.AUDIO);
            case INTER -> media(media, MediaKind.INTER_FRAME);
            case DISPOSABLE -> media(media, MediaKind.DISPOSABLE_FRAME);
        };
    }

    private static RelayedMessage media(MediaFrame media, MediaKind kind) {
        return new RelayedMessage(media, kind, null, false);
    }

    /** Its edge says whether it is kept; under which name, or what is forgotten, it says itself. */
    private static RelayedMessage data(MediaFrame media) {
        DataInstruction told = instruction(media);
        boolean kept = media.kind().isPreface();
        String frame = told == null ? null : told.frame();
        if (kept && frame == null) {
            frame = UNNAMED;
        } else if (!kept && frame != null && !told.clears()) {
            frame = null;
        }
        return new RelayedMessage(
                media, MediaKind.OTHER, frame, frame != null && told != null && told.clears());
    }

    private static DataInstruction instruction(MediaFrame media) {
        if (media.type() != MessageType.DATA_AMF0 && media.type() != MessageType.DATA_AMF3) {
            return null;
        }
        try {
            return DataInstruction.of(
                    RtmpMessage.of(media.type(), media.timestamp(), media.payload()));
        } catch (WireException e) {
            return null;
        }
    }

    @Override
    public int size() {
        return media.payload().length + OVERHEAD;
    }

    @Override
    public long timestamp() {
        return media.timestamp();
    }

    @Override
    public boolean hasContentOf(RelayedMessage other) {
        return media.type() == other.media.type()
                && Arrays.equals(media.payload(), other.media.payload());
    }
}
