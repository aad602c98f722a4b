package org.altocumulus.protocol.cluster;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The publications whose media one origin, or another edge, has asked an edge for. Each begins with
 * a repetition of what a late joiner needs; a repetition that others have caused is not sent twice.
 */
final class SentStreams {
    private final Map<Publication, Flow> flows = new LinkedHashMap<>();

    private static final class Flow {
        /** The repetition has not begun, and holds all that comes before it. */
        boolean waits = true;

        /** It has, and up to now brought metadata and configurations, in any order. */
        boolean inPreface;

        /** Highest sequence number so far. */
        long highest = -1;
    }

    /** The origin asked for it, or has a new connection: it starts over. */
    void begin(Publication publication) {
        flows.put(publication, new Flow());
    }

    /** It goes on behind that message, without a repetition. */
    void resume(Publication publication, long sequence) {
        Flow flow = new Flow();
        flow.waits = false;
        flow.highest = sequence;
        flows.put(publication, flow);
    }

    /** Whether the origin had asked for it. */
    boolean remove(Publication publication) {
        return flows.remove(publication) != null;
    }

    void clear() {
        flows.clear();
    }

    boolean has(Publication publication) {
        return flows.containsKey(publication);
    }

    List<Publication> all() {
        return List.copyOf(flows.keySet());
    }

    /**
     * A repetition begins.
     *
     * @param highest of all sequence numbers so far
     */
    void replaying(Publication publication, long highest) {
        Flow flow = flows.get(publication);
        if (flow == null) {
            return;
        }
        if (flow.waits) {
            flow.waits = false;
            flow.inPreface = true;
        } else if (flow.inPreface) {
            flow.inPreface = false;
            flow.highest = highest;
        }
    }

    /** Whether the next message of a publication goes to the origin. */
    boolean admits(Publication publication, MediaFrame frame) {
        Flow flow = flows.get(publication);
        if (flow == null || flow.waits) {
            return false;
        }
        if (flow.inPreface && frame.kind().isPreface()) {
            return true;
        }
        boolean isNew = flow.inPreface || frame.sequence() > flow.highest;
        flow.inPreface = false;
        flow.highest = Math.max(flow.highest, frame.sequence());
        return isNew;
    }
}
