package org.altocumulus.origin.hub;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.MediaKind;

/**
 * What someone needs who joins a stream late: the last metadata and decoder configurations, then
 * everything from the last key frame on. Bounded: when a stream goes on for too long without a key
 * frame, late joiners wait for the next.
 */
final class LateJoinerCache {
    private final int maxBytes;
    private final Map<MediaKind, MediaFrame> preface = new EnumMap<>(MediaKind.class);
    private final List<MediaFrame> sinceKey = new ArrayList<>();
    private int bytes;

    /**
     * @param maxBytes most bytes of payload since a key frame, each message counting 64 more
     */
    LateJoinerCache(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    void add(MediaFrame frame) {
        if (frame.kind() == MediaKind.KEY) {
            settle();
        }
        if (frame.kind() == MediaKind.KEY || !sinceKey.isEmpty()) {
            sinceKey.add(frame);
            bytes += frame.payload().length + 64;
            if (bytes > maxBytes) {
                settle();
            }
        } else if (frame.kind().isPreface()) {
            preface.put(frame.kind(), frame);
        }
    }

    void clear() {
        preface.clear();
        sinceKey.clear();
        bytes = 0;
    }

    /** The messages to send first, in the order of their sequence numbers. */
    List<MediaFrame> messages() {
        List<MediaFrame> messages = new ArrayList<>(preface.size() + sinceKey.size());
        messages.addAll(preface.values());
        messages.sort(Comparator.comparingLong(MediaFrame::sequence));
        messages.addAll(sinceKey);
        return messages;
    }

    /** What came since the key frame is forgotten but for what goes in front of the next. */
    private void settle() {
        for (MediaFrame frame : sinceKey) {
            if (frame.kind().isPreface()) {
                preface.put(frame.kind(), frame);
            }
        }
        sinceKey.clear();
        bytes = 0;
    }
}
