package org.altocumulus.edge.netconnection;

import java.time.Duration;
import java.util.Set;
import org.altocumulus.edge.ops.MediaSettings;
import org.altocumulus.edge.ops.SessionSettings;
import org.altocumulus.edge.stream.StreamSettings;

/**
 * What the application must know of the configuration.
 *
 * @param applications those that clients may connect to; empty for any
 * @param streams how streams are kept and passed on
 * @param serverKeepalive announced to clients for their session with the server
 * @param peerKeepalive announced to clients for their sessions with peers
 * @param maxStreams net streams of one connection
 */
public record ApplicationSettings(
        Set<String> applications,
        StreamSettings streams,
        Duration serverKeepalive,
        Duration peerKeepalive,
        int maxStreams) {
    /** Copies the set. */
    public ApplicationSettings {
        applications = Set.copyOf(applications);
    }

    /** From the sections of the configuration. A stream without a flow is of no use. */
    public static ApplicationSettings of(MediaSettings media, SessionSettings session) {
        return new ApplicationSettings(
                media.applications(),
                StreamSettings.of(media),
                session.serverKeepalive(),
                session.peerKeepalive(),
                session.maxFlows());
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
