package org.altocumulus.edge.app;

import java.time.Duration;
import java.util.Set;
import org.altocumulus.edge.ops.DeadlineSettings;
import org.altocumulus.edge.ops.LateJoinMode;
import org.altocumulus.edge.ops.MediaSettings;
import org.altocumulus.edge.ops.QueueSettings;
import org.altocumulus.edge.ops.SessionSettings;
import org.altocumulus.edge.ops.Takeover;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.StreamBeginning;

/**
 * What the application must know of the configuration.
 *
 * @param applications those that clients may connect to; empty for any
 * @param queue what may wait for one player, and between two event loops for one stream
 * @param deadlines how long messages to players are worth sending
 * @param lateJoinBytes what is kept of a stream from its last key frame on
 * @param lateJoinTime how much of it is kept
 * @param serverKeepalive announced to clients for their session with the server
 * @param peerKeepalive announced to clients for their sessions with peers
 * @param maxStreams net streams of one connection
 * @param lateJoinMode what players get of a stream that they join late
 * @param takeover when a publisher loses its name to another that asks for it
 */
public record ApplicationSettings(
        Set<String> applications,
        QueueSettings queue,
        MediaDeadlines deadlines,
        int lateJoinBytes,
        Duration lateJoinTime,
        Duration serverKeepalive,
        Duration peerKeepalive,
        int maxStreams,
        LateJoinMode lateJoinMode,
        Takeover takeover) {
    /** Copies the set. */
    public ApplicationSettings {
        applications = Set.copyOf(applications);
    }

    /** With the defaults of what is not named. */
    public ApplicationSettings(
            Set<String> applications,
            QueueSettings queue,
            MediaDeadlines deadlines,
            int lateJoinBytes,
            Duration lateJoinTime,
            Duration serverKeepalive,
            Duration peerKeepalive,
            int maxStreams) {
        this(
                applications,
                queue,
                deadlines,
                lateJoinBytes,
                lateJoinTime,
                serverKeepalive,
                peerKeepalive,
                maxStreams,
                LateJoinMode.KEY_FRAME,
                Takeover.DEAD);
    }

    /** From the sections of the configuration. A stream without a flow is of no use. */
    public static ApplicationSettings of(MediaSettings media, SessionSettings session) {
        return new ApplicationSettings(
                media.applications(),
                media.queue(),
                deadlines(media.deadlines()),
                media.lateJoinBytes(),
                media.lateJoinTime(),
                session.serverKeepalive(),
                session.peerKeepalive(),
                session.maxFlows(),
                media.lateJoinMode(),
                media.takeover());
    }

    /**
     * Bytes of commands and data that may wait for one player, and for another thread: at least one
     * message of the largest size, or no such message would ever arrive.
     */
    long dataBytes() {
        return Math.max(queue.bytes(), MediaFrame.MAX_PAYLOAD);
    }

    /** What may wait on the way of a stream to another thread. */
    Handover.Bounds handover() {
        return new Handover.Bounds(
                queue.bytes(), 2 * dataBytes(), queue.time().toNanos(), deadlines);
    }

    private static MediaDeadlines deadlines(DeadlineSettings settings) {
        return new MediaDeadlines(
                settings.audio().toNanos(),
                settings.interFrame().toNanos(),
                settings.keyFrame().toNanos());
    }

    /** What is kept of a stream for those who join it late, nothing yet. */
    LateJoinCache<StreamMessage> newCache() {
        return new LateJoinCache<>(lateJoinBytes, lateJoinTime.toMillis());
    }

    /** What is kept of a stream for those who waited for it, nothing yet. */
    StreamBeginning<StreamMessage> newBeginning() {
        return new StreamBeginning<>(lateJoinBytes);
    }

    /**
     * Whether clients may connect to an application; one that is listed may be used with any
     * instance.
     */
    boolean allows(String application) {
        int slash = application.indexOf('/');
        String first = slash < 0 ? application : application.substring(0, slash);
        return applications.isEmpty()
                || applications.contains(application)
                || applications.contains(first);
    }
}
