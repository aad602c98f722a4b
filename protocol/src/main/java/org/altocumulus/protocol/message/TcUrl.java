package org.altocumulus.protocol.message;

import java.util.Locale;
import java.util.regex.Pattern;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.WireException;

/**
 * The URL that names an application: {@code rtmfp://host[:port]/app[/instance][?query]}, or only
 * what comes after the host, as some clients send it in the endpoint discriminator. Nothing is
 * percent-decoded.
 *
 * @param server host in lower case, and port or {@link HostPort#NO_PORT}; null for a bare path
 * @param application first segment of the path; empty if there is none
 * @param instance the segments after it, without slashes at the ends; mostly empty
 * @param query what follows the first question mark, without it; mostly empty
 */
public record TcUrl(HostPort server, String application, String instance, String query) {
    /** The most characters that a URL may have. */
    public static final int MAX_LENGTH = 8192;

    /** The port of a URL that names none. */
    public static final int DEFAULT_PORT = 1935;

    private static final String SCHEME_END = "://";
    private static final String SCHEME = "rtmfp";
    private static final Pattern ANY_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]{0,31}");

    /**
     * Reads a URL or a bare path.
     *
     * @throws WireException if it is too long, has control characters, another scheme, user and
     *     password, or a host or port that is none. The reason never has the query in it, nor the
     *     password
     */
    public static TcUrl parse(String text) throws WireException {
        TcUrl url = parseAnyScheme(text);
        int schemeEnd = schemeEnd(text);
        if (schemeEnd >= 0 && !text.substring(0, schemeEnd).equalsIgnoreCase(SCHEME)) {
            throw new WireException("URL of another scheme than " + SCHEME);
        }
        return url;
    }

    /** Where the scheme of a URL ends, or -1 if it has none. */
    private static int schemeEnd(String text) {
        int question = text.indexOf('?');
        int end = text.indexOf(SCHEME_END);
        return question >= 0 && question < end ? -1 : end;
    }

    /**
     * As {@link #parse}, whatever the scheme is: that of the {@code tcUrl} of a client that has
     * come here already. Encoders behind a relay give the URL that their user gave them.
     *
     * @throws WireException as for {@link #parse}, but for the scheme, which has to be one
     */
    public static TcUrl parseAnyScheme(String text) throws WireException {
        if (text.length() > MAX_LENGTH) {
            throw new WireException(
                    "URL of " + text.length() + " characters: expected at most " + MAX_LENGTH);
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new WireException("URL with control characters");
        }
        int question = text.indexOf('?');
        String query = question < 0 ? "" : text.substring(question + 1);
        String location = question < 0 ? text : text.substring(0, question);
        int schemeEnd = schemeEnd(text);
        if (schemeEnd < 0) {
            return of(null, location, query);
        }
        if (!ANY_SCHEME.matcher(location.substring(0, schemeEnd)).matches()) {
            throw new WireException("URL without a scheme before " + SCHEME_END);
        }
        int authority = schemeEnd + SCHEME_END.length();
        int slash = location.indexOf('/', authority);
        int authorityEnd = slash < 0 ? location.length() : slash;
        HostPort server = server(location.substring(authority, authorityEnd));
        return of(server, location.substring(authorityEnd), query);
    }

    /**
     * The URL of the application where this one only leads through a server of an edge: in {@code
     * rtmfp://edge/?rtmfp://origin/app}, the form of Adobe's edge servers, what follows the
     * question mark. Otherwise this URL. There may be several edges in front of each other.
     *
     * @throws WireException if what follows is a URL that cannot be read
     */
    public TcUrl behindEdges() throws WireException {
        TcUrl url = this;
        while (url.application.isEmpty() && beginsWithScheme(url.query)) {
            url = parseAnyScheme(url.query);
        }
        return url;
    }

    private static boolean beginsWithScheme(String text) {
        int end = text.indexOf(SCHEME_END);
        return end > 0 && text.chars().limit(end).allMatch(c -> c < 0x80 && Character.isLetter(c));
    }

    /** The port, or the default one. */
    public int port() {
        return server == null || server.port() == HostPort.NO_PORT ? DEFAULT_PORT : server.port();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (server != null) {
            text.append(SCHEME).append(SCHEME_END).append(server).append('/');
        }
        text.append(application);
        if (!instance.isEmpty()) {
            text.append('/').append(instance);
        }
        if (!query.isEmpty()) {
            text.append('?').append(query);
        }
        return text.toString();
    }

    private static HostPort server(String authority) throws WireException {
        if (authority.indexOf('@') >= 0) {
            throw new WireException(
                    "URL with a user name or password before the host: not supported, pass them in"
                            + " the query");
        }
        try {
            return HostPort.parse(authority.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new WireException("URL: " + e.getMessage());
        }
    }

    private static TcUrl of(HostPort server, String path, String query) {
        String trimmed = trimSlashes(path);
        int slash = trimmed.indexOf('/');
        if (slash < 0) {
            return new TcUrl(server, trimmed, "", query);
        }
        String instance = trimSlashes(trimmed.substring(slash));
        return new TcUrl(server, trimmed.substring(0, slash), instance, query);
    }

    private static String trimSlashes(String path) {
        int start = 0;
        int end = path.length();
        while (start < end && path.charAt(start) == '/') {
            start++;
        }
        while (end > start && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(start, end);
    }
}
