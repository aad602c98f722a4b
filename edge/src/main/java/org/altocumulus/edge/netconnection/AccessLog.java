package org.altocumulus.edge.netconnection;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.altocumulus.edge.ops.LogSettings;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The access log: a line for what each client begins and ends, as {@code key=value}, names in
 * quotes. StreamNames are those that clients chose, so they are cut, and what is no visible text in
 * them is replaced; a query, which may hold secrets, is never shown. It has a logger of its own,
 * and a bound on its lines, so that a flood of connects fills no disk. All loops use it.
 */
final class AccessLog {
    /** Lines a second, and as many at once. */
    static final int LINES_PER_SECOND = 100;

    private static final Logger LOG = LoggerFactory.getLogger(LogSettings.ACCESS_LOGGER);
    private static final int MAX_SHOWN = 128;
    private static final Pattern QUERY = Pattern.compile("\\?[^\\s'\"]*");

    private boolean begun;
    private long windowEnd;
    private int linesOfWindow;
    private long leftOut;

    /**
     * What a client does from now on, until {@link #stopped}.
     *
     * @param since time of the loop
     * @param received bytes of the session's datagrams until then
     * @param sent likewise
     */
    record Activity(String name, String stream, long since, long received, long sent) {}

    /** A client has been let in. */
    void connected(Connection connection) {
        write(connection, "connect", "");
    }

    /** A client was not let in. */
    void connectRefused(Connection connection, String application, String reason) {
        write(connection, application, "connect-refused", because(reason));
    }

    /** A client may not play or publish what it asked for. */
    void refused(Connection connection, String what, String stream, String reason) {
        write(connection, what + "-refused", of(stream) + because(reason));
    }

    /** A client begins to play or to publish. */
    Activity started(Connection connection, String name, String stream) {
        write(connection, name, of(stream));
        Session session = connection.session();
        return new Activity(
                name,
                stream,
                connection.loop().now(),
                session.receivedBytes(),
                session.sentBytes());
    }

    /** And has ended it; the bytes are those of its session's datagrams in that time. */
    void stopped(Connection connection, Activity activity, String reason) {
        Session session = connection.session();
        write(
                connection,
                activity.name + "-end",
                of(activity.stream)
                        + totals(
                                connection.loop().now() - activity.since,
                                session.receivedBytes() - activity.received,
                                session.sentBytes() - activity.sent)
                        + because(reason));
    }

    /** The session of a client has ended. */
    void left(Connection connection, String reason) {
        Session session = connection.session();
        write(
                connection,
                "leave",
                totals(
                                connection.loop().now() - session.openedAt(),
                                session.receivedBytes(),
                                session.sentBytes())
                        + because(reason));
    }

    private void write(Connection connection, String event, String more) {
        write(connection, connection.application(), event, more);
    }

    private void write(Connection connection, String application, String event, String more) {
        if (!LOG.isInfoEnabled()) {
            return;
        }
        long now = connection.loop().now();
        long missing = admit(now);
        if (missing < 0) {
            return;
        }
        if (missing > 0) {
            LOG.info("event=left-out lines={} limit={}/s", missing, LINES_PER_SECOND);
        }
        Session session = connection.session();
        LOG.info(
                "event={} client={} peer={} app={}{}",
                event,
                HostPort.format(session.address()),
                session.identity().far().fingerprint(),
                quoted(application),
                more);
    }

    /**
     * Whether there may be one more line.
     *
     * @return how many were left out before it, or -1 if it is left out as well
     */
    synchronized long admit(long now) {
        if (!begun || now - windowEnd >= 0) {
            begun = true;
            windowEnd = now + TimeUnit.SECONDS.toNanos(1);
            linesOfWindow = 0;
        }
        if (linesOfWindow == LINES_PER_SECOND) {
            leftOut++;
            return -1;
        }
        linesOfWindow++;
        long missing = leftOut;
        leftOut = 0;
        return missing;
    }

    private static String of(String stream) {
        return stream.isEmpty() ? "" : " stream=" + quoted(stream);
    }

    private static String because(String reason) {
        return " reason=" + quoted(QUERY.matcher(reason).replaceAll(""));
    }

    private static String totals(long nanos, long received, long sent) {
        double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
        return String.format(
                Locale.ROOT, " seconds=%.3f received=%d sent=%d", seconds, received, sent);
    }

    /** A name or a sentence in quotes, without its query. */
    static String quoted(String text) {
        int query = text.indexOf('?');
        StringBuilder shown = new StringBuilder("\"");
        String named = query < 0 ? text : text.substring(0, query);
        named.codePoints().limit(MAX_SHOWN).forEach(c -> append(shown, c));
        if (named.codePointCount(0, named.length()) > MAX_SHOWN) {
            shown.append('…');
        }
        return shown.append('"').toString();
    }

    /** Control characters could forge a line, others turn its direction or hide a part of it. */
    private static void append(StringBuilder shown, int c) {
        switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    shown.append('.');
            default -> {
                if (c == '"' || c == '\\') {
                    shown.append('\\');
                }
                shown.appendCodePoint(c);
            }
        }
    }
}
